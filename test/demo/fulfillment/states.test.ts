import { describe, expect, it } from "vitest";
import { type From, STATES, type Step, step, type Trigger } from "../../../demo/fulfillment/states.ts";

/** The rows of docs/proof/interface.md, "Redemption states", and R1 to R8 for all other cases. */
const LEADS: Record<Trigger, Partial<Record<From, Step>> & { otherwise: Step }> = {
  create: { none: "pending", failed: "pending", otherwise: "same" },
  create_and_redeem: { none: "redeemed", booked: "redeemed", failed: "redeemed", otherwise: "same" },
  book: { none: "booked", failed: "booked", otherwise: "same" },
  lapse: { booked: "canceled", otherwise: "same" },
  redeem: {
    booked: "redeemed",
    pending: "redeemed",
    failed: "redeemed",
    redeemed: "same",
    otherwise: "refused",
  },
  activate: { booked: "pending", otherwise: "refused" },
  open: { pending: "redeemed", redeemed: "same", otherwise: "refused" },
  cancel: { pending: "canceled", failed: "canceled", otherwise: "refused" },
  refund: { otherwise: "same" },
};

const cases = Object.entries(LEADS).flatMap(([trigger, row]) =>
  [...STATES, "none" as const].map((from) => ({
    trigger: trigger as Trigger,
    from,
    to: row[from] ?? row.otherwise,
  })),
);

describe("the state table", () => {
  it.each(cases)("$trigger from $from: $to", ({ trigger, from, to }) => {
    expect(step(from, trigger)).toBe(to);
  });

  it("has no step out of an unknown state", () => {
    for (const trigger of ["redeem", "activate", "open", "cancel"] as const) {
      expect(step("on_hold", trigger)).toBe("refused");
    }
    for (const trigger of ["create", "create_and_redeem", "book", "lapse", "refund"] as const) {
      expect(step("on_hold", trigger)).toBe("same");
    }
  });

  it("does not treat an inherited property as a state", () => {
    expect(step("toString", "cancel")).toBe("refused");
  });
});

describe("activate (R6)", () => {
  it("is repeated only on a redemption that was activated", () => {
    const facts = { debited: false, createdThisMonth: true, held: false };
    expect(step("pending", "activate", { ...facts, activated: true })).toBe("same");
    expect(step("pending", "activate", { ...facts, activated: false })).toBe("refused");
  });
});
