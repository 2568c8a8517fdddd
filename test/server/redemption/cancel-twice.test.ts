/** A cancel that a gateway delivers twice is answered with the refusal of its second delivery, and readings may lag behind the first. */
import { beforeEach, expect, it } from "vitest";
import { MINUTE } from "../../support/rewards.ts";
import { codeOf } from "../../support/world.ts";
import { billingBed } from "./billing-bed.ts";

const bed = billingBed();
beforeEach(() => bed.world.pass(3 * MINUTE));

it.each([false, true])(
  "of a mail, for the site, is told as done (readings lag: %s)",
  async (lags) => {
    const { world } = bed;
    await bed.notify("t");
    await world.pass(MINUTE);
    bed.cancelTwice();
    if (lags) bed.fault({ operation: "get_redemption", kind: "stale", older_by_ms: 4_500, times: "always" });
    const ended = await world.end("t", "cancel");
    await world.pass(MINUTE);
    expect(bed.redemptions("t")[0]?.state).toBe("canceled");
    // The site's cancel is final, and the answer says so.
    expect(codeOf(ended)).toEqual([200, undefined]);
  },
  60_000,
);

it.each([false, true])(
  "of what failed for good is its end (readings lag: %s)",
  async (lags) => {
    const { world } = bed;
    const f = bed.fault({ operation: "create", kind: "state", state: "failed", times: "always" });
    bed.cancelTwice();
    if (lags) bed.fault({ operation: "get_redemption", kind: "stale", older_by_ms: 4_500, times: "always" });
    await bed.notify("t2");
    await world.pass(30 * MINUTE);
    world.control.clearFaults(f);
    expect(bed.redemptions("t2")[0]?.state).toBe("canceled");
    const row = await bed.row("t2");
    expect(row?.attention).toBeNull();
  },
  60_000,
);
