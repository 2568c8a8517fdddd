/** A site's cancel that was stored while the service could not be asked: answers meanwhile are true. */
import { beforeEach, expect, it } from "vitest";
import { CLAIM, RECONCILE_EVERY } from "../../../server/timing.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Answer, type Browser, codeOf, SITE_KEY } from "../../support/world.ts";

useWorld();
let browser: Browser;
beforeEach(async () => {
  browser = await world.browser({ order_id: "o", delivery: "activate", ttl_seconds: 3600 });
  await browser.post("/v1/order/book", { sku: SKU });
  await browser.post("/v1/order/activate", { attempt: 1, sku: SKU });
});

const cancel = (): Promise<Answer> => world.end("o", "cancel");

it("it is carried out when there is a token again", async () => {
  const away = world.control.fault({ operation: "token", kind: "server_error", times: "always" });
  world.control.fault({ operation: "cancel", kind: "unauthorized" });
  const answer = await cancel();
  expect(codeOf(answer)).toEqual([503, "upstream_unavailable"]);
  expect(answer.problem.detail).toContain("It is noted and repeated");
  await world.pass(MINUTE);
  world.control.clearFaults(away);
  await world.pass(3 * MINUTE);
  expect((await browser.get("/v1/order")).data.state).toBe("canceled");
  expect(world.control.redemptions()).toMatchObject([{ state: "canceled" }]);
});

it("it is answered by what became of it, whatever its first call met", async () => {
  world.control.fault({ operation: "cancel", kind: "unauthorized", times: 2 });
  expect(await cancel()).toMatchObject({ status: 200, data: { state: "canceled" } });
});

it("it is answered by the service's refusal, also where the call before met a token that had ended", async () => {
  world.control.fault({ operation: "cancel", kind: "unauthorized", times: 2 });
  world.control.fault({ operation: "cancel", kind: "invalid_request" });
  expect(codeOf(await cancel())).toEqual([409, "not_cancelable"]);
});

it("the user who opened the link by then has their codes, list or no list", async () => {
  const away = world.control.fault({ operation: "*", kind: "server_error", times: "always" });
  expect(codeOf(await cancel())).toEqual([503, "upstream_unavailable"]);
  world.control.clearFaults(away);
  world.control.fault({ operation: "list_redemptions", kind: "server_error", times: "always" });
  world.control.openLink(world.control.redemptions()[0]?.id ?? "");
  await world.pass(MINUTE);
  expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
  expect((await browser.post("/v1/order/codes")).status).toBe(200);
});

it.each([0, 50])(
  "while the claim of an instance that died over it lasts, the living read calmly (%s ms a read)",
  async (delay_ms) => {
    // The last that was started is the one that is restarted.
    const dying = await world.instance();
    const held = { kind: "slow", delay_ms: MINUTE, effect: "last" } as const;
    world.control.fault({ operation: "cancel", ...held });
    void dying.app.request("/v1/orders/o/cancel", {
      method: "POST",
      headers: { Authorization: `Bearer ${SITE_KEY}` },
    });
    const isSent = (): boolean => world.changes().some(({ operation }) => operation === "cancel");
    for (let tries = 0; tries < 100 && !isSent(); tries++) await world.pass(50);
    world.control.fault({
      operation: "get_redemption",
      kind: "slow",
      delay_ms,
      effect: "first",
      times: "always",
    });
    const reads = (): number =>
      world.control.calls.filter(({ operation }) => operation === "get_redemption").length;
    const before = reads();
    await world.restart();
    await world.pass(30_000);
    expect(isSent()).toBe(true);
    expect(reads() - before).toBeLessThan(40);
    // And when it is over one of them sends at once.
    const sends = (): number => world.changes().filter(({ operation }) => operation === "cancel").length;
    expect(sends()).toBe(1);
    await world.pass(CLAIM - 30_000 + RECONCILE_EVERY + 3_000);
    expect(sends()).toBe(2);
  },
);
