/** The record of every call that the service received: the request, its effect, and the answer. */
import type { Effect } from "./redemptions.ts";

export const READS = [
  "account",
  "list_promotions",
  "get_promotion",
  "list_rewards",
  "get_reward",
  "list_redemptions",
  "get_redemption",
  "card_consult",
  "list_discounts",
  "list_clients",
  "get_client",
] as const;

export const CHANGES = [
  "create",
  "create_and_redeem",
  "book",
  "activate",
  "redeem",
  "cancel",
  "refund",
] as const;

/** The operations of the interface's endpoint summary, and `token`. */
export const OPERATIONS = ["token", ...READS, ...CHANGES] as const;

export type Operation = (typeof OPERATIONS)[number];

/** The operations of the API itself, which all need credentials. */
export const API_OPERATIONS = [...READS, ...CHANGES] as const;
export type ApiOperation = (typeof API_OPERATIONS)[number];

export interface Call {
  /** Counts from 1 in order of arrival. */
  readonly seq: number;
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** As parsed; undefined if there was no body or it was not JSON. The API secret is never recorded. */
  readonly body: unknown;
  /** The upstream order id: from the body, otherwise from the redemption that the call names or made. */
  order_id: string | undefined;
  redemption_id: string | undefined;
  readonly promotion_id: string | undefined;
  readonly sku: string | undefined;
  readonly auth: "bearer" | "headers" | "none";
  readonly at: number;
  answered_at: number | undefined;
  /** The HTTP status of the answer, or `reset` if the connection was broken instead. */
  status: number | "reset" | undefined;
  /** The kind of the injected fault. */
  fault: string | undefined;
  /** The effect of the call; with a `late` fault, filled in when it happens. */
  effect: Effect | undefined;
}
