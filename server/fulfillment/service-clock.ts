/**
 * The service's clock, by the `Date` headers of its answers: the offset of the service's time from this machine's monotonic clock,
 * and the rules for accepting a `Date`.
 *
 * A `Date` is evidence, not truth: a gateway, a replica or a cache may write a wrong one. A `Date` that agrees with the clock in
 * use corrects it by seconds at once. A `Date` that disagrees changes nothing until several answers in a row agree with each other.
 * If answers have no `Date`, or none that agree, the machine's clock is used. Source: integrity rule 9.
 *
 * Another clock may write `updated_datetime`. So that member is compared only with its own newest value (`newestChange`), never
 * with a `Date`.
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

/** `Date` has whole seconds: the answer was written at some time within that second. Milliseconds. */
const RESOLUTION = 1_000;

export class ServiceClock {
  readonly #clock: Clock;
  readonly #log: Log;
  /** Service time minus monotonic time, once accepted. */
  #offset: number | undefined;
  /** Whether the offset is from an answer, not from the machine's clock. */
  #isTold = false;
  /** Another offset that the last answers agree on, since when (monotonic ms), and how many answers there were. */
  #other: { readonly offset: number; readonly since: number; readonly answers: number } | undefined;
  /** Readable answers without a usable time while the time was unknown. */
  #doubts = 0;
  #newestChange: number | undefined;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether answers have shown the time, or have shown that they lack it. */
  get isKnown(): boolean {
    return this.#offset !== undefined;
  }

  /** Epoch ms. Before the first answer: this machine's wall clock. */
  now(): number {
    return this.#offset === undefined ? this.#clock.now() : this.#clock.monotonic() + this.#offset;
  }

  /** The newest `updated_datetime` in an answer to a changing call, epoch ms; undefined before the first. */
  get newestChange(): number | undefined {
    return this.#newestChange;
  }

  /** @param at the `updated_datetime` in the answer to a changing call, epoch ms */
  noteChange(at: number | undefined): void {
    if (at !== undefined && at > (this.#newestChange ?? Number.NEGATIVE_INFINITY)) this.#newestChange = at;
  }

  /**
   * Learns from an answer of the service itself, not of a gateway.
   * @param sentAt when the request was sent, monotonic ms
   */
  learn(headers: Readonly<Record<string, string>>, sentAt: number): void {
    const receivedAt = this.#clock.monotonic();
    // A cached answer has the time of its making, not the present time; a slow answer agrees with any clock.
    const isTelling = headers.age === undefined && receivedAt - sentAt <= CLOCK_TOLERANCE;
    const date = isTelling ? readHttpDate(headers.date) : undefined;
    if (date === undefined) {
      this.#doubt(1);
      return;
    }
    // The answer was written after the request was sent, and within the second of its `Date`.
    const told = { from: date - receivedAt, to: date + RESOLUTION - sentAt };
    const believed = this.now() - receivedAt;
    const corrected = within(believed, told);
    const tolerance = this.#isTold ? CLOCK_TOLERANCE : CLOCK_FIRST_TOLERANCE;
    if (Math.abs(corrected - believed) <= tolerance) {
      // The offset changes only if it lies outside of the answer's precision: time must not jump back and forth.
      this.#offset = corrected;
      this.#isTold = true;
      this.#other = undefined;
      return;
    }
    this.#disagree(told, receivedAt);
  }

  /** Handles an answer whose `Date` disagrees with the clock in use. */
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
    this.#log.warn("the service's Date differs from the clock in use", { shift_ms });
    this.#offset = other.offset;
    this.#isTold = true;
    this.#other = undefined;
  }

  /** Handles an answer without a usable time. After CLOCK_DOUBTS of them the machine's clock is used. */
  #doubt(weight: number): void {
    this.#doubts += weight;
    if (this.#offset !== undefined || this.#doubts < CLOCK_DOUBTS) return;
    this.#log.warn("the service's answers tell no time that can be believed: the machine's clock is used");
    this.#offset = this.#clock.now() - this.#clock.monotonic();
  }
}

/** The range of offsets that an answer allows. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The offset within a span that is nearest to another offset. */
const within = (offset: number, { from, to }: Span): number => Math.min(Math.max(offset, from), to);

/** Accepts only the form that RFC 9110 allows to send; `Date.parse` alone would accept almost anything. */
function readHttpDate(value: string | undefined): number | undefined {
  if (value === undefined || !/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value))
    return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date;
}
