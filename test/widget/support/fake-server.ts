/**
 * The token server's browser routes as docs/server/browser-routes.md describes them, as a `fetch`; every answer can be replaced
 * once.
 */
import { CONFIRM_MARGIN_SECONDS } from "../../../shared/hold.ts";
import { PROBLEMS, type ProblemCode } from "../../../shared/problems.ts";
import type { Codes } from "../../../shared/usages.ts";
import type {
  Balance,
  Choice,
  Confirmation,
  Delivery,
  Opening,
  Order,
  Reward,
  RewardDetails,
} from "../../../shared/wire.ts";

export interface Call {
  readonly route: string;
  readonly body: unknown;
  readonly token: string | null;
  readonly signal?: AbortSignal | null;
}

type Reply = (call: Call) => Response | Promise<Response>;

export const SECRET_CODE = "6006491286999911";
export const SECRET_PIN = "4821";
export const SECRET_LINK = "https://rewards.example/open/7f3a?d=1";

/** The address that opens the reward of an activated order. */
export const SECRET_URL = "https://flow.example/r/rd-1?token=9c41e7";
export const MASKED_EMAIL = "j•••@example.org";

export const PRIMARY_AND_PIN: Codes = {
  reward_format: { usages: ["primary", "security"], barcode_type: "c128" },
  items: [
    { name: "Card number", value: SECRET_CODE, format: "string", usage: "primary" },
    { name: "PIN", value: SECRET_PIN, format: "string", usage: "security" },
  ],
  barcode: { type: "c128", value: SECRET_CODE },
  expiration_datetime: "2027-03-31",
};

export const ORDER: Order = {
  order_id: "order-1",
  delivery: "redeem",
  environment: "production",
  promotion: { id: "promotion-1", name: "Autumn" },
  amount_limits: { max_amount: "100" },
  state: "open",
};

export function reward(sku: string, more: Partial<RewardDetails> = {}): RewardDetails {
  return {
    sku,
    name: `Reward ${sku}`,
    in_stock: true,
    stock_quantity: null,
    free_value: false,
    description: "Something nice.",
    logo_url: null,
    catalog_card_url: null,
    how_to_use_instructions: "1. Open\n2. Show",
    important_instructions: "Not for cash.",
    terms_and_conditions: "First line\nSecond line",
    ...more,
  };
}

/** The time for a confirmation. */
export const HOLD_SECONDS = 1_740;

export class FakeServer {
  order: Order = ORDER;
  rewards: readonly RewardDetails[] = [
    reward("A"),
    reward("FREE", { free_value: true, min_amount: "5", max_amount: "150" }),
    reward("GONE", { in_stock: false, stock_quantity: 0 }),
  ];
  codes: Codes = PRIMARY_AND_PIN;
  url = SECRET_URL;
  balance: Balance = { card_balance: 12.5, card_currency: "EUR" };
  sessions = new Set(["token-1"]);
  /** Whether an opening includes the catalog; without it the widget makes another request. */
  catalogComesAlong = true;
  readonly calls: Call[] = [];
  /** The hosts that received the session, in the order of first calls. */
  readonly hosts: string[] = [];
  readonly #replies = new Map<string, Reply[]>();

  /** Sets the next answers of a route, in order; afterwards the route answers by itself again. */
  reply(route: string, ...replies: readonly Reply[]): this {
    this.#replies.set(route, [...(this.#replies.get(route) ?? []), ...replies]);
    return this;
  }

