/**
 * The service's clock as far as its answers tell it: the `Date` of the last one and the monotonic time since.
 * Source: integrity rule 9.
 */
import type { Clock } from "../clock.ts";

/** `Date` has whole seconds: the answer was written somewhere within the second it names. Milliseconds. */
const RESOLUTION = 1_000;

export class ServiceClock {
  readonly #clock: Clock;
  /** Service time minus monotonic time, once an answer told it. */
  #offset: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether an answer told the time yet. */
  get isKnown(): boolean {
    return this.#offset !== undefined;
  }

  /** Epoch ms. Before the first answer: this machine's wall clock. */
  now(): number {
    return this.#offset === undefined ? this.#clock.now() : this.#clock.monotonic() + this.#offset;
  }

  /**
   * Learns from an answer. What we believe already is kept while the answer agrees with it, so that the truncation of
   * `Date` and the way of the answer do not make time jump to and fro.
   * @param sentAt when the request was sent, monotonic ms
   */
  learn(headers: Readonly<Record<string, string>>, sentAt: number): void {
    // An answer from a cache tells when it was made, not what time it is.
    if (headers.age !== undefined) return;
    const date = readHttpDate(headers.date);
    if (date === undefined) return;
    const receivedAt = this.#clock.monotonic();
    const latest = date + RESOLUTION + (receivedAt - sentAt);
    this.#offset = Math.min(Math.max(this.now(), date), latest) - receivedAt;
  }
}

/** The one form of RFC 9110 that may be sent; `Date.parse` alone would take almost anything. */
function readHttpDate(value: string | undefined): number | undefined {
  if (value === undefined || !/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value))
    return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date;
}
