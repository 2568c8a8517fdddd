/**
 * One call to the service: authenticated, sent, read, and repeated once if its token was refused. This folder makes no other retry
 * of a call: server/redemption repeats changing calls.
 * Source: integrity rule 7; interface, Errors.
 */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { MeasuredCall } from "../measures.ts";
import { BODY_LIMIT_BYTES } from "../timing.ts";
import { type Answer, type Exchange, isOfService, readAnswer } from "./answer.ts";
import type { Auth, Authorization } from "./auth.ts";
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

/** When a changing call may leave this machine. */
export interface Leaving {
  /** Monotonic ms after which the call does not leave any more: the data behind it is too old. */
  readonly leaveBy?: number;
  /**
   * Asked before the same call leaves a second time, with another token; false: it does not leave, and the first answer counts.
   * Default: yes.
   */
  readonly again?: () => Promise<boolean>;
}

export interface CallerOptions {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly auth: Auth;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly log: Log;
  readonly credentials: CredentialStanding;
  /** Called for every call that was made. */
  readonly measure?: (call: MeasuredCall) => void;
}

const CREDENTIALS_REFUSED: Answer = { kind: "not_sent", cause: "credentials_refused" };

/** Makes calls to one service. */
export class Caller {
  readonly #options: CallerOptions;
  readonly #base: string;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#base = options.baseUrl.replace(/\/+$/, "");
  }

  /** Never throws: a call that could not be sent has an answer, too. */
  async call(call: Call): Promise<Answer> {
    const { auth, clock, credentials } = this.#options;
    const deadline = clock.monotonic() + call.timeoutMs;
    const first = await auth.authorize();
    if (!first) return credentials.refusedBy.has("token") ? CREDENTIALS_REFUSED : { kind: "not_sent" };
    const answer = await this.#send(call, first, deadline);
    if (!this.#isRepeatable(answer, first)) return this.#noted(answer);
    // A 401 proves that nothing was done, so a changing call may be repeated, too.
    const second = await auth.authorize();
    if (!second || (call.leaving?.again && !(await call.leaving.again()))) return answer;
    const repeated = await this.#send(call, second, deadline);
    // The service refused the first try: that is more certain than "never left".
    if (repeated.kind === "not_sent") return answer;
    this.#isRepeatable(repeated, second);
    return this.#noted(repeated);
  }

  /** Records a 401 `unauthorized` that remains after the repeat. An unreadable 401 may mean `forbidden`, and proves nothing. */
  #noted(answer: Answer): Answer {
    const { credentials } = this.#options;
    if (answer.kind === "data") credentials.accepted("call");
    else if (answer.kind === "refused" && answer.status === 401 && answer.error === "unauthorized")
      credentials.refused("call", answer.status);
    return answer;
  }

  /** Reports the answer to the credentials; true if a repeat with other credentials may help. */
  #isRepeatable(answer: Answer, authorization: Authorization): boolean {
    const { auth } = this.#options;
    if (answer.kind === "refused" && answer.status === 401 && answer.error !== "forbidden") {
      return auth.refused(authorization, answer.error === "unauthorized" ? "unauthorized" : "unreadable");
    }
    // An unclear answer may come from a gateway in front of the service.
    if (answer.kind === "data" || answer.kind === "refused") auth.accepted(authorization);
    return false;
  }

  async #send(call: Call, authorization: Authorization, deadline: number): Promise<Answer> {
    const { transport, clock, serviceClock, log, measure } = this.#options;
    const sentAt = clock.monotonic();
    const timeoutMs = deadline - sentAt;
    let exchange: Exchange;
    if (timeoutMs <= 0 || sentAt > (call.leaving?.leaveBy ?? sentAt)) {
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
        ...(call.leaving?.leaveBy !== undefined && { leaveWithinMs: call.leaving.leaveBy - sentAt }),
        maxBytes: BODY_LIMIT_BYTES,
      }).catch((error) =>
        error instanceof TransportError ? error : new TransportError("broken", true, error),
      );
    }
    const status = exchange instanceof TransportError ? undefined : exchange.status;
    const answer = readAnswer(exchange, serviceClock.now());
    if (isOfService(exchange, answer)) serviceClock.learn(exchange.headers, sentAt);
    // A gateway's refusal has the gateway's Date: do not use it.
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