  count(route: string): number {
    return this.calls.filter((call) => call.route === route).length;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { host, pathname } = new URL(String(input));
    if (!this.hosts.includes(host)) this.hosts.push(host);
    const route = `${init.method ?? "GET"} ${pathname}`;
    const { body: sent } = init;
    const body =
      sent instanceof URLSearchParams
        ? Object.fromEntries(sent)
        : sent
          ? JSON.parse(String(sent))
          : undefined;
    const bearer = new Headers(init.headers).get("authorization")?.replace("Bearer ", "");
    const call: Call = { route, token: bearer ?? body?.session_token ?? null, body };
    this.calls.push(call);
    const ended = new Promise<never>((_, reject) =>
      init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))),
    );
    const reply = this.#replies.get(route)?.shift();
    return Promise.race([reply ? reply({ ...call, signal: init.signal }) : this.#answer(call), ended]);
  };

  #answer({ route, token, body }: Call): Response {
    if (route === "GET /widget/latest.json") return answer({ version: "1.0.0-a" }, 200, {});
    if (!this.sessions.has(token ?? "")) return problem("session_expired");
    if (route.startsWith("GET /v1/rewards/")) {
      const found = this.rewards.find(({ sku }) => sku === decodeURIComponent(route.split("/").at(-1) ?? ""));
      return found ? data(found) : problem("reward_not_found");
    }
    switch (route) {
      case "POST /v1/opening":
        return data({ order: this.order, ...this.#offer((body as { etag?: string }).etag) });
      case "GET /v1/order":
        return data(this.order);
      case "GET /v1/catalog":
        return data(this.rewards satisfies readonly Reward[]);
      case "POST /v1/order/book":
        this.order = this.#as(booked(body as Choice, (this.order.attempt ?? 0) + 1));
        return data(this.order, 201);
      case "POST /v1/order/redeem":
        this.order = this.#as(redeemed(body as Confirmation));
        return data({ ...this.order, codes: this.codes });
      case "POST /v1/order/activate":
        // The link was opened meanwhile: the order has codes instead of a link.
        if (this.order.state === "redeemed") return data(this.order);
        this.order = this.#as(activated(body as Confirmation));
        return data({ ...this.order, url: this.url });
      case "POST /v1/order/notify":
        this.order = this.#as(notified(body as Choice));
        return data(this.order);
      case "POST /v1/order/codes":
        return this.order.state === "redeemed" ? data({ codes: this.codes }) : problem("not_redeemed");
      case "POST /v1/order/balance":
        return data(this.balance);
      default:
        return problem("not_found");
    }
  }

  /** The data beside the order, as far as they would be known. */
  #offer(etag: string | undefined): Partial<Opening> {
    const isChoosing = ["open", "booked", "processing"].includes(this.order.state);
    const catalog_etag = `"${this.rewards.map(({ sku }) => sku).join()}"`;
    if (isChoosing && this.catalogComesAlong)
      return { catalog_etag, ...(etag !== catalog_etag && { catalog: [...this.rewards] }) };
    return { reward: this.rewards.find(({ sku }) => sku === this.order.sku) };
  }

  /** The order with what is pinned to it, and what its session says. */
  #as(order: Order): Order {
    const { delivery, environment, testing, promotion, amount_limits, currency } = this.order;
    const { message, points_per_unit } = this.order;
    const said = { currency: currency ?? order.currency, message, points_per_unit };
    return { ...order, delivery, environment, testing, promotion, amount_limits, ...said };
  }
}

/** An order of that delivery, before a choice. */
export const openFor = (delivery: Delivery): Order => ({ ...ORDER, delivery });

export function booked(choice: Choice = { sku: "A" }, attempt = 1): Order {
  return {
    ...ORDER,
    ...choice,
    attempt,
    state: "booked",
    reward_name: `Reward ${choice.sku}`,
    hold_expires_at: "2026-11-21T12:00:00Z",
    hold_seconds_left: HOLD_SECONDS + CONFIRM_MARGIN_SECONDS,
  };
}

export function processing(step: Order["step"], more: Partial<Order> = {}): Order {
  return { ...ORDER, sku: "A", attempt: 1, reward_name: "Reward A", state: "processing", step, ...more };
}

export function redeemed(choice: Choice & { attempt?: number } = { sku: "A", attempt: 1 }): Order {
  return {
    ...ORDER,
    attempt: 1,
    ...choice,
    state: "redeemed",
    reward_name: `Reward ${choice.sku}`,
    reference: "rd-1",
  };
}

export const activated = (choice: Choice & { attempt?: number } = { sku: "A", attempt: 1 }): Order => ({
  ...redeemed(choice),
  delivery: "activate",
  state: "activated",
});

export const notified = (choice: Choice = { sku: "A" }): Order => ({
  ...redeemed(choice),
  delivery: "notify",
  state: "notified",
  masked_email: MASKED_EMAIL,
});

/**
 * A body that is already there. A real body is read from a stream, which takes a different number of turns in each
 * engine, so that "after one turn of the event loop" would mean another moment in each.
 */
function answer(body: unknown, status: number, headers: Record<string, string>): Response {
  const sent = JSON.stringify(body);
  return Object.assign(new Response(sent, { status, headers }), {
    json: async () => JSON.parse(sent),
    text: async () => sent,
  });
}

export function data(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return answer({ data: body }, status, headers);
}

export function problem(
  code: ProblemCode,
  more: object = {},
  headers: Record<string, string> = {},
): Response {
  const { status, title, retryable } = PROBLEMS[code];
  const body = {
    type: `urn:reward-redemption:problem:${code}`,
    title,
    status,
    code,
    detail: title,
    retryable,
    request_id: "req-1",
    ...more,
  };
  return answer(body, status, headers);
}

/** The connection broke before an answer. */
export const offline = (): Promise<Response> => Promise.reject(new TypeError("Failed to fetch"));

/** An answer that never comes. */
export const silence = (): Promise<Response> => new Promise(() => {});
