/** How long a hold counts among the live holds of an order (integrity rule 5). */
import { describe, expect, it } from "vitest";
import { limitWait } from "../../../server/redemption/attempt-limits.ts";
import { HOLD } from "../../../server/timing.ts";
import { attempt, MINUTE, NOW, order, type Shape } from "./orders.ts";

/** Two given-up holds of this moment, the second one as given. */
const two = (shape: Shape) => {
  const held = { phase: "given_up", opened_at: NOW, hold_ends_at: NOW + HOLD } as const;
  return order([attempt(held), attempt({ n: 2, ...held, ...shape })], { current: null });
};

describe("a hold that was given up", () => {
  it("counts until its end", () => {
    expect(limitWait(two({}), NOW + MINUTE)).toBe(HOLD - MINUTE);
    expect(limitWait(two({}), NOW + HOLD)).toBe(0);
  });

  it("counts for half an hour from its opening, also if a clock that was an hour behind stored its end", () => {
    const behind = two({ hold_ends_at: NOW + HOLD - 60 * MINUTE });
    expect(limitWait(behind, NOW + MINUTE)).toBe(HOLD - MINUTE);
  });

  it.each(["canceled", "refunded", "expired", "denied", "blocked", "redeemed"])(
    "counts no longer once the service ended it as %s",
    (state) => {
      expect(limitWait(two({ state, hold_ends_at: NOW + MINUTE }), NOW + MINUTE)).toBe(0);
    },
  );

  it("does not count if only the recovery lookup found it", () => {
    expect(limitWait(two({ sends: [], hold_ends_at: NOW }), NOW + MINUTE)).toBe(0);
  });
});
