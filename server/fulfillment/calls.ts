/**
 * One call to the service: authenticated, sent, read, and repeated once if its token was refused. This folder makes no other retry:
 * server/redemption repeats changing calls.
 * Source: docs/proof/rules.md, rule 10; docs/proof/interface.md, "Errors".
 */

import { errorFields, type Log } from "../observing/log.ts";
import type { MeasuredCall } from "../observing/measures.ts";
import { type Tracing, untraced } from "../observing/tracing.ts";
import { BODY_LIMIT_BYTES, CLOCK_DIFFERENCE_MAX, CLOCK_WARNING_EVERY } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import type { Auth, Authorization } from "./auth.ts";
import type { CredentialStanding } from "./credential-standing.ts";
import { type Answer, type Exchange, readAnswer } from "./outcome.ts";
import { UnusableId } from "./paths.ts";
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

export interface Call {
  /** Names the call in the log: the operation of the interface, never an address. */
  readonly operation: string;
  readonly method: "GET" | "POST";
  /** Below the base address, with its query; made by paths.ts, which encodes the ids in it. May throw UnusableId. */
  readonly path: () => string;
  readonly body?: unknown;
  /** For the whole call, its repeat included, ms. */
  readonly timeoutMs: number;
  /** For changing calls. */
  readonly leaving?: Leaving;
}

/** When a changing call may leave this machine. */
export interface Leaving {
  /** Monotonic ms after which the call does not leave any more, its repeat included: the data behind it is too old. */
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
  readonly log: Log;
  readonly credentials: CredentialStanding;
  /** Called for every call that was made. */
  readonly measure?: (call: MeasuredCall) => void;
  readonly tracing?: Tracing | undefined;
}

/** Makes calls to one service. */
export class Caller {
  readonly #options: CallerOptions;
  readonly #base: string;
  /** No warning of a different clock before this time, monotonic ms. */
  #warnFrom = Number.NEGATIVE_INFINITY;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#base = options.baseUrl.replace(/\/+$/, "");
  }

  /** Never throws: a call that could not be sent has an answer, too. An id that fits no path names nothing, like a 404. */
  async call(call: Call): Promise<Answer> {
    let url: string;
    try {
      url = `${this.#base}${call.path()}`;
    } catch (error) {
      if (error instanceof UnusableId) return { kind: "refused", status: 404, error: "not_found" };
      throw error;
    }
    const { auth, clock, credentials } = this.#options;
    const deadline = clock.monotonic() + call.timeoutMs;
    const first = await auth.authorize();
    if (!first) {
      return {
        kind: "not_sent",
        ...(credentials.refusedBy.has("token") && { cause: "credentials_refused" }),
      };
    }
    const answer = await this.#send(call, url, first, deadline);
    if (!this.#tellAuth(answer, first)) return this.#noted(answer);
    const second = await auth.authorize();
    if (!second || !(await this.#mayLeaveAgain(call))) return answer;
    const repeated = await this.#send(call, url, second, deadline);
    // The service refused the first try: that is more certain than "never left".
    if (repeated.kind === "not_sent") return answer;
    this.#tellAuth(repeated, second);
    return this.#noted(repeated);
  }

  async #mayLeaveAgain({ operation, leaving }: Call): Promise<boolean> {
    try {
      return (await leaving?.again?.()) ?? true;
    } catch (error) {
      this.#options.log.error("a call is not repeated", { operation, ...errorFields(error) });
      return false;
    }
  }

  /** Records the last answer to a call. An unreadable 401 may mean `forbidden`, and says nothing of the credentials. */
  #noted(answer: Answer): Answer {
    const { credentials } = this.#options;
    if (answer.kind === "data") credentials.accepted("call");
    else if (answer.kind === "refused" && answer.status === 401 && answer.error === "unauthorized")
      credentials.refused("call", answer.status);
    return answer;
  }

  async #send(call: Call, url: string, { headers }: Authorization, deadline: number): Promise<Answer> {
    const { method, body, leaving } = call;
    const now = this.#options.clock.monotonic();
    const leaveWithinMs = leaving?.leaveBy === undefined ? undefined : leaving.leaveBy - now;
    const timeoutMs = deadline - now;
    if (timeoutMs <= 0 || (leaveWithinMs ?? 0) < 0) return { kind: "not_sent" };
    return this.#exchange(call.operation, {
      method,
      url,
      headers: {
        ...headers,
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs,
      ...(leaveWithinMs !== undefined && { leaveWithinMs }),
      maxBytes: BODY_LIMIT_BYTES,
    });
  }

  /** @returns whether a repeat may help: a 401 proves that the call did nothing, so a changing call may be repeated, too */
  #tellAuth(answer: Answer, authorization: Authorization): boolean {
    const { auth } = this.#options;
    if (answer.kind === "refused" && answer.status === 401 && answer.error !== "forbidden") {
      return auth.refused(authorization, answer.error === "unauthorized" ? "unauthorized" : "unreadable");
    }
    // An unclear answer may come from a gateway in front of the service.
    if (answer.kind === "data" || answer.kind === "refused") auth.accepted(authorization);
    return false;
  }

  async #exchange(operation: string, request: TransportRequest): Promise<Answer> {
    const { tracing = untraced } = this.#options;
    const { answer } = await tracing.call(
      (passedOn) => this.#answered(operation, { ...request, headers: { ...request.headers, ...passedOn } }),
      ({ answer: { kind }, status }) => ({
        name: operation,
        attributes: {
          "http.request.method": request.method,
          "http.response.status_code": status,
          "reward_redemption.outcome": kind,
        },
        isFailed: kind !== "data",
      }),
    );
    return answer;
  }

  async #answered(
    operation: string,
    request: TransportRequest,
  ): Promise<{ readonly answer: Answer; readonly status: number | undefined }> {
    const { transport, clock, log, measure } = this.#options;
    const sentAt = clock.monotonic();
    const exchange: Exchange = await transport(request).catch((error) => {
      if (error instanceof TransportError) return error;
      log.error("the transport failed", { operation, ...errorFields(error) });
      return new TransportError("broken", true, error);
    });
    const answer = readAnswer(exchange, clock.now());
    if (!(exchange instanceof TransportError)) this.#compareClocks(exchange.headers);
    const status = exchange instanceof TransportError ? undefined : exchange.status;
    const made = { operation, outcome: answer.kind };
    const milliseconds = clock.monotonic() - sentAt;
    measure?.({ ...made, milliseconds });
    log.debug("fulfillment call", {
      ...made,
      duration_ms: Math.round(milliseconds),
      ...(status !== undefined && { status }),
      ...(answer.kind === "refused" && { error_name: answer.error }),
      ...(answer.kind === "unclear" && { reason: answer.cause }),
    });
    return { answer, status };
  }

  /**
   * Warns of a `Date` that differs from this machine's clock: docs/proof/rules.md, rule 7, assumes that clocks agree. A cached one
   * is old.
   */
  #compareClocks({ date, age }: TransportResponse["headers"]): void {
    const { clock, log } = this.#options;
    const shift_ms = Date.parse(date ?? "") - clock.now();
    const isFar = Math.abs(shift_ms) > CLOCK_DIFFERENCE_MAX;
    if (!isFar || age !== undefined || clock.monotonic() < this.#warnFrom) return;
    this.#warnFrom = clock.monotonic() + CLOCK_WARNING_EVERY;
    log.warn("the service's clock and this machine's differ: one of them is wrong", { shift_ms });
  }
}
