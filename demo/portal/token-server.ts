/**
 * A client of the token server for this site's backend: its routes over HTTP with the site key. Only the members that
 * the portal uses are read. Source: the public contract, "For the site's own backend".
 */
import { z } from "zod";
import { DELIVERIES } from "../../shared/wire.ts";
import { TOKEN_SERVER_LIMIT_MS } from "../limits.ts";
import type { SessionValues } from "./orders.ts";
import { currencyOf } from "./site.ts";

export interface TokenServerOptions {
  /** The token server's address from here, without a trailing slash. */
  readonly tokenServer: string;
  readonly siteKey: string;
  /** Default: the network. */
  readonly fetch?: typeof fetch;
}

/** The token server's refusal: a code of its closed list, or `token_server_unavailable`. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly code: string;
  readonly request_id?: string;
  readonly retry_after_seconds?: number;

  constructor(
    status: number,
    code: string,
    more: { request_id?: string; retry_after_seconds?: number } = {},
  ) {
    super(code);
    this.status = status;
    this.code = code;
    this.request_id = more.request_id;
    this.retry_after_seconds = more.retry_after_seconds;
  }
}

const money = z.object({ amount: z.number(), currency: z.string().optional() });

const session = z.object({ session_token: z.string().min(1), state: z.string() });

const order = z.object({
  order_id: z.string(),
  delivery: z.enum(DELIVERIES),
  state: z.string(),
  testing: z.boolean().optional(),
  promotion: z.object({ id: z.string(), name: z.string().optional() }),
  sku: z.string().optional(),
  reward_name: z.string().optional(),
  amount: z.string().optional(),
  value: money.optional(),
  hold_expires_at: z.string().optional(),
  step: z.string().optional(),
  reference: z.string().optional(),
});
export type Order = z.infer<typeof order>;

const refundedOrder = order.extend({ refunded: z.boolean() });
export type RefundedOrder = z.infer<typeof refundedOrder>;

const redemption = z.object({
  order_id: z.string(),
  attempt: z.int(),
  state: z.string(),
  testing: z.boolean(),
  redeemed_datetime: z.string().nullish(),
  refunded_datetime: z.string().nullish(),
  updated_datetime: z.string().optional(),
  promotion: z.object({ id: z.string() }),
  reward: z.object({ sku: z.string().optional() }),
  value: money.optional(),
});
export type Redemption = z.infer<typeof redemption>;

const promotion = z.object({
  id: z.string(),
  name: z.string().optional(),
  available: z.boolean(),
  rewards: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      in_stock: z.boolean(),
      free_value: z.boolean(),
      min_amount: z.string().optional(),
      max_amount: z.string().optional(),
    }),
  ),
});
export type Promotion = z.infer<typeof promotion>;

const paging = z.object({ page: z.int(), per_page: z.int(), total: z.int() });

export interface Page<T> {
  readonly data: T;
  readonly paging: z.infer<typeof paging>;
}

/** The envelope of every answer that is not a problem. */
const envelope = z.object({ data: z.unknown(), paging: paging.optional() });
const problem = z.object({ code: z.string(), request_id: z.string().optional() });

export interface TokenServer {
  openSession(orderId: string, values: SessionValues, ttlSeconds?: number): Promise<z.infer<typeof session>>;
  order(orderId: string): Promise<Order>;
  cancel(orderId: string): Promise<Order>;
  refund(orderId: string): Promise<RefundedOrder>;
  /** @param query the route's parameters */
  redemptions(query: Readonly<Record<string, string>>): Promise<Page<Redemption[]>>;
  promotions(): Promise<Promotion[]>;
}

/** More promotions than a partner has, and the most that one answer may contain. */
const PROMOTIONS_PER_PAGE = "100";

/** Each call rejects with a {@link Refusal}. */
export function createTokenServer({
  tokenServer,
  siteKey,
  fetch: send = fetch,
}: TokenServerOptions): TokenServer {
  async function ask<T>(
    method: "GET" | "POST",
    path: string,
    schema: z.ZodType<T>,
    body?: object,
  ): Promise<{ data: T; paging: z.infer<typeof paging> | undefined }> {
    let response: Response;
    let json: unknown;
    try {
      response = await send(`${tokenServer}/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${siteKey}`,
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.timeout(TOKEN_SERVER_LIMIT_MS),
      });
      json = await response.json();
    } catch {
      throw new Refusal(502, "token_server_unavailable");
    }
    if (response.ok) {
      const answer = envelope.safeParse(json);
      const data = schema.safeParse(answer.data?.data);
      if (!data.success) throw new Refusal(502, "token_server_unavailable");
      return { data: data.data, paging: answer.data?.paging };
    }
    const refused = problem.safeParse(json);
    if (!refused.success) throw new Refusal(502, "token_server_unavailable");
    const { code, request_id } = refused.data;
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    throw new Refusal(response.status, code, {
      request_id,
      retry_after_seconds: Number.isFinite(seconds) ? seconds : undefined,
    });
  }

  const path = (orderId: string): string => `orders/${encodeURIComponent(orderId)}`;

  return {
    async openSession(orderId, values, ttlSeconds) {
      const request = {
        order_id: orderId,
        ...values,
        currency: currencyOf(values.promotion_id),
        ttl_seconds: ttlSeconds,
      };
      return (await ask("POST", "sessions", session, request)).data;
    },
    order: async (orderId) => (await ask("GET", path(orderId), order)).data,
    cancel: async (orderId) => (await ask("POST", `${path(orderId)}/cancel`, order)).data,
    refund: async (orderId) => (await ask("POST", `${path(orderId)}/refund`, refundedOrder)).data,
    async redemptions(query) {
      const { data, paging } = await ask(
        "GET",
        `redemptions?${new URLSearchParams(query)}`,
        z.array(redemption),
      );
      if (!paging) throw new Refusal(502, "token_server_unavailable");
      return { data, paging };
    },
    promotions: async () =>
      (await ask("GET", `promotions?per_page=${PROMOTIONS_PER_PAGE}`, z.array(promotion))).data,
  };
}
