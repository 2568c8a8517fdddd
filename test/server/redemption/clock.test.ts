/**
 * A machine whose clock is set back or ahead: nothing becomes late for hours, nothing is forgotten. docs/proof/rules.md, rule 19.
 */
import { describe, expect, it } from "vitest";
import { DAY } from "../../../server/timing.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import type { Answer } from "../../support/world.ts";
import { asOperator, OPERATOR_KEY } from "../routes/operator.ts";

const HOUR = 60 * MINUTE;
const STEPS = [3 * MINUTE, 55 * MINUTE, HOUR, 2 * DAY];
const ORDER = { order_id: "o-1" };

useWorld({ OPERATOR_KEY });

const booked = async () => {
  const browser = await world.browser(ORDER);
  await browser.post("/v1/order/book", { sku: SKU });
  return browser;
};
/** By a new session: the one before was made by another clock. */
const seen = async (): Promise<Answer["data"]> => (await (await world.browser(ORDER)).get("/v1/order")).data;

describe("a clock that is set back by", () => {
  it.each(STEPS)(
    "%d ms while the outcome of a Redeem is unknown delays the code by no minute",
    async (ms) => {
      const browser = await booked();
      world.control.fault({ operation: "redeem", kind: "timeout_after", times: 1 });
      world.control.fault({ operation: "get_redemption", kind: "timeout_before", times: 2 });
      await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
      world.clock.jumpWall(-ms);
      await world.pass(MINUTE);
      expect((await seen()).state).toBe("redeemed");
      expect(world.control.codes()).toHaveLength(1);
    },
  );

  it.each(STEPS)("%d ms lets a hold stand for half an hour, and no longer", async (ms) => {
    await booked();
    world.clock.jumpWall(-ms);
    const { state, hold_seconds_left } = await seen();
    expect([state, hold_seconds_left]).toEqual(["booked", expect.any(Number)]);
    expect(hold_seconds_left).toBeLessThanOrEqual(30 * 60);
    await world.pass(31 * MINUTE);
    expect((await seen()).state).toBe("open");
  });

  it.each(STEPS)("%d ms refills no budget of calls", async (ms) => {
    const browser = await booked();
    world.control.fault({ operation: "redeem", kind: "timeout_before", times: "always" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(3 * MINUTE);
    world.clock.jumpWall(-ms);
    await world.pass(6 * MINUTE);
    expect(world.operations().filter((operation) => operation === "redeem").length).toBeLessThanOrEqual(6);
    world.control.clearFaults();
    await world.pass(12 * MINUTE);
    expect((await seen()).state).toBe("redeemed");
  });

  it("an hour after a ledger was recovered keeps an order waiting no longer than lists lag", async () => {
    await world.ledger.noteRecovery(world.clock.now());
    world.clock.jumpWall(-HOUR);
    expect((await world.mint(ORDER)).data.state).toBe("processing");
    await world.pass(3 * MINUTE);
    expect((await seen()).state).toBe("open");
  });

  it("two days ends the sessions that it would keep alive", async () => {
    const browser = await booked();
    world.clock.jumpWall(-2 * DAY);
    expect((await browser.get("/v1/order")).problem.code).toBe("session_expired");
  });
});

describe("a clock that stands ahead by 200 days for a minute", () => {
  it("deletes no event, no address, no session; and the operator is told", async () => {
    const browser = await booked();
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(MINUTE);
    world.clock.jumpWall(200 * DAY);
    await world.restart();
    await world.pass(MINUTE);
    const warned = (await world.request("/readyz?details", { headers: asOperator })).text;
    expect(warned).toContain('"clock"');
    world.clock.jumpWall(-200 * DAY);
    const row = await world.ledger.readOrder({ site: "shop", ...ORDER });
    expect(row?.order.pins.email).toBe("user@example.com");
    expect((await world.ledger.events("shop", {}, 9))?.length).toBe(2);
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
    expect((await world.request("/readyz?details", { headers: asOperator })).text).toContain('"clock"');
  });
});
