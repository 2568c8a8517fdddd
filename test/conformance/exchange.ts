/** One request and its answer: JSON, with a deadline, without redirects. Every answer is recorded. */
import { LIMITED_REPEATS, LIMITED_WAIT_MOST_MS, LIMITED_WAIT_MS } from "./limits.ts";

/** The platform's `fetch`, or the `fetch` of a service in the same process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Time, as far as the suite needs it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  pause(ms: number): Promise<void>;
}

/** A request, relative to the base address. */
export interface Asked {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
}

export interface Answer {
  /** The operation in words: `Book`, `List rewards`. */
  readonly operation: string;
  readonly method: "GET" | "POST";
  readonly asked: Asked;
  readonly status: number;
  readonly contentType: string;
  /** The JSON value; undefined if the body was not JSON. */
  readonly body: unknown;
}

export interface Request {
  readonly operation: string;
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly asked: Asked;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly timeoutMs: number;
  /** Set if a 429 is an answer like any other, without a wait and a repeat. */
  readonly limitAccepted?: boolean;
}

/** No answer arrived: the connection could not be made, broke, or timed out. The message contains no address. */
export class NoAnswer extends Error {
  readonly why: "connection" | "timeout";

  constructor(operation: string, why: "connection" | "timeout") {
    super(`${operation}: ${why === "timeout" ? "no answer in time" : "the connection failed"}`);
    this.name = "NoAnswer";
    this.why = why;
  }
}

/** The answer, or undefined if none came: another operation may still be answered. */
export async function ifAnswered(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

export interface ExchangeOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Creates the signal that ends a request; default: `AbortSignal.timeout`. */
  readonly deadline?: (ms: number) => AbortSignal;
}

export interface Exchange {
  /** @throws NoAnswer */
  send(request: Request): Promise<Answer>;
  /** Every answer so far, oldest first. */
  readonly answers: readonly Answer[];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const limitedWait = (header: string | null): number => {
  const seconds = Number(header ?? "");
  return seconds > 0 ? Math.min(seconds * 1000, LIMITED_WAIT_MOST_MS) : LIMITED_WAIT_MS;
};

export function createExchange({ fetch, clock, deadline = AbortSignal.timeout }: ExchangeOptions): Exchange {
  const answers: Answer[] = [];

  async function once({ operation, method, url, headers, body, timeoutMs }: Request) {
    const signal = deadline(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        signal,
        redirect: "manual",
        headers: {
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
      });
      return { response, text: await response.text() };
    } catch {
      throw new NoAnswer(operation, signal.aborted ? "timeout" : "connection");
    }
  }

  return {
    answers,
    async send(request) {
      for (let repeats = 0; ; repeats++) {
        const { response, text } = await once(request);
        if (response.status === 429 && !request.limitAccepted && repeats < LIMITED_REPEATS) {
          await clock.pause(limitedWait(response.headers.get("retry-after")));
          continue;
        }
        const answer: Answer = {
          operation: request.operation,
          method: request.method,
          asked: request.asked,
          status: response.status,
          contentType: response.headers.get("content-type") ?? "",
          body: parsed(text),
        };
        answers.push(answer);
        return answer;
      }
    },
  };
}
