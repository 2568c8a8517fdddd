/** A Create whose effect comes late, beside a released mail that goes out after all. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE } from "../../support/rewards.ts";
import { billingBed } from "../redemption/billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

it.each([
  [9.9, 120_000],
  [9.9, 0],
])(
  "is listed where two codes are made: after %s minutes, with a list that lags by %s ms",
  async (minutes, lag) => {
    const { world } = bed;
    bed.fault({ operation: "create", kind: "state", state: "blocked" });
    await bed.notify("m");
    await world.pass(15 * MINUTE);
    expect((await bed.release("m")).data.done).toBe("next_attempt");
    await world.pass(15 * MINUTE);
    if (lag) bed.fault({ operation: "list_redemptions", kind: "lag", newer_than_ms: lag, times: "always" });
    bed.fault({ operation: "create", kind: "late", delay_ms: minutes * MINUTE });
    bed.fault({ operation: "create", kind: "timeout_before" });
    const asked = bed.notify("m");
    world.control.forceState(bed.firstOf("m"), "denied");
    await asked;
    world.control.forceState(bed.firstOf("m"), "pending");
    await world.pass(30 * MINUTE);
    bed.openLinks("m");
    await world.pass(120 * MINUTE);
    const row = await bed.row("m");
    if (bed.billed("m").length > 1) expect(row?.attention).not.toBeNull();
  },
  120_000,
);
