/**
 * The service's clock, as the `Date` headers of its answers tell it. It knows how far the service's time is from this
 * machine's monotonic clock, and which answers to believe; it does not know what the time is used for.
 *
 * A `Date` is evidence, not truth: a gateway, a replica or a cache may write a wrong one. One that agrees with what is
 * believed corrects it by seconds at once. One that disagrees changes nothing until several answers in a row agree with each
 * other. Where answers carry no `Date`, or none that agree, the machine's clock serves. Source: integrity rule 9.
 *
 * The clock that writes `updated_datetime` may be another one. What is compared with that member is compared with its own newest
 * value (`newestChange`), never with a `Date`.
 */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import {
  CLOCK_AGREEING,
  CLOCK_DOUBTS,
  CLOCK_FIRST_TOLERANCE,
  CLOCK_JUMP_AFTER,
  CLOCK_TOLERANCE,
  CLOCK_TURNS,
} from "../timing.ts";

/** `Date` has whole seconds: the answer was written somewhere within the second it names. Milliseconds. */
const RESOLUTION = 1_000;

export class ServiceClock {
  readonly #clock: Clock;
  readonly #log: Log;
  /** Service time minus monotonic time, once it is believed. */
  #offset: number | undefined;
  /** Whether an answer told it, and not the machine's clock. */
  #isTold = false;
  /** Another offset that the last answers agree on, since when (monotonic ms), and how many they were. */
  #other: { readonly offset: number; readonly since: number; readonly answers: number } | undefined;
  /** Readable answers that did not tell the time while it was not known. */
  #doubts = 0;
  #newestChange: number | undefined;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether answers told the time, or have shown that they do not tell it. */
  get isKnown(): boolean {
    return this.#offset !== undefined;
  }

  /** Epoch ms. Before the first answer: this machine's wall clock. */
  now(): number {
    return this.#offset === undefined ? this.#clock.now() : this.#clock.monotonic() + this.#offset;
  }

  /** The newest `updated_datetime` that the answer to a changing call bore, epoch ms; undefined before there is one. */
  get newestChange(): number | undefined {
    return this.#newestChange;
  }

  /** @param at the `updated_datetime` that the answer to a changing call bears, epoch ms */
  noteChange(at: number | undefined): void {
    if (at !== undefined && at > (this.#newestChange ?? Number.NEGATIVE_INFINITY)) this.#newestChange = at;
  }

  /**
   * Learns from an answer that the service itself gave: the page of a gateway must not come here.
   * @param sentAt when the request was sent, monotonic ms
   */
  learn(headers: Readonly<Record<string, string>>, sentAt: number): void {
    const receivedAt = this.#clock.monotonic();
    // An answer from a cache tells when it was made, not what time it is; one that was long under way agrees with any clock.
    const isTelling = headers.age === undefined && receivedAt - sentAt <= CLOCK_TOLERANCE;
    const date = isTelling ? readHttpDate(headers.date) : undefined;
    if (date === undefined) {
      this.#doubt(1);
      return;
    }
    // It was written after the request was sent, somewhere within the second that it names.
    const told = { from: date - receivedAt, to: date + RESOLUTION - sentAt };
    const believed = this.now() - receivedAt;
    const corrected = within(believed, told);
    const tolerance = this.#isTold ? CLOCK_TOLERANCE : CLOCK_FIRST_TOLERANCE;
    if (Math.abs(corrected - believed) <= tolerance) {
      // What is believed is kept within the answer's own precision: time must not jump to and fro by it.
      this.#offset = corrected;
      this.#isTold = true;
      this.#other = undefined;
      return;
    }
    this.#disagree(told, receivedAt);
  }

  /** An answer of another clock than was believed. */
  #disagree(told: Span, receivedAt: number): void {
    const before = this.#other;
    const isSame =
      before !== undefined && Math.abs(within(before.offset, told) - before.offset) <= CLOCK_TOLERANCE;
    const other = isSame
      ? { offset: within(before.offset, told), since: before.since, answers: before.answers + 1 }
      : { offset: told.from, since: receivedAt, answers: 1 };
    this.#other = other;
    const isAgreed =
      this.#offset === undefined
        ? other.answers >= CLOCK_DOUBTS
        : other.answers >= CLOCK_AGREEING && receivedAt - other.since >= CLOCK_JUMP_AFTER;
    if (!isAgreed) {
      this.#doubt(1 / CLOCK_TURNS);
      return;
    }
    const shift_ms = Math.round(other.offset + receivedAt - this.now());
    this.#log.warn("the service's clock is elsewhere than was believed", { shift_ms });
    this.#offset = other.offset;
    this.#isTold = true;
    this.#other = undefined;
  }

  /** An answer that does not tell the time. After some of them the machine's clock has to do. */
  #doubt(weight: number): void {
    this.#doubts += weight;
    if (this.#offset !== undefined || this.#doubts < CLOCK_DOUBTS) return;
    this.#log.warn("the service's answers tell no time that can be believed: the machine's clock is used");
    this.#offset = this.#clock.now() - this.#clock.monotonic();
  }
}

/** Where an offset may lie, as an answer tells. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The offset of a span that is nearest to another. */
const within = (offset: number, { from, to }: Span): number => Math.min(Math.max(offset, from), to);

/** The one form of RFC 9110 that may be sent; `Date.parse` alone would take almost anything. */
function readHttpDate(value: string | undefined): number | undefined {
  if (value === undefined || !/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value))
    return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date;
}
