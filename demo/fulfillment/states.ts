/**
 * The state table as data. Source: docs/proof/interface.md, "Redemption states" and R1 to R8.
 *
 * The interface leaves some points open. They are decided here, and only here:
 * - Repeating the failed call leaves `failed` (R2), so create, book and redeem start from it again.
 * - Create, Book and Create and redeem on an order in any other state return it unchanged (R3).
 * - Activate on a redemption that was activated before returns the same link.
 * - Redeem, Activate and Cancel in a state that is not listed are refused with 422 `invalid_request`.
 */

export const STATES = [
  "pending",
  "booked",
  "redeemed",
  "denied",
  "failed",
  "refunded",
  "blocked",
  "canceled",
  "expired",
] as const;

export type State = (typeof STATES)[number];

/** `none` is an order that does not exist yet. */
export type From = State | "none";

export type Trigger =
  | "create"
  | "create_and_redeem"
  | "book"
  | "lapse"
  | "redeem"
  | "activate"
  | "open"
  | "cancel"
  | "refund";

/** The next state. `same` answers with the unchanged redemption; `refused` is 422. */
export type Step = State | "same" | "refused";

export interface Facts {
  readonly debited: boolean;
  readonly activated: boolean;
  /** Whether the redemption is a hold, whatever its state is called. */
  readonly held: boolean;
  readonly createdThisMonth: boolean;
}

/** The step from each listed state, and from all others. */
type Row = readonly [listed: Partial<Record<From, State | "same">>, otherwise: "same" | "refused"];

/** The first state of an order, by the call that makes it. */
export const FIRST = { create: "pending", create_and_redeem: "redeemed", book: "booked" } as const;

export const TABLE: Readonly<Record<Trigger, Row>> = {
  create: [{ none: FIRST.create, failed: "pending" }, "same"],
  create_and_redeem: [{ none: FIRST.create_and_redeem, booked: "redeemed", failed: "redeemed" }, "same"],
  book: [{ none: FIRST.book, failed: "booked" }, "same"],
  lapse: [{ booked: "canceled" }, "same"],
  redeem: [{ booked: "redeemed", pending: "redeemed", failed: "redeemed", redeemed: "same" }, "refused"],
  activate: [{ booked: "pending", pending: "same" }, "refused"],
  open: [{ pending: "redeemed", redeemed: "same" }, "refused"],
  cancel: [{ pending: "canceled", failed: "canceled" }, "refused"],
  refund: [{ redeemed: "refunded", booked: "refunded", failed: "refunded", pending: "refunded" }, "same"],
};

const NOTHING_GOES: Facts = { debited: false, activated: false, held: false, createdThisMonth: false };

/** The step of `trigger` from `from`. A forced state that the interface does not know behaves like any unlisted one. */
export function step(from: string, trigger: Trigger, facts: Facts = NOTHING_GOES): Step {
  const [listed, otherwise] = TABLE[trigger];
  const to = new Map<string, Step>(Object.entries(listed)).get(from) ?? otherwise;
  if (trigger === "refund" && to === "refunded") {
    const owed = from === "redeemed" || facts.debited;
    return owed && facts.createdThisMonth ? to : "same";
  }
  if (trigger === "activate" && to === "same" && !facts.activated) return facts.held ? "pending" : "refused";
  return to;
}
