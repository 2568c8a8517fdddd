/** The record of every call the service received: what came in, what it did, what was answered. */
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

/** Those of the API itself, each of which wants credentials. */
export const API_OPERATIONS = [...READS, ...CHANGES] as const;
export type ApiOperation = (typeof API_OPERATIONS)[number];

export interface Call {
  /** Counts from 1 in order of arrival. */
  readonly seq: number;
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** As parsed; undefined when there was none or it was not JSON. The API secret is never kept. */
  readonly body: unknown;
  /** The upstream order id: from the body, else from the redemption that is named or was made. */
  order_id: string | undefined;
  redemption_id: string | undefined;
  readonly promotion_id: string | undefined;
  readonly sku: string | undefined;
  readonly auth: "bearer" | "headers" | "none";
  readonly at: number;
  answered_at: number | undefined;
  /** The HTTP status answered, or `reset` when the connection was broken instead. */
  status: number | "reset" | undefined;
  /** The kind of the fault that was injected. */
  fault: string | undefined;
  /** What the call changed; with a `late` fault, filled in when it happens. */
  effect: Effect | undefined;
}
