/** The client's view of an order: pure, from the row. Source: openapi.json, GET /v1/order. */
import { AMOUNT_LIMITS } from "../../shared/amounts.ts";
import type { Environment, OrderState, Order as OrderView } from "../../shared/wire.ts";
import { type Attempt, currentAttempt, isCanceled, type Order, type Row } from "../rows/order.ts";
import { maskedEmail } from "../user-data/forget.ts";
import { isLookedUpFirst, isRefunded } from "./decide.ts";
import { holdEnd, isLive } from "./limits.ts";

/** The state that is shown. A hold that ran out is `open` again, even before that was stored. */
export function stateOf(row: Row): OrderState {
  const { order, now } = row;
  const current = currentAttempt(order);
  const isReturned = current?.phase === "made" && isRefunded(current);
  if (order.known.canceled && !isReturned) return "canceled";
  if (isLookedUpFirst(row)) return "processing";
  // Of a closed grant, or of one that went on: what the look-up found decides.
  if (isCanceled(order) && !isReturned) return "canceled";
  // What was refunded after a code was made is final; a refunded hold lets the user choose again.
  if (!current) return "open";
  switch (current.phase) {
    case "over":
      return "open";
    case "booking":
      return now < holdEnd(current) ? "processing" : "open";
    case "held":
      return isLive(current, now) ? "booked" : "open";
    case "confirmed":
      return "processing";
    case "made":
      if (current.state === "redeemed") return "redeemed";
      if (current.state !== "pending") return "refunded";
      return order.pins.delivery === "notify" ? "notified" : "activated";
    case "stuck":
    case "released":
      return stuckState(current);
    default:
      return current.phase satisfies never;
  }
}

/** Who confirmed the attempt in place of its user, by the site's own name; `staff` where it has none. */
export const confirmedBy = (attempt: Attempt | undefined): { readonly confirmed_by?: string } =>
  attempt?.confirmed_by ? { confirmed_by: attempt.confirmed_by.actor ?? "staff" } : {};

/** A state that the service named is shown; every other reason is `blocked`. */
function stuckState({ reason }: Attempt): OrderState {
  return reason === "failed" || reason === "denied" || reason === "expired" ? reason : "blocked";
}

/** The present view of an order, in the language of a session; null: without a session. */
export type ViewOf = (row: Row, locale: string | null) => OrderView;

/** The order for browser and site; never with codes, an upstream address or the user's unmasked e-mail. */
export function viewOrder(row: Row, environment: Environment, locale: string | null): OrderView {
  const { order } = row;
  const { pins } = order;
  const state = stateOf(row);
  const current = state === "open" ? undefined : currentAttempt(order);
  const limits = AMOUNT_LIMITS.flatMap((limit) =>
    pins[limit] === null ? [] : [[limit, pins[limit]] as const],
  );
  return {
    order_id: order.order_id,
    delivery: pins.delivery,
    environment,
    promotion: { id: pins.promotion_id, ...order.promotion },
    ...(locale !== null && { locale }),
    state,
    ...(pins.skus && { skus: [...pins.skus] }),
    ...(limits.length > 0 && { amount_limits: Object.fromEntries(limits) }),
    ...(state === "open" && viewEnded(order)),
    ...(state === "processing" && { step: stepOf(row) }),
    ...(current && viewAttempt(current, state, row.now)),
    ...(pins.delivery === "notify" && { masked_email: maskedEmail(order) }),
    ...viewGift(pins),
  };
}

/** An order that is looked up after a lost ledger may have been confirmed: nothing else may be chosen meanwhile. */
const stepOf = (row: Row): NonNullable<OrderView["step"]> =>
  isLookedUpFirst(row) || currentAttempt(row.order)?.phase === "confirmed" ? row.order.pins.delivery : "book";

/** The gift texts are forgotten with the e-mail address. */
function viewGift({ customization }: Order["pins"]): Pick<OrderView, "gift"> {
  const { message, sender_name } = customization?.pdf ?? {};
  if (!(message || sender_name)) return {};
  return { gift: { ...(message && { message }), ...(sender_name && { sender_name }) } };
}

/** For a user who returns after a confirmation: the confirmed attempt ended without a reward. */
function viewEnded({ known }: Order): Pick<OrderView, "ended_attempt" | "ended_reward_name"> {
  const ended = known.attempts.findLast(
    ({ phase, confirmed_at }) => phase === "over" && confirmed_at !== null,
  );
  return ended ? { ended_attempt: ended.n, ended_reward_name: ended.reward_name } : {};
}

function viewAttempt(attempt: Attempt, state: OrderState, now: number): Partial<OrderView> {
  const { n, sku, reward_name, amount, value, testing, phase, redemption_id } = attempt;
  // A confirmed order names its redemption also while the outcome is in doubt: support asks for it then.
  const isNamed = redemption_id !== null && state !== "booked" && phase !== "booking";
  return {
    attempt: n,
    sku,
    reward_name,
    ...(amount !== null && { amount }),
    ...(value && state !== "canceled" && { value }),
    ...(testing && { testing: true }),
    ...(state === "booked" && {
      hold_expires_at: new Date(holdEnd(attempt)).toISOString(),
      hold_seconds_left: Math.floor(Math.max(0, holdEnd(attempt) - now) / 1000),
    }),
    ...(isNamed && { reference: redemption_id }),
  };
}
