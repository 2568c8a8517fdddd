/** Cancel, as a site's backend asks for it, from every state. */
import { describe, expect, it } from "vitest";
import { MINUTE, OTHER, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { codeOf, OTHER_KEY, SITE_KEY } from "../../support/world.ts";
import { siteOrdersIn } from "./site-orders.ts";

useWorld();

const { ask, referenceOf, book, reach } = siteOrdersIn(() => world);

describe("cancel", () => {
  it.each<[string, number, string, string[]]>([
    ["open", 200, "canceled", []],
    ["booked", 200, "canceled", []],
    ["activated", 200, "canceled", ["cancel"]],
    ["notified", 200, "canceled", ["cancel"]],
    ["failed", 200, "canceled", ["cancel"]],
    ["canceled", 200, "canceled", []],
    ["processing", 409, "order_processing", []],
    ["redeemed", 409, "not_cancelable", []],
    ["refunded", 409, "not_cancelable", []],
    ["denied", 409, "not_cancelable", []],
  ])("of an order that is %s: %i %s", async (state, status, end, calls) => {
    await reach[state]?.();
    const before = world.operations().length;
    const answer = await ask("o/cancel");
    expect([answer.status, answer.data?.state ?? answer.problem.code]).toEqual([status, end]);
    expect(world.operations().slice(before)).toEqual(calls);
    const again = await ask("o/cancel");
    expect([again.status, again.data?.state ?? again.problem.code]).toEqual([status, end]);
    expect(world.operations().slice(before)).toEqual(calls);
    expect(answer.text).not.toMatch(/"codes"|"url"|\/flow\//);
  });

  it("is final: nothing can be chosen, confirmed or opened any more, after a restart either", async () => {
    const browser = await book("o");
    await ask("o/cancel");
    await world.restart();
    for (const [path, body] of [
      ["book", { sku: OTHER }],
      ["book", { sku: SKU }],
      ["redeem", { attempt: 1, sku: SKU }],
    ] as const)
      expect(codeOf(await browser.post(`/v1/order/${path}`, body))).toEqual([409, "order_finished"]);
    expect((await browser.get("/v1/order")).data.state).toBe("canceled");
    const again = await world.mint({ order_id: "o" });
    expect([again.status, again.data.state]).toEqual([201, "canceled"]);
    await world.pass(31 * MINUTE);
    expect(world.operations()).toEqual(["book"]);
    expect(world.control.codes()).toEqual([]);
  });

  it("of a link makes it lead to nothing", async () => {
    await reach.activated?.();
    const id = await referenceOf("o");
    await ask("o/cancel");
    expect(() => world.control.openLink(id)).toThrow();
    expect(world.control.codes()).toEqual([]);
  });

  it("comes too late for a link that was opened: the order is redeemed and keeps its codes", async () => {
    const browser = await reach.activated?.();
    world.control.openLink(await referenceOf("o"));
    const answer = await ask("o/cancel");
    expect(codeOf(answer)).toEqual([409, "not_cancelable"]);
    expect((await ask("o", "GET")).data.state).toBe("redeemed");
    expect((await browser?.post("/v1/order/codes"))?.status).toBe(200);
  });

  it("and a confirmation at the same time have one winner", async () => {
    for (let round = 0; round < 4; round++) {
      const browser = await book(`race-${round}`);
      const before = world.control.codes().length;
      const ways = [
        () => browser.post("/v1/order/redeem", { attempt: 1, sku: SKU }),
        () => ask(`race-${round}/cancel`),
      ];
      const answers = await Promise.all((round % 2 ? ways : ways.toReversed()).map((way) => way()));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const state = (await ask(`race-${round}`, "GET")).data.state;
      expect(world.control.codes().length - before).toBe(state === "redeemed" ? 1 : 0);
    }
  });

  it("of an activated order whose service refuses it is not cancelable, and the link stays", async () => {
    const browser = await reach.activated?.();
    // A refused token is no refusal of the cancel.
    world.control.fault({ operation: "cancel", kind: "unauthorized", times: 2 });
    world.control.fault({ operation: "cancel", kind: "invalid_request" });
    expect(codeOf(await ask("o/cancel"))).toEqual([409, "not_cancelable"]);
    const again = await browser?.post("/v1/order/activate", { attempt: 1, sku: SKU });
    expect(again?.data).toMatchObject({ state: "activated", url: expect.stringContaining("/flow/") });
  });

  it("says so when the service refuses access", async () => {
    await reach.activated?.();
    world.control.fault({ operation: "cancel", kind: "forbidden" });
    expect(codeOf(await ask("o/cancel"))).toEqual([503, "upstream_forbidden"]);
  });

  it("that could not be sent is noted, and carried out when there is a token again", async () => {
    const browser = await reach.activated?.();
    const away = world.control.fault({ operation: "token", kind: "server_error", times: "always" });
    world.control.fault({ operation: "cancel", kind: "unauthorized" });
    const answer = await ask("o/cancel");
    expect(codeOf(answer)).toEqual([503, "upstream_unavailable"]);
    expect(answer.problem.detail).toContain("It is noted and repeated");
    await world.pass(MINUTE);
    world.control.clearFaults(away);
    await world.pass(3 * MINUTE);
    expect((await browser?.get("/v1/order"))?.data.state).toBe("canceled");
    expect(world.control.redemptions()).toMatchObject([{ state: "canceled" }]);
  });

  it("in doubt leaves the codes to a user who opened the link by then, list or no list", async () => {
    const browser = await reach.activated?.();
    const away = world.control.fault({ operation: "*", kind: "server_error", times: "always" });
    expect(codeOf(await ask("o/cancel"))).toEqual([503, "upstream_unavailable"]);
    world.control.clearFaults(away);
    world.control.fault({ operation: "list_redemptions", kind: "server_error", times: "always" });
    world.control.openLink(world.control.redemptions()[0]?.id ?? "");
    await world.pass(MINUTE);
    expect((await browser?.get("/v1/order"))?.data.state).toBe("redeemed");
    expect((await browser?.post("/v1/order/codes"))?.status).toBe(200);
  });
});

describe.each(["cancel", "refund"])("%s", (action) => {
  it("of an unknown order, or of one of another site, is order_not_found", async () => {
    await reach.redeemed?.();
    for (const [order, key] of [
      ["nobody", SITE_KEY],
      ["o", OTHER_KEY],
      ["a%2Fb", SITE_KEY],
    ] as const)
      expect(codeOf(await ask(`${order}/${action}`, "POST", key))).toEqual([404, "order_not_found"]);
    expect(world.operations()).toEqual(["book", "redeem"]);
  });
});
