/** The client of a site's server. What it can call, and with what, is described.ts, made from the OpenAPI document. */
import { version } from "../package.json" with { type: "json" };
import { type Client, type Paging, type Problem, ROUTES } from "./described.ts";
import { RewardProblem } from "./problem.ts";

/** Milliseconds. The token server gives a call at the fulfillment service 35 s at most: what it says then is still heard. */
const TIMEOUT_MS = 40_000;
/** Entries that a list is asked for at once: the most that the server gives. */
const PAGE = 100;
/** Statuses after which the same request may succeed later, where something else than the token server answered. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

/** As much of the platform's `fetch` as is used. */
export type Fetch = (
  address: string,
  init: {
    /** `GET`, `POST` or `DELETE`. */
    method: string;
    /** With the key in `authorization`. */
    headers: Record<string, string>;
    /** JSON. */
    body?: string;
    /** The key is for the token server's address alone. */
    redirect: "manual";
    /** Ends the request, the reading of its answer included. */
    signal: AbortSignal;
  },
) => Promise<{
  /** The HTTP status. */
  status: number;
  /** Those of the answer. */
  headers: HeadersLike;
  /** The whole body. */
  text(): Promise<string>;
}>;

/** As much of the platform's `Headers` as is used. */
export interface HeadersLike {
  /** The value of a header, by its name in any case; null without one. */
  get(name: string): string | null;
}

/** Of a client. */
export interface ClientOptions {
  /** The token server's address, such as `https://rewards.example`; it may have a path. */
  readonly server: string;
  /** The site's key. It opens every order of the site: never in a page. */
  readonly key: string;
  /** In the place of the platform's own, for a proxy or a test. */
  readonly fetch?: Fetch | undefined;
  /** How long a call may take, its answer included. Milliseconds; 40,000 by default. */
  readonly timeoutMs?: number | undefined;
}

/** Of one call. */
export interface CallOptions {
  /** Ends the call: it fails with the signal's reason. What the server has begun, it ends. */
  readonly signal?: AbortSignal | undefined;
  /** In the place of the client's. Milliseconds. */
  readonly timeoutMs?: number | undefined;
}

type Given = Readonly<Record<string, unknown>>;

/**
 * Every call takes one object, whatever of it stands in the address or in the body, and answers the body of the route: `{ data }`,
 * lists of pages also `paging`. Nothing is repeated by itself.
 * @returns an object whose functions can be taken off it
 * @throws {TypeError} where the address or the key cannot be one. Calls reject with a RewardProblem
 */
export function createClient({ server, key, fetch: own, timeoutMs = TIMEOUT_MS }: ClientOptions): Client {
  // Errors name it: no place for a password.
  if (!/^https?:\/\/[^?#@\s]+$/.test(server)) throw new TypeError("server: expected an address, https://…");
  // A line break in it would fail in the platform's fetch, whose message quotes it.
  if (!/^[!-~]+$/.test(key ?? "")) throw new TypeError("key: expected the site's key, without blanks");
  const base = server.replace(/\/+$/, "");
  const ask: Fetch = own ?? ((address, init) => fetch(address, init));
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${key}`,
    // A browser would leave it out, and some platforms do.
    "user-agent": `reward-redemption/${version}`,
  };

  const call = async (name: keyof typeof ROUTES, given: Given = {}, options: CallOptions = {}) => {
    const [method = "", path = ""] = ROUTES[name].split(" ");
    const { address, rest } = place(name, path, given);
    const isQuery = method === "GET";
    const query = isQuery ? new URLSearchParams(rest.map(([member, value]) => [member, String(value)])) : "";
    const body = isQuery || rest.length === 0 ? undefined : JSON.stringify(Object.fromEntries(rest));
    const limitMs = options.timeoutMs ?? timeoutMs;
    const limit = AbortSignal.timeout(limitMs);
    try {
      const response = await ask(`${base}${address}${`${query}` && `?${query}`}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body }),
        redirect: "manual",
        signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      });
      return read(name, response, await response.text());
    } catch (error) {
      if (error instanceof RewardProblem) throw error;
      if (options.signal?.aborted) throw options.signal.reason;
      const why = limit.aborted ? `no answer within ${limitMs} ms` : `${base} cannot be reached`;
      throw new RewardProblem({
        code: limit.aborted ? "timed_out" : "unreachable",
        message: `${name}: ${why}. It may have been carried out: repeat it`,
        retryable: true,
        cause: error,
      });
    }
  };
  return Object.fromEntries(
    (Object.keys(ROUTES) as (keyof typeof ROUTES)[]).map((name) => [
      name,
      (given?: Given, options?: CallOptions) => call(name, given, options),
    ]),
  ) as unknown as Client;
}

/** The path with the members that it names, and the other members. @throws RewardProblem invalid_request */
function place(name: string, path: string, given: Given) {
  const rest = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const address = path.replaceAll(/\{(\w+)\}/g, (_, member: string) => {
    const value = String(rest.get(member) ?? "");
    rest.delete(member);
    // An address drops dots: it would be that of another route.
    if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    const message = "expected an id, not empty and no dots alone";
    throw new RewardProblem({
      code: "invalid_request",
      message: `${name}: ${member}: ${message}`,
      retryable: false,
      errors: [{ path: member, message }],
    });
  });
  return { address, rest: [...rest] };
}

/** @param text of the body @throws RewardProblem for all but a success with JSON, or with nothing */
function read(
  name: string,
  { status, headers }: { readonly status: number; readonly headers: HeadersLike },
  text: string,
): unknown {
  const body = parse(text);
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && (text === "" || body !== undefined)) return body;
  const problem = !isSuccess && typeof body?.code === "string" ? (body as unknown as Problem) : undefined;
  const seconds = Number.parseInt(headers.get("retry-after") ?? "", 10);
  throw new RewardProblem({
    code: problem?.code ?? "unreadable",
    message: problem
      ? `${name}: ${problem.code}: ${problem.detail}`
      : `${name}: what answered with status ${status} is not the token server`,
    status,
    retryable: problem?.retryable ?? isPassing(status),
    retryAfter: Number.isNaN(seconds) ? undefined : seconds,
    requestId: problem?.request_id ?? headers.get("x-request-id") ?? undefined,
    problem,
  });
}

/** The JSON object in a text; undefined for anything else. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A call of a list. */
export type Call<Query, Entry> = (
  query: Query,
  options?: CallOptions,
) => Promise<{
  /** The entries of the page. */
  data: readonly Entry[];
  /** Of a list with numbered pages. */
  paging?: Paging;
}>;

/**
 * Every entry of a list, page by page: `for await (const event of eachOf(client.listEvents, { after }))`. A call that fails ends it with
 * its RewardProblem.
 * @param list listEvents, listSiteOrders, listRedemptions or listPromotions of a client
 * @param query as for one page; `per_page` is 100 by default
 */
export async function* eachOf<Query extends object, Entry>(
  list: Call<Query | undefined, Entry>,
  query?: Query,
  options?: CallOptions,
): AsyncGenerator<Entry, void, undefined> {
  let asked: Given = { per_page: PAGE, ...query };
  for (;;) {
    const { data, paging } = await list(asked as Query, options);
    yield* data;
    if (paging ? paging.page * paging.per_page >= paging.total : data.length < Number(asked.per_page)) return;
    // A list without numbers of pages goes on after its last entry: an event, or an order.
    const last = data.at(-1) as { data?: { event_id: string }; order_id?: string } | undefined;
    asked = paging
      ? { ...asked, page: paging.page + 1 }
      : { ...asked, after: last?.data?.event_id ?? last?.order_id };
  }
}
