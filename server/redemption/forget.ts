/**
 * When an order's e-mail address goes, and how it comes back: pure. It is kept while a call may need it, and for a while
 * after; then the row keeps only what recognises it.
 */
import { maskEmail } from "./masked-email.ts";
import { currentAttempt, type ForgottenEmail, type Order } from "./model.ts";

/** Whether the address may go from a row that last changed before `before` (wall clock, epoch ms). */
export function mayForget(order: Order, before: number): boolean {
  const isListed = order.attention !== null;
  if (order.pins.email === null || order.updated_at >= before || order.due_at !== null || isListed)
    return false;
  if (order.attempts.some(({ closing }) => closing)) return false;
  const current = currentAttempt(order);
  if (!current) return true;
  switch (current.phase) {
    case "booking":
    case "booked":
    case "redeeming":
    case "activating":
    case "creating":
      return false;
    case "redeemed":
    case "activated":
    case "notified":
    case "refunded":
    case "refused":
    case "given_up":
    case "void":
    case "stopped":
      return true;
    default:
      return current.phase satisfies never;
  }
}

/** The row without the address. Its other times stay: nothing has happened to the order. */
export function withoutEmail(order: Order, kept: Pick<ForgottenEmail, "salt" | "digest">): Order {
  const { email } = order.pins;
  if (email === null) return order;
  const isShown = order.pins.delivery === "notify";
  const forgotten_email = { ...kept, ...(isShown && { masked: maskEmail(email) }) };
  return { ...order, pins: { ...order.pins, email: null }, forgotten_email };
}

/**
 * The row as a new session needs it: with the address, which was recognised, and changed so lately that it stays for as
 * long as the session. Undefined where it is so already.
 * @param stale wall clock, epoch ms: what last changed before may be forgotten too soon
 */
export function withEmail(order: Order, email: string, stale: number): Order | undefined {
  if (order.pins.email !== null) return order.updated_at < stale ? { ...order } : undefined;
  const { forgotten_email: _, ...rest } = order;
  return { ...rest, pins: { ...order.pins, email } };
}

/** The address as it may be shown, also after it was forgotten. */
export function maskedEmail({ pins, forgotten_email }: Order): string | undefined {
  return pins.email === null ? forgotten_email?.masked : maskEmail(pins.email);
}
