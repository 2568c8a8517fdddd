/** Observations of a redemption for tests: readings, and answers to calls. */
import type { Outcome } from "../../../server/fulfillment/outcome.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import { absorb as absorbOf, type Observation } from "../../../server/redemption/absorb.ts";
import type { Operation, Order } from "../../../server/redemption/model.ts";
import type { Sighting } from "../../../server/redemption/ownership.ts";
import {
  applyFindings as applyFindingsOf,
  type Lookup,
} from "../../../server/redemption/recovery-findings.ts";
import type { Found } from "../../../server/redemption/recovery-lookup.ts";
import { derived } from "./orders.ts";

/** The members of a redeemed redemption. */
const CODES = {
  usages: ["primary"],
  codes: [{ name: "Code", value: "TEST-CODE-1", format: "string", usage: "primary" }],
};

/** As the service has it, listed for the order's own user. */
export const redemption = (change: Partial<Sighting> = {}): Sighting => ({
  is_own_users: true,
  id: "AAAAA-00001",
  order_id: "shop.o-1.1",
  state: "booked",
  sku: "GIFT-10",
  promotion_id: "4001",
  testing: false,
  debited: false,
  codes: change.state === "redeemed" ? CODES : {},
  has_codes: false,
  was_redeemed: false,
  ...change,
});

/** The row as it is stored after an observation. */
export const absorb = (row: Order, n: number, observation: Observation, now: number): Order =>
  derived(absorbOf(row, n, observation, now), now);
/** The row as it is stored after the recovery lookup. */
export const applyFindings = (row: Order, found: readonly Found[], now: number, lookup?: Lookup): Order =>
  derived(applyFindingsOf(row, found, now, lookup), now);

/** The answer to a call that this process sent. */
export const sent = (operation: Operation, outcome: Outcome): Observation => ({
  kind: "sent",
  operation,
  by: "me",
  outcome,
});
/** The service answered with a redemption. */
export const answered = (change: Partial<Redemption>): Outcome => {
  const { is_own_users: _, ...answer } = redemption(change);
  return { kind: "answered", redemption: answer };
};
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
export const nothingAt = (askedAt: number): Observation => ({ kind: "listed", found: [], askedAt });
/** The same, when no list lags any more. */
export const nothing: Observation = nothingAt(Number.MAX_SAFE_INTEGER);

/** A look found it, and the service lists it for the order's own user. */
export const found = (change: Partial<Sighting>): Observation => ({
  kind: "listed",
  found: [redemption(change)],
  askedAt: Number.MAX_SAFE_INTEGER,
});
