/** What is seen of a redemption, for tests: readings of it, and answers to the calls about it. */
import type { Outcome } from "../../../server/fulfillment/outcome.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import type { Observation } from "../../../server/redemption/absorb.ts";
import type { Operation } from "../../../server/redemption/model.ts";

export const redemption = (change: Partial<Redemption> = {}): Redemption => ({
  id: "AAAAA-00001",
  order_id: "shop.o-1.1",
  state: "booked",
  sku: "GIFT-10",
  promotion_id: "4001",
  testing: false,
  debited: false,
  codes: {},
  has_codes: false,
  was_redeemed: false,
  ...change,
});

/** The answer to a call that this process sent. */
export const sent = (operation: Operation, outcome: Outcome): Observation => ({
  kind: "sent",
  operation,
  by: "me",
  outcome,
});
/** The service answered with a redemption. */
export const answered = (change: Partial<Redemption>): Outcome => ({
  kind: "answered",
  redemption: redemption(change),
});
/** A clear refusal. */
export const refused: Outcome = { kind: "refused", status: 422, error: "invalid_request" };
/** No answer: the call may have had its effect. */
export const unknown: Outcome = { kind: "unknown", cause: "status_504" };

/** The redemption was read. */
export const read = (change: Partial<Redemption>): Observation => ({
  kind: "read",
  redemption: redemption(change),
});
/** Nothing is listed under the order id. */
export const nothing: Observation = { kind: "looked", found: [] };
