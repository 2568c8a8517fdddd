/**
 * Classifies one HTTP answer, before it is interpreted: data, a clear refusal, or nothing certain.
 * Source: interface, Errors; integrity rules 3 and 6.
 */
import { RETRY_AFTER_MAX } from "../timing.ts";
import type { RefusalName } from "./outcome.ts";
import { errorBody } from "./schemas.ts";
import { TransportError, type TransportResponse } from "./transport.ts";

export type Answer =
  /** 2xx with a JSON object. */
  | { readonly kind: "data"; readonly body: unknown }
  /** 4xx but for 408, 425 and 429. */
  | { readonly kind: "refused"; readonly status: number; readonly error: RefusalName }
  | { readonly kind: "unclear"; readonly cause: string; readonly retryAfterMs?: number }
  /** `cause` is set if the service refuses the credentials: waiting does not help. */
  | { readonly kind: "not_sent"; readonly cause?: "credentials_refused" };

/** How a call ended on the wire. */
export type Exchange = TransportResponse | TransportError;

/** 4xx statuses that mean "later", not "no". */
const LATER = [408, 425, 429];

/**
 * @param now epoch ms, to read a Retry-After that is a date
 */
export function readAnswer(exchange: Exchange, now: number): Answer {
  if (exchange instanceof TransportError) {
    return exchange.sent ? { kind: "unclear", cause: exchange.reason } : { kind: "not_sent" };
  }
  const { status, headers } = exchange;
  if (status >= 200 && status < 300) {
    const body = readJson(exchange.body);
    return body === undefined ? { kind: "unclear", cause: "garbled" } : { kind: "data", body };
  }
  if (status >= 400 && status < 500 && !LATER.includes(status)) {
    return { kind: "refused", status, error: refusalName(status, exchange.body) };
  }
  const retryAfterMs =
    status === 429 || status === 503 ? readRetryAfter(headers["retry-after"], now) : undefined;
  return { kind: "unclear", cause: `status_${status}`, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Whether the service itself gave an answer, and not a gateway before it: data, or a refusal in JSON. */
export function isOfService(exchange: Exchange, answer: Answer): exchange is TransportResponse {
  if (exchange instanceof TransportError) return false;
  return answer.kind === "data" || (answer.kind === "refused" && readJson(exchange.body) !== undefined);
}

/** Fatal: otherwise an invalid UTF-8 byte would silently become another character of a code. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON object or array in a body; undefined for anything else. Never throws, however deep or strange the body. */
export function readJson(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const NAMES: ReadonlySet<string> = new Set<RefusalName>([
  "unauthorized",
  "forbidden",
  "not_found",
  "invalid_request",
  "unprocessable_entity",
]);

const isRefusalName = (value: string): value is RefusalName => NAMES.has(value);

/** A 401 with neither of the two known names is `other`: the token source decides how it counts (rule 7). */
function refusalName(status: number, body: Uint8Array): RefusalName {
  const name = errorBody.safeParse(readJson(body)).data?.error_name.toLowerCase();
  if (name !== undefined && isRefusalName(name)) return name;
  if (status === 403) return "forbidden";
  return status === 404 ? "not_found" : "other";
}

/** Seconds or an HTTP date, as milliseconds from `now`; bounded, so that no wait is endless. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), RETRY_AFTER_MAX);
}
