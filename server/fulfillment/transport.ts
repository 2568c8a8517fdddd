/**
 * Sends one HTTP request and returns the answer, limited in time and size. The caller interprets statuses, redirects and bodies.
 * Injected everywhere, because the timers of an HTTP client do not run on virtual time. undici.ts is the one of the running server.
 */

export interface TransportRequest {
  readonly method: "GET" | "POST";
  /** Absolute `http:` or `https:` address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole call, connecting and reading the body included. Milliseconds. */
  readonly timeoutMs: number;
  /** A request that was not written to a connection within this time does not leave any more. Milliseconds. */
  readonly leaveWithinMs?: number;
  /** The largest body that is read; a larger body aborts the call. Bytes. */
  readonly maxBytes: number;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Any status is an answer, also a redirect, which is never followed.
 * @throws TransportError if no whole answer came
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

export type TransportFailure = "timeout" | "too_large" | "not_connected" | "broken";

/** No whole answer came. The message has no address, header or body. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly reason: TransportFailure;
  /** False only if the request provably never left: no byte was written to a connection. */
  readonly sent: boolean;
  /** Of an answer whose body did not come as a whole. */
  readonly status: number | undefined;

  constructor(reason: TransportFailure, sent: boolean, cause?: unknown, status?: number) {
    super(`no answer: ${reason}`, { cause });
    this.reason = reason;
    this.sent = sent;
    this.status = status;
  }
}

/** The code or the name of the error that is behind others: `CERT_HAS_EXPIRED`, `ENOTFOUND`, `AddressRefused`. */
export function causeOf(error: unknown): string {
  let last = error as Error & { code?: string };
  // Of several addresses that were tried, the first one says enough.
  for (
    let next: unknown = last;
    next instanceof Error;
    next = next.cause ?? (next as AggregateError).errors?.[0]
  )
    last = next;
  return last.code ?? last.name;
}
