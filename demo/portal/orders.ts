/**
 * The portal's own orders: who gets what, with the values that the first session pinned. Every later session must repeat
 * them, so a real partner keeps them in its database; here they are in memory and end with the process.
 */
import { randomBytes } from "node:crypto";
import type { Delivery } from "../../shared/wire.ts";
import type { Customer } from "./site.ts";

/** What a session is asked for. Source: the public contract, `POST /v1/sessions`. */
export interface SessionValues {
  readonly promotion_id: string;
  readonly user: { readonly email: string };
  readonly delivery: Delivery;
  readonly skus?: readonly string[];
  readonly amount?: string;
  readonly max_amount?: string;
  readonly customization?: { readonly pdf: { readonly message?: string; readonly sender_name?: string } };
}

export interface PortalOrder {
  readonly order_id: string;
  readonly customer: Customer;
  readonly values: SessionValues;
  /** Epoch ms. */
  readonly made_at: number;
}

export interface PortalOrders {
  keep(order: PortalOrder): void;
  find(orderId: string): PortalOrder | undefined;
  /** Newest first. */
  newest(): PortalOrder[];
}

/** More than a demo makes; the oldest go. */
const MOST_ORDERS = 1_000;

export function createPortalOrders(): PortalOrders {
  const orders = new Map<string, PortalOrder>();
  return {
    keep(order) {
      orders.set(order.order_id, order);
      const [oldest] = orders.keys();
      if (orders.size > MOST_ORDERS && oldest !== undefined) orders.delete(oldest);
    },
    find: (orderId) => orders.get(orderId),
    newest: () => [...orders.values()].reverse(),
  };
}

/** Without I, L, O and U, which are misread and misheard. Source: Crockford's Base32. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = "CV-";
const DRAWN_LETTERS = 8;

/** A number that can be read out on the telephone; drawn from 2^40, so that a restart does not repeat one. */
export function drawOrderNumber(): string {
  return PREFIX + [...randomBytes(DRAWN_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** An order number as it was drawn, however it was typed; what is none stays as it is. */
export function orderNumber(typed: string): string {
  const upper = typed.toUpperCase();
  return new RegExp(`^${PREFIX}[${LETTERS}]{${DRAWN_LETTERS}}$`).test(upper) ? upper : typed;
}
