/** The client's view of an order: pure, from the row and the time. Source: contract, "The order". */
import type { Environment, OrderState, Order as OrderView } from "../../shared/wire.ts";
import { type Attempt, currentAttempt, type Order } from "../redemption/model.ts";
import { maskedEmail } from "../user-data/forget.ts";

/** The state of the contract for a row. A hold that ran out is `open` again, even before the reconciler stored it. */
export function stateOf(order: Order, now: number): OrderState {
  const current = currentAttempt(order);
  if (order.canceled && current?.phase !== "refunded") return "canceled";
  if (!current) return "open";
  switch (current.phase) {
    case "booking":
      return now < current.hold_ends_at ? "processing" : "open";
    case "booked":
      return now < current.hold_ends_at ? "booked" : "open";
    case "confirmed":
      return "processing";
    case "linked":
      return order.pins.delivery === "notify" ? "notified" : "activated";
    case "redeemed":
    case "refunded":
      return current.phase;
    case "refused":
    case "given_up":
    case "void":
      return "open";
    case "stopped":
      return stoppedState(current);
    default:
      return current.phase satisfies never;
  }
}

/** A state that the service named is shown; every other stop is `blocked`. */
function stoppedState(attempt: Attempt): OrderState {
  switch (attempt.stop) {
    case "failed":
    case "denied":
    case "expired":
      return attempt.stop;
    case "blocked":
    case "unknown_state":
    case "other_parameters":
    case "other_user":
    case "debited":
    case "later_attempt":
    case "redemption_taken":
    case null:
      return "blocked";
    default:
      return attempt.stop satisfies never;
  }
}

export interface ViewContext {
  readonly environment: Environment;
  /** Service time, epoch ms. */
  readonly now: number;
  readonly locale: string | null;
}

/** The present view of an order, in the language of a session; null: without a session. */
export type ViewOf = (order: Order, locale: string | null) => OrderView;

/** The order for browser and site; never with codes, an upstream address or the user's unmasked e-mail. */
export function viewOrder(order: Order, { environment, now, locale }: ViewContext): OrderView {
  const { pins } = order;
  const state = stateOf(order, now);
  const current = state === "open" ? undefined : currentAttempt(order);
  const limits = {
    ...(pins.amount !== null && { amount: pins.amount }),
    ...(pins.max_amount !== null && { max_amount: pins.max_amount }),
  };
  return {
    order_id: order.order_id,
    delivery: pins.delivery,
    environment,
    promotion: { id: pins.promotion_id, ...order.promotion },
    ...(locale !== null && { locale }),
    state,
    ...(pins.skus && { skus: [...pins.skus] }),
    ...(Object.keys(limits).length > 0 && { amount_limits: limits }),
    ...(state === "open" && viewEnded(order)),
    ...(current && viewAttempt(order, current, state, now)),
    ...(pins.delivery === "notify" && { masked_email: maskedEmail(order) }),
    ...viewGift(pins),
  };
}

/** The gift texts are forgotten with the e-mail address; older rows may still have them. */
function viewGift({ email, customization }: Order["pins"]): Pick<OrderView, "gift"> {
  const { message, sender_name } = customization?.pdf ?? {};
  if (email === null || !(message || sender_name)) return {};
  return { gift: { ...(message && { message }), ...(sender_name && { sender_name }) } };
}

/** For a user who returns after a confirmation: the confirmed attempt ended without a reward. */
function viewEnded({ attempts }: Order): Pick<OrderView, "ended_attempt" | "ended_reward_name"> {
  const ended = attempts.findLast(
    ({ phase, refusal }) => phase === "void" || (phase === "refused" && refusal?.at !== undefined),
  );
  return ended ? { ended_attempt: ended.n, ended_reward_name: ended.reward_name } : {};
}

function viewAttempt({ pins }: Order, attempt: Attempt, state: OrderState, now: number): Partial<OrderView> {
  const left = Math.max(0, attempt.hold_ends_at - now);
  const named = attempt.redemption_id !== null;
  return {
    attempt: attempt.n,
    sku: attempt.sku,
    reward_name: attempt.reward_name,
    ...(attempt.amount !== null && { amount: attempt.amount }),
    ...(attempt.evidence.value && { value: attempt.evidence.value }),
    ...(attempt.evidence.testing && { testing: true }),
    ...(state === "booked" && {
      hold_expires_at: new Date(attempt.hold_ends_at).toISOString(),
      hold_seconds_left: Math.floor(left / 1000),
    }),
    ...(state === "processing" && { step: attempt.phase === "booking" ? "book" : pins.delivery }),
    // A confirmed order names its redemption also while the outcome is in doubt: support asks for it then.
    ...(named && state !== "booked" && !(state === "processing" && attempt.phase === "booking")
      ? { reference: attempt.redemption_id ?? "" }
      : {}),
  };
}
