/** The service answers a Refund with the unchanged redemption. That answer is final; no reading is needed. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE } from "../../support/rewards.ts";
import { billingBed } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

it.each([undefined, "slow", "server_error"])(
  "a refund that changed nothing is told at once while readings of redemptions are %s",
  async (kind) => {
    const { world } = bed;
    await bed.redeem("r");
    await world.pass(MINUTE);
    bed.fault({ operation: "refund", kind: "state", state: "redeemed", codes: true });
    if (kind)
      bed.fault({
        operation: "get_redemption",
        kind,
        ...(kind === "slow" && { delay_ms: 8_000 }),
        times: "always",
      });
    const before = world.clock.now();
    const answer = await world.end("r", "refund");
    expect.soft([answer.status, answer.problem?.code]).toEqual([200, undefined]);
    expect.soft(world.clock.now() - before).toBeLessThan(3_000);
  },
);

it("each request for a refund that changes nothing is answered while readings take eight seconds", async () => {
  const { world } = bed;
  await bed.redeem("r");
  await world.pass(MINUTE);
  bed.fault({ operation: "refund", kind: "state", state: "redeemed", codes: true, times: "always" });
  bed.fault({ operation: "get_redemption", kind: "slow", delay_ms: 8_000, times: "always" });
  const told: unknown[] = [];
  for (let asked = 0; asked < 7; asked++) {
    const { status, problem } = await world.end("r", "refund");
    told.push(`${status} ${problem?.code}`);
    await world.pass(MINUTE);
  }
  // The budget of calls may be used up in the end.
  expect(told.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => "200 undefined"));
});
