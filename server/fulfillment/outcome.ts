/**
 * What an answer of the fulfillment service proves, in two steps. `readAnswer` classifies the exchange: data, a clear refusal, or
 * nothing certain. Then `understand` makes an Outcome of the answer to a changing call, and `readError` an UpstreamError of a read
 * without data. HTTP statuses and raw bodies never leave this folder.
 * Source: docs/proof/interface.md, "Errors" and R1 to R4; docs/proof/rules.md, rules 2, 3 and 10.
 */

import type { Log, LogFields } from "../observing/log.ts";
import { UpstreamError, type UpstreamErrorCode } from "../problems/upstream-error.ts";
import { RETRY_AFTER_MAX } from "../timing.ts";
import { dataIn, errorBody, type Redemption, readRedemption } from "./schemas.ts";
import { TransportError, type TransportResponse } from "./transport.ts";

/** The result of a changing call. */
export type Outcome =
  /** A readable 2xx answer about the requested redemption. Its `state` counts, not the HTTP status. */
  | { readonly kind: "answered"; readonly redemption: Redemption }
  /** A readable 2xx answer about another redemption id or order id: it proves nothing about ours. */
  | { readonly kind: "about_another" }
  /** A clear refusal (4xx except 408, 425, 429): the call had no effect; the redemption may still exist. */
  | Refusal
  /**
   * Nothing was done: the request provably never left this machine (name not resolved, connection refused, too late), or there were
   * no credentials for it.
   */
  | NotSent
  /** Anything else: timeout, reset, 5xx, 429, garbled body. The effect may have happened or may still happen. */
  | { readonly kind: "unknown"; readonly cause: string; readonly retryAfterMs?: number };

interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  readonly error: RefusalName;
}

/** `cause` is set if the service refuses the credentials: waiting does not help. */
interface NotSent {
  readonly kind: "not_sent";
  readonly cause?: "credentials_refused";
}

const REFUSAL_NAMES = [
  "unauthorized",
  "forbidden",
  "not_found",
  "invalid_request",
  "unprocessable_entity",
] as const;
/** Error names of the interface; any other spelling is `other`. */
export type RefusalName = (typeof REFUSAL_NAMES)[number] | "other";

/** An answer before its content is interpreted. */
export type Answer =
  /** 2xx with a JSON object. */
  | { readonly kind: "data"; readonly body: unknown }
  | Refusal
  | { readonly kind: "unclear"; readonly cause: string; readonly retryAfterMs?: number }
  | NotSent;

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

/** A 401 with neither of the two known names is `other`: the token source decides how it counts (rule 10). */
function refusalName(status: number, body: Uint8Array): RefusalName {
  const given = errorBody.safeParse(readJson(body)).data?.error_name.toLowerCase();
  const name = REFUSAL_NAMES.find((each) => each === given);
  if (name !== undefined) return name;
  if (status === 403) return "forbidden";
  return status === 404 ? "not_found" : "other";
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

/** Seconds or an HTTP date, as milliseconds from `now`; bounded, so that no wait is endless. */
export function readRetryAfter(
  value: string | undefined,
  now: number,
  max = RETRY_AFTER_MAX,
): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), max);
}

/** The ids that the answer to a changing call must have. */
export interface Expected {
  /** Known for calls on a redemption; not for calls that make one. */
  readonly redemptionId?: string;
  readonly orderId: string;
}

/** The only place that decides what the answer to a changing call proves. */
export function understand(answer: Answer, expected: Expected): Outcome {
  switch (answer.kind) {
    case "data": {
      const redemption = readRedemption(dataIn(answer.body));
      if (!redemption) return { kind: "unknown", cause: "garbled" };
      return isAbout(redemption, expected) ? { kind: "answered", redemption } : { kind: "about_another" };
    }
    case "refused":
    case "not_sent":
      return answer;
    case "unclear":
      return { ...answer, kind: "unknown" };
    default:
      return answer satisfies never;
  }
}

/** An absent order id proves nothing against an answer: the interface promises `id` and `state` only for Redeem. */
function isAbout({ id, order_id }: Redemption, { redemptionId, orderId }: Expected): boolean {
  return id === (redemptionId ?? id) && (order_id ?? orderId) === orderId;
}

/**
 * The log line for a changing call and its outcome: never with codes, PINs or links.
 * @param call the order, the attempt and the operation
 */
export function logOutcome(
  log: Log,
  call: Required<Pick<LogFields, "site" | "order_id" | "attempt" | "operation">>,
  outcome: Outcome,
): void {
  log[outcome.kind === "answered" ? "info" : "warn"]("changing call", {
    ...call,
    outcome: outcome.kind,
    ...(outcome.kind === "answered" && {
      state: outcome.redemption.state,
      reference: outcome.redemption.id,
    }),
    ...(outcome.kind === "refused" && { status: outcome.status, error_name: outcome.error }),
    ...(outcome.kind === "unknown" && { reason: outcome.cause }),
  });
  if (call.operation !== "create" || outcome.kind !== "answered") return;
  const channels = outcome.redemption.notification_channels;
  if (channels === null || channels?.length === 0) {
    const { site, order_id } = call;
    log.warn("nobody may be notified: the redemption names no channel", { site, order_id });
  }
}

/** The error for an answer without the requested data. */
export function readError(answer: Answer): UpstreamError {
  return new UpstreamError(codeOf(answer));
}

function codeOf(answer: Answer): UpstreamErrorCode {
  switch (answer.kind) {
    case "data":
      return "invalid";
    case "not_sent":
      return answer.cause === "credentials_refused" ? "forbidden" : "unavailable";
    case "unclear":
      return /^(garbled|too_large|status_3\d\d)$/.test(answer.cause) ? "invalid" : "unavailable";
    case "refused":
      if (answer.status === 404) return "not_found";
      return answer.status === 401 || answer.status === 403 ? "forbidden" : "invalid";
    default:
      return answer satisfies never;
  }
}
