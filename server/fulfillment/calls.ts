/**
 * One call to the service: credentials on, sent, read, and repeated when the credentials were at fault. No other
 * retry happens here or below; the other form of a path is order-forms.ts, retries of changing calls are server/redemption.
 * Source: integrity rule 7; interface, Errors.
 */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { MeasuredCall } from "../measures.ts";
import { BODY_LIMIT_BYTES } from "../timing.ts";
import { type Answer, type Exchange, isOfService, readAnswer } from "./answer.ts";
import { type Auth, type Authorization, AuthUnavailable } from "./auth.ts";
import type { CredentialStanding } from "./credential-standing.ts";
import type { ServiceClock } from "./service-clock.ts";
import { type Transport, TransportError } from "./transport.ts";

export interface Call {
  /** Names the call in the log: the operation of the interface, never an address. */
  readonly operation: string;
  readonly method: "GET" | "POST";
  /** Below the base address, with its query; made by paths.ts, which encodes the ids in it. */
  readonly path: string;
  readonly body?: unknown;
  /** For the whole call, its repeat included, ms. */
  readonly timeoutMs: number;
  /** For changing calls. */
  readonly leaving?: Leaving;
}

/** Why a call goes out a second time: its token was refused, which proves that it did nothing, or its path was not known. */
export type Again = "token" | "form";

/** When a changing call may leave this machine. */
export interface Leaving {
  /** Monotonic ms after which it does not leave any more: what it rests on has become too old. */
  readonly by?: number;
  /**
   * Asked before the same call leaves a second time, with another token or in another form; false: it does not. The
   * service may count each as a call of its own. Default: yes.
   */
  readonly again?: (because: Again) => Promise<boolean>;
}

export interface CallerOptions {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly auth: Auth;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly log: Log;
  readonly credentials?: CredentialStanding;
  /** Told of every call that was made. */
  readonly measure?: (call: MeasuredCall) => void;
}

/** Makes calls to one service. */
export class Caller {
  readonly #options: CallerOptions;
  readonly #base: string;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#base = options.baseUrl.replace(/\/+$/, "");
  }

  /** Never throws: what could not be sent is an answer as well. */
  async call(call: Call): Promise<Answer> {
    const { auth, clock } = this.#options;
    const deadline = clock.monotonic() + call.timeoutMs;
    let answer: Answer = { kind: "not_sent" };
    try {
      for (let repeats = 0; ; repeats++) {
        const authorization = await auth.authorize();
        if (repeats > 0 && call.leaving?.again && !(await call.leaving.again("token"))) return answer;
        const sent = await this.#send(call, authorization, deadline);
        // The service has seen the call, though it did not carry it out: that is more than "never left".
        if (repeats > 0 && sent.kind === "not_sent") return answer;
        answer = sent;
        // A 401 proves that nothing was done, so also a changing call may go again.
        const isOver = !this.#isRepeatable(answer, authorization);
        // Once; but a token that was only taken over may have been revoked with the one that it replaced.
        const isLast = repeats > (authorization.isAdopted ? 1 : 0);
        if (isOver || isLast) {
          this.#noteCredentials(answer);
          return answer;
        }
      }
    } catch (error) {
      if (!(error instanceof AuthUnavailable)) throw error;
      return answer.kind === "not_sent" && error.isRefused
        ? { kind: "not_sent", cause: "credentials_refused" }
        : answer;
    }
  }

  /** A 401 `unauthorized` that no other token could mend; an unreadable one may mean `forbidden`, and says nothing. */
  #noteCredentials(answer: Answer): void {
    const { credentials } = this.#options;
    if (answer.kind === "data") credentials?.accepted("call");
    else if (answer.kind === "refused" && answer.status === 401 && answer.error === "unauthorized")
      credentials?.refused("call", answer.status);
  }

  /** Tells the credentials how they fared; true when a repeat with others is worth it. */
  #isRepeatable(answer: Answer, authorization: Authorization): boolean {
    const { auth } = this.#options;
    if (answer.kind === "refused" && answer.status === 401 && answer.error !== "forbidden") {
      return auth.refused(authorization, answer.error === "unauthorized" ? "unauthorized" : "unreadable");
    }
    // What is unclear may have been answered by something in front of the service.
    if (answer.kind === "data" || answer.kind === "refused") auth.accepted(authorization);
    return false;
  }

  async #send(call: Call, authorization: Authorization, deadline: number): Promise<Answer> {
    const { transport, clock, serviceClock, log, measure } = this.#options;
    const sentAt = clock.monotonic();
    const timeoutMs = deadline - sentAt;
    let exchange: Exchange;
    if (timeoutMs <= 0 || sentAt > (call.leaving?.by ?? sentAt)) {
      exchange = new TransportError("timeout", false);
    } else {
      exchange = await transport({
        method: call.method,
        url: `${this.#base}${call.path}`,
        headers: {
          ...authorization.headers,
          accept: "application/json",
          ...(call.body !== undefined && { "content-type": "application/json" }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        timeoutMs,
        ...(call.leaving?.by !== undefined && { leaveWithinMs: call.leaving.by - sentAt }),
        maxBytes: BODY_LIMIT_BYTES,
      }).catch((error) =>
        error instanceof TransportError ? error : new TransportError("broken", true, error),
      );
    }
    const status = exchange instanceof TransportError ? undefined : exchange.status;
    const answer = readAnswer(exchange, serviceClock.now());
    if (isOfService(exchange, answer)) serviceClock.learn(exchange.headers, sentAt);
    // What stands before the service refuses in its own words: its clock is another one.
    else if (answer.kind === "refused") serviceClock.learn({}, sentAt);
    const made = { operation: call.operation, outcome: answer.kind };
    const milliseconds = clock.monotonic() - sentAt;
    measure?.({ ...made, milliseconds });
    log.debug("fulfillment call", {
      ...made,
      duration_ms: Math.round(milliseconds),
      ...(status !== undefined && { status }),
      ...(answer.kind === "refused" && { error_name: answer.error }),
      ...(answer.kind === "unclear" && { reason: answer.cause }),
    });
    return answer;
  }
}
