/**
 * The portal's own orders: the customer, and the values that the first session pinned. Every later session must repeat
 * these values, so a real partner keeps them in its database. Here they are in memory and end with the process.
 */
import { createHash } from "node:crypto";
import type { Delivery } from "../../shared/wire.ts";
import { CUSTOMERS, type Customer, type Sample } from "./site.ts";

/** The values of a session request. Source: the public contract, `POST /v1/sessions`. */
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
  /** At the token server when it was opened there; since then it is told by webhook. */
  readonly state?: string;
}

export interface PortalOrders {
  /** Records that the order exists. */
  keep(order: PortalOrder): void;
  /**
   * Records an order that was requested without an answer, so that it may or may not exist. The first record of a
   * number stays.
   */
  suspect(order: PortalOrder): void;
  suspected(orderId: string): PortalOrder | undefined;
  find(orderId: string): PortalOrder | undefined;
  /** Newest first. */
  newest(): PortalOrder[];
}

/** More orders than a demo makes; the oldest are removed. */
const MOST_ORDERS = 1_000;

export function createPortalOrders(): PortalOrders {
  const orders = new Map<string, PortalOrder>();
  const suspects = new Map<string, PortalOrder>();
  return {
    keep(order) {
      suspects.delete(order.order_id);
      put(orders, order);
    },
    suspect(order) {
      if (!suspects.has(order.order_id)) put(suspects, order);
    },
    suspected: (orderId) => suspects.get(orderId),
    find: (orderId) => orders.get(orderId),
    newest: () => [...orders.values()].reverse(),
  };
}

function put(orders: Map<string, PortalOrder>, order: PortalOrder): void {
  orders.set(order.order_id, order);
  const [oldest] = orders.keys();
  if (orders.size > MOST_ORDERS && oldest !== undefined) orders.delete(oldest);
}

/** Without I, L, O and U, which are misread and misheard. Source: Crockford's Base32. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = "CV-";
const NUMBER_LETTERS = 8;

/**
 * The number of the order that a form makes: one of 2^40, short enough to read out on the telephone. The same key gives
 * the same number, also after a restart, so that a repeated form makes no second order.
 * @param formKey random, drawn by the page when the form is opened
 */
export function orderNumberOf(formKey: string): string {
  const bytes = createHash("sha256").update(formKey).digest().subarray(0, NUMBER_LETTERS);
  return PREFIX + [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** A typed order number in its original spelling; any other text stays unchanged. */
export function orderNumber(typed: string): string {
  const upper = typed.toUpperCase();
  return new RegExp(`^${PREFIX}[${LETTERS}]{${NUMBER_LETTERS}}$`).test(upper) ? upper : typed;
}

/** The orders of samples whose customer this process knows. */
export const sampleOrders = (samples: readonly Sample[], made_at: number): PortalOrder[] =>
  samples.flatMap(({ form_key, customer: email, promotion, delivery, max_amount }) => {
    const customer = CUSTOMERS.find((each) => each.email === email);
    const limit = max_amount === undefined ? {} : { max_amount };
    const values = { promotion_id: String(promotion), user: { email }, delivery, ...limit };
    return customer ? [{ order_id: orderNumberOf(form_key), customer, values, made_at }] : [];
  });
