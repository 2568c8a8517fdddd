/** A fulfillment service of a few lines behind an injected transport: each test sets its answers. */
import { type Auth, createAuth } from "../../../server/fulfillment/auth.ts";
import { createFulfillmentClient, type Fulfillment } from "../../../server/fulfillment/client.ts";
import { CredentialStanding } from "../../../server/fulfillment/credential-standing.ts";
import { DEFAULT_PATHS, type PathSettings } from "../../../server/fulfillment/paths.ts";
import type { SharedValues } from "../../../server/fulfillment/token-store.ts";
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../../../server/fulfillment/transport.ts";
import { createLog } from "../../../server/observing/log.ts";
import { VirtualClock } from "../virtual-clock.ts";

export const BASE_URL = "https://api.fulfillment.example/sandbox/";
export const AUTH_URL = "https://login.sandbox.example/auth/";
export const API_KEY = "key-1";
export const API_SECRET = "a-secret-that-is-nowhere-else";

export interface Seen extends TransportRequest {
  /** Below the base or auth address. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A handler's result: an answer, or a value that is converted to one. Throwing is allowed. */
export type Handler = (request: Seen) => TransportResponse | Promise<TransportResponse>;

export function json(status: number, body: unknown, headers: Record<string, string> = {}): TransportResponse {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

export function raw(status: number, body: string, headers: Record<string, string> = {}): TransportResponse {
  return { status, headers, body: Buffer.from(body) };
}

/** The ledger's small values, in memory; instances may share them. */
export class MemoryStore implements SharedValues {
  readonly values = new Map<string, string>();
  async get(key: string): Promise<string | undefined> {
    return this.values.get(key);
  }
  async swapValue(key: string, seen: string | undefined, value: string): Promise<boolean> {
    if (this.values.get(key) !== seen) return false;
    this.values.set(key, value);
    return true;
  }
}

export interface Harness {
  readonly auth: Auth;
  readonly client: Fulfillment;
  readonly credentials: CredentialStanding;
  /** Calls of the API, in order. */
  readonly calls: Seen[];
  /** Token requests, in order. */
  readonly tokens: Seen[];
  readonly log: string[];
}

export interface HarnessOptions {
  /** Answers the API. Default: 404. */
  readonly api?: Handler;
  /** Answers the token endpoint. Default: token-1, token-2, … each for an hour. */
  readonly token?: Handler;
  readonly clock?: VirtualClock;
  readonly store?: MemoryStore;
  readonly method?: "oauth" | "headers";
  readonly apiKey?: string;
  readonly apiSecret?: string;
  readonly baseUrl?: string;
  readonly paths?: Partial<PathSettings>;
}

export interface OwnHarness extends Harness {
  readonly clock: VirtualClock;
  readonly store: MemoryStore;
}

/** A client on a virtual clock and a store of its own, or on given ones. */
export function harness(options: HarnessOptions = {}): OwnHarness {
  const { clock = new VirtualClock(), store = new MemoryStore() } = options;
  const calls: Seen[] = [];
  const tokens: Seen[] = [];
  const lines: string[] = [];
  const log = createLog("debug", clock, (line) => lines.push(line));
  const token: Handler =
    options.token ?? (() => json(200, { access_token: `token-${tokens.length}`, expires_in: 3600 }));
  const api: Handler = options.api ?? (() => json(404, { error_name: "not_found", error_message: null }));
  const transport: Transport = async (request) => {
    const url = new URL(request.url);
    const isToken = url.host === new URL(AUTH_URL).host;
    const root = new URL(isToken ? AUTH_URL : BASE_URL).pathname.replace(/\/$/, "");
    const seen: Seen = { ...request, path: url.pathname.slice(root.length), query: url.searchParams };
    (isToken ? tokens : calls).push(seen);
    return (isToken ? token : api)(seen);
  };
  const credentials = new CredentialStanding(log);
  const auth = createAuth({
    method: options.method ?? "oauth",
    baseUrl: options.baseUrl ?? BASE_URL,
    authUrl: AUTH_URL,
    apiKey: options.apiKey ?? API_KEY,
    apiSecret: options.apiSecret ?? API_SECRET,
    transport,
    store,
    clock,
    log,
    credentials,
  });
  const paths = { ...DEFAULT_PATHS, ...options.paths };
  const client = createFulfillmentClient({
    baseUrl: BASE_URL,
    paths,
    transport,
    auth,
    clock,
    log,
    credentials,
  });
  return { auth, client, credentials, calls, tokens, log: lines, clock, store };
}

/** All items of a list. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const REDEMPTION_ID = "ab12c-de34f";
export const ORDER_ID = "shop.order-1.1";
export const EMAIL = "Ü.user+x@example.com";

export const PROMOTION = {
  id: 42,
  name: "Summer",
  status: "enabled",
  state: "ready",
  rewards: [{ sku: "SHOE-50", name: "Shoes", variable_value: false, state: "ready", status: "enabled" }],
};

/** A redemption as the service writes it. */
export function redemptionBody(own: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: REDEMPTION_ID,
    order_id: ORDER_ID,
    state: "booked",
    testing: true,
    promotion: { id: 42, status: "enabled", state: "ready" },
    reward: { sku: "SHOE-50", status: "enabled", state: "ready" },
    value: { amount: 50, currency: "EUR" },
    debited: false,
    reward_format: { usages: ["primary"], barcode_type: "none" },
    ...own,
  };
}

export const ok = (): TransportResponse => json(200, { data: redemptionBody() });
export const unauthorized = (): TransportResponse =>
  json(401, { error_name: "unauthorized", error_message: null });
export const forbidden = (): TransportResponse => json(401, { error_name: "forbidden", error_message: "no" });

/** With which token a request came. */
export const tokenOf = (request: Seen | undefined): string | undefined => request?.headers.authorization;

/** Accepts only the given tokens. */
export const taking =
  (accepted: Set<string>, refuse: () => TransportResponse = unauthorized): Handler =>
  (request) =>
    accepted.has(tokenOf(request)?.replace("Bearer ", "") ?? "") ? ok() : refuse();
