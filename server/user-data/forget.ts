/**
 * When an order's user is forgotten, and how the user is restored: pure. The e-mail address and the printed texts are kept while a
 * call may need them, and for a while after; then the row keeps only a digest of them.
 */

import type { OrderState } from "../../shared/wire.ts";
import type { ForgottenEmail, Order } from "../rows/order.ts";
import type { User } from "./email-digest.ts";
import { maskEmail } from "./masked-email.ts";

/** Whether the address may be removed from a row that last changed before `before` (epoch ms): no call needs it any more. */
export function mayForget(order: Order, before: number): boolean {
  const isResting = order.due_at === null && order.attention === null && order.known.call === null;
  return order.pins.email !== null && order.updated_at < before && isResting;
}

/**
 * Whether a site may have its order's user forgotten at once: the order has to be finished, and no call that needs the
 * address may be pending.
 * @param state of the order, as sites are shown it
 */
export function decideForgetting(order: Order, state: OrderState): "forgotten" | "forget" | "unfinished" {
  const isFinished = state !== "open" && state !== "booked" && state !== "processing";
  if (!isFinished) return "unfinished";
  if (order.pins.email === null && order.user_id === null) return "forgotten";
  const { known, wanted, attention } = order;
  const isHandled = known.cancels === wanted.cancels && known.refunds === wanted.refunds;
  const lacksCodes = known.attempts.some(({ codes_missing_since }) => codes_missing_since !== null);
  // A hold that was left behind lapses without a call.
  return known.call === null && attention === null && isHandled && !lacksCodes ? "forget" : "unfinished";
}

/** The row without its user. Other times stay: the order itself has not changed. */
export function withoutUser(order: Order, kept: Pick<ForgottenEmail, "salt" | "digest">): Order {
  const { email } = order.pins;
  if (email === null) return order;
  const isShown = order.pins.delivery === "notify";
  const forgotten_email = { ...kept, ...(isShown && { masked: maskEmail(email) }) };
  return { ...order, pins: { ...order.pins, email: null, customization: null }, forgotten_email };
}

/**
 * The row for a new session: with its recognised user, and changed recently enough that the address outlasts the session. Undefined
 * if the row is so already.
 * @param stale wall clock, epoch ms: a row that last changed before this may be forgotten too soon
 */
export function withUser(order: Order, { email, customization }: User, stale: number): Order | undefined {
  if (order.pins.email !== null) return order.updated_at < stale ? { ...order } : undefined;
  return { ...order, forgotten_email: null, pins: { ...order.pins, email, customization } };
}

/** The address as it may be shown, also after it was forgotten. */
export function maskedEmail({ pins, forgotten_email }: Order): string | undefined {
  return pins.email === null ? forgotten_email?.masked : maskEmail(pins.email);
}
