/**
 * Converts the times of a row to the clock of this process. One process writes a row and another one reads it, or the same process
 * after its clock was corrected. A wait would end too early if the reader's clock is ahead of the writer's, and too late if it is
 * behind. So each row stores how far the service's clock was ahead of the machine's wall clock when the row was first replaced. If a
 * reader finds another offset, one of the two clocks is wrong, and a wait is over only when it is over by both. No converted time is
 * later than the moment at which this process first read or wrote that time.
 *
 * A stored time never changes, whichever process stores the row again: otherwise two processes whose clocks differ would restart
 * each other's waits for ever. So a row with converted times also carries the stored times, in memory only. Source: integrity rules
 * 4 and 9.
 */
import type { Clock } from "../clock.ts";
import { CLOCK_SPREAD, CLOCK_TOLERANCE, LONGEST_WAIT } from "../timing.ts";
import { type Attempt, nameOf, type Order } from "./model.ts";

/**
 * A converted time has a fraction of a millisecond that is its number in the row; a time that this process writes is in whole
 * milliseconds. 1,024 is more than a row has times, and a double can represent that fraction for any time of this century.
 */
const FRACTIONS = 1_024;

export interface RowTimesOptions {
  readonly clock: Pick<Clock, "now" | "monotonic">;
  /** Service time, epoch ms. */
  readonly serviceNow: () => number;
}

/** Since when this process knows the times of an order: by stored time, monotonic ms. */
interface Known {
  readonly since: ReadonlyMap<number, number>;
  readonly usedAt: number;
}

export class RowTimes {
  readonly #options: RowTimesOptions;
  /** By order, the longest unused first. */
  readonly #known = new Map<string, Known>();

  constructor(options: RowTimesOptions) {
    this.#options = options;
  }

  /** A row of the ledger with its times converted to this process's clock. */
  of(order: Order): Order {
    const now = this.#options.serviceNow();
    const stored = timesOf(order);
    if (this.isCurrent(order) && stored.every((time) => time <= now + CLOCK_SPREAD)) return order;
    const monotonic = this.#options.clock.monotonic();
    const behind = Math.max(0, this.#ahead(order));
    const told = new Map<number, number>();
    for (const [place, [time, since]] of [...this.#learn(order, stored, monotonic)].entries()) {
      const moved = Math.min(time + behind, now - (monotonic - since));
      // Earlier than any time that this process writes in the millisecond in which it read the row.
      told.set(time, Math.floor(moved) - 1 + (place + 1) / FRACTIONS);
    }
    const times = new Map([...told].map(([time, as]) => [as, time]));
    return { ...withTimes(order, (time) => told.get(time) ?? time), times };
  }

  /** Whether the row's clock agrees with this process's clock, within CLOCK_TOLERANCE. */
  isCurrent(order: Order): boolean {
    return order.times === undefined && Math.abs(this.#ahead(order)) <= CLOCK_TOLERANCE;
  }

  /**
   * The row as it is stored. A time that was read keeps its stored form. A new time is stored by the clock of the row, if that
   * clock is ahead; the moment at which this process wrote the time is remembered.
   */
  toStore({ times, ...order }: Order): Order {
    const ahead = this.#ahead(order);
    const behind = ahead < -CLOCK_TOLERANCE ? -ahead : 0;
    const written: [time: number, as: number][] = [];
    const stored = withTimes(order, (time) => {
      const kept = times?.get(time);
      if (kept === undefined) written.push([time, time + behind]);
      return kept ?? time + behind;
    });
    // Only a row with converted times shows which of its times are new.
    if (times) this.#note(order, written);
    return { ...stored, clock_offset: order.clock_offset ?? this.#offset() };
  }

  /** By how much the service's clock is ahead of the machine's wall clock, ms. */
  #offset(): number {
    return Math.round(this.#options.serviceNow() - this.#options.clock.now());
  }

  /** By how much this process's clock is ahead of the row's, ms; 0 for an old row without an offset. */
  #ahead({ clock_offset }: Order): number {
    return clock_offset === undefined ? 0 : this.#offset() - clock_offset;
  }

  /** A time that this process writes is known from that moment on, however long storing and reading the row takes. */
  #note(order: Order, written: readonly (readonly [time: number, as: number])[]): void {
    const { clock, serviceNow } = this.#options;
    const [now, monotonic] = [serviceNow(), clock.monotonic()];
    const since = new Map(this.#known.get(nameOf(order))?.since);
    for (const [time, as] of written) if (!since.has(as)) since.set(as, monotonic - Math.max(0, now - time));
    this.#remember(order, since, monotonic);
  }

  #remember(order: Order, since: ReadonlyMap<number, number>, now: number): void {
    const name = nameOf(order);
    this.#known.delete(name);
    this.#known.set(name, { since, usedAt: now });
    for (const [other, { usedAt }] of this.#known) {
      if (now - usedAt <= LONGEST_WAIT) break;
      this.#known.delete(other);
    }
  }

  /** Called when the times were read: since when this process knows each of them, earliest time first. */
  #learn(order: Order, times: readonly number[], now: number): ReadonlyMap<number, number> {
    const before = this.#known.get(nameOf(order))?.since ?? new Map<number, number>();
    const since = new Map(
      times.toSorted((a, b) => a - b).map((time) => [time, before.get(time) ?? now] as const),
    );
    // A row that this process is still storing may be read later.
    const kept = [...before].filter(([time, known]) => !since.has(time) && now - known <= LONGEST_WAIT);
    this.#remember(order, new Map([...since, ...kept]), now);
    return since;
  }
}

/**
 * The earlier of the stored and the converted time, for a comparison with the service's own times. A converted time may be late:
 * that only lengthens a wait, but in a comparison an effect would seem older than its call.
 */
export const asWritten = (order: Order, time: number): number => Math.min(time, storedAs(order, time));

/** A time of a row as the ledger keeps it. */
export const storedAs = ({ times }: Order, time: number): number => times?.get(time) ?? time;

function timesOf(order: Order): number[] {
  const times: number[] = [];
  withTimes(order, (time) => {
    times.push(time);
    return time;
  });
  return times;
}

/**
 * The order with each past time of its attempts mapped by `of`. Future times are not mapped: the service decides when a hold ends,
 * and a wait that is longer than any wait can be is ignored.
 */
function withTimes(order: Order, of: (time: number) => number): Order {
  return { ...order, attempts: order.attempts.map((attempt) => attemptWithTimes(attempt, of)) };
}

function attemptWithTimes(attempt: Attempt, of: (time: number) => number): Attempt {
  const { confirmed_at, released_at, refusal, request, evidence } = attempt;
  const { unlisted_since, codeless_since, link_since, answered_at } = evidence;
  return {
    ...attempt,
    opened_at: of(attempt.opened_at),
    ...(confirmed_at !== undefined && { confirmed_at: of(confirmed_at) }),
    ...(released_at !== undefined && { released_at: of(released_at) }),
    sends: attempt.sends.map((send) => ({ ...send, at: of(send.at) })),
    refusal: refusal?.at === undefined ? refusal : { ...refusal, at: of(refusal.at) },
    ...(request && { request: { ...request, at: of(request.at) } }),
    evidence: {
      ...evidence,
      ...(unlisted_since !== undefined && { unlisted_since: of(unlisted_since) }),
      ...(codeless_since !== undefined && { codeless_since: of(codeless_since) }),
      ...(link_since !== undefined && { link_since: of(link_since) }),
      ...(answered_at !== undefined && { answered_at: of(answered_at) }),
    },
  };
}
