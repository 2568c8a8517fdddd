/** The assurance beside a failure, by the order's state and the failure. */
import { describe, expect, it } from "vitest";
import { type Assurance, assuranceOf } from "../../../widget/state/assurance.ts";
import type { Failure } from "../../../widget/state/failure.ts";
import type { KnownOrder } from "../../../widget/state/state.ts";
import { ORDER } from "../support/fake-server.ts";

const AWAY: Failure = { code: "upstream_unavailable" };
const REFUSED: Failure = { ...AWAY, isOfConfirmation: true };

interface Case {
  state: KnownOrder["state"];
  step?: KnownOrder["step"];
  isSent?: boolean;
  failure?: Failure;
  said: Assurance | undefined;
}

const TABLE: readonly Case[] = [
  { state: "open", failure: AWAY, said: "booked_text" },
  { state: "booked", said: "booked_text" },
  { state: "booked", failure: AWAY, said: "booked_text" },
  { state: "booked", isSent: true, said: "once" },
  // A confirmation was refused, and its effect is unknown: at least there is never a second reward.
  { state: "booked", failure: REFUSED, said: "once" },
  { state: "open", isSent: true, failure: REFUSED, said: "once" },
  { state: "booked", failure: { code: "offline", isOfConfirmation: true }, said: "once" },
  { state: "booked", failure: { code: "promotion_unavailable" }, said: undefined },
  { state: "open", failure: { code: "out_of_stock" }, said: undefined },
  { state: "open", failure: { code: "reward_unavailable" }, said: undefined },
  { state: "booked", failure: { code: "not_made" }, said: undefined },
  { state: "booked", failure: { code: "order_processing" }, said: "once" },
  { state: "booked", failure: { code: "codes_unreadable" }, said: "safe" },
  { state: "processing", step: "book", said: "booked_text" },
  { state: "processing", step: "redeem", failure: AWAY, said: "once" },
  // The reward was already issued: "only once" would answer no question.
  { state: "redeemed", failure: AWAY, said: "safe" },
  { state: "redeemed", failure: { code: "order_processing" }, said: "safe" },
  { state: "activated", failure: AWAY, said: "safe" },
  { state: "notified", failure: AWAY, said: "safe" },
  // A code may still come.
  { state: "blocked", said: "once" },
  { state: "refunded", said: undefined },
  { state: "expired", failure: AWAY, said: undefined },
];

describe("assuranceOf", () => {
  for (const { state, step, isSent = false, failure, said } of TABLE) {
    const what = [state, step, isSent && "sent", failure?.isOfConfirmation && "confirmation", failure?.code];
    it(`says ${said} of ${what.filter(Boolean).join(", ")}`, () => {
      const order: KnownOrder = { ...ORDER, state, step: step ?? ORDER.step };
      expect(assuranceOf(order, isSent, failure)).to.equal(said);
    });
  }

  it("says nothing of an order that is not known", () => {
    expect(assuranceOf(undefined, false, AWAY)).to.equal(undefined);
  });
});
