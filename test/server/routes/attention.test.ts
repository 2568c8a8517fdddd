/** The list of orders that need a person, and the access to it. */
import { describe, expect, it } from "vitest";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { OTHER_KEY, SITE_KEY } from "../../support/world.ts";
import { asOperator as headers, OPERATOR_KEY, operatorIn, toldOf } from "./operator.ts";

useWorld({ OPERATOR_KEY, LIMIT_SESSION_PER_MINUTE: "10000" });

const { list, release, reference, stopped } = operatorIn(() => world);

describe("the list", () => {
  it("is empty while nobody is needed", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(await list()).toMatchObject({ rows: [], total: 0 });
  });

  it("names what a person needs to find the order at the service and to answer its user", async () => {
    const browser = await stopped("o-7");
    const at = new Date(world.clock.now());
    const { rows, text } = await list();
    expect(rows).toEqual([
      {
        site: "shop",
        order_id: "o-7",
        reason: "denied",
        since: expect.any(String),
        delivery: "redeem",
        promotion_id: "4001",
        state: "denied",
        attempt: 1,
        sku: SKU,
        value: { amount: 30, currency: expect.any(String) },
        upstream_order_id: "shop.o-7.1",
        reference: world.control.redemptions()[0]?.id,
        seen: "denied",
        debited: false,
        had_code: false,
        release: { possible: true, effect: "next_attempt" },
      },
    ]);
    expect(Math.abs(Date.parse(rows[0]?.since ?? "") - at.getTime())).toBeLessThan(1_000);
    expect((await browser.get("/v1/order")).data.state).toBe(rows[0]?.state);
    for (const secret of ["user@example.com", "@", SITE_KEY, browser.token, "http"])
      expect(text).not.toContain(secret);
  });

  it("comes in pages, oldest first, by site and by reason", async () => {
    for (const [order_id, state] of [
      ["a", "denied"],
      ["b", "blocked"],
      ["c", "denied"],
    ] as const) {
      await stopped(order_id, state);
      await world.pass(MINUTE);
    }
    const ids = async (query: string) => {
      const { rows, total } = await list(query);
      return [rows.map(({ order_id }) => order_id).join(), total];
    };
    expect(await ids("")).toEqual(["a,b,c", 3]);
    expect(await ids("?per_page=2")).toEqual(["a,b", 3]);
    expect(await ids("?per_page=2&page=2")).toEqual(["c", 3]);
    expect(await ids("?page=9")).toEqual(["", 3]);
    expect(await ids("?reason=denied")).toEqual(["a,c", 2]);
    expect(await ids("?reason=failed")).toEqual(["", 0]);
    expect(await ids("?site=shop")).toEqual(["a,b,c", 3]);
    expect(await ids("?site=portal")).toEqual(["", 0]);
  });

  it.each(["?reason=nonsense", "?page=0", "?per_page=101", "?site=A B", "?reason=denied&reason=failed"])(
    "refuses %s",
    async (query) => {
      const answer = await world.request(`/v1/attention${query}`, { headers });
      expect([answer.status, answer.problem.code]).toEqual([422, "invalid_request"]);
    },
  );

  it("says since when, also when the row changes for another cause", async () => {
    await stopped("o");
    const since = (await list()).rows[0]?.since;
    await world.pass(10 * MINUTE);
    world.control.forceState(await reference(), "blocked");
    await world.end("o", "refund");
    expect((await list()).rows[0]).toMatchObject({ seen: "blocked", reason: "denied", since });
  });

  it("asks the service nothing", async () => {
    await stopped("o");
    const before = world.control.calls.length;
    await list();
    expect(world.control.calls).toHaveLength(before);
  });
});

describe("an order of another site", () => {
  it("is listed with its own name", async () => {
    const minted = await world.mint({ order_id: "o", promotion_id: "4003" }, OTHER_KEY);
    expect(minted.status).toBe(201);
    await stopped("o");
    // The portal's order stands as the shop's does.
    const read = (site: string) => world.ledger.readOrder({ site, order_id: "o" });
    const [shop, portal] = [await read("shop"), await read("portal")];
    if (!shop || !portal) throw new Error("no orders");
    const attempts = shop.order.known.attempts.map((each) => ({ ...each, redemption_id: null }));
    const order = { ...portal.order, attention: "denied", attention_since: 1 } as const;
    await world.ledger.replaceOrder({ ...order, known: { ...shop.order.known, attempts } }, { kind: "free" });
    expect((await list()).rows.map(({ site, order_id }) => `${site}/${order_id}`)).toEqual([
      "portal/o",
      "shop/o",
    ]);
    expect((await list("?site=portal")).total).toBe(1);
    expect(toldOf(await release("o", { acknowledge: true }, "portal"))).toEqual([200, "acknowledged"]);
    expect((await list()).rows.map(({ site }) => site)).toEqual(["shop"]);
  });
});
