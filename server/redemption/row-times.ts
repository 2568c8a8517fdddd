/**
 * The times of a row as the clock of this process tells them. A row is written by one process and read by another one, or by the
 * same one after its clock was moved: a wait that began before would end too early where the reader's clock is ahead of the
 * writer's, and too late where it is behind. So each row says how far the service's clock was ahead of the machine's wall clock
 * when its first time was written. Where a process finds another distance, one of the two clocks is wrong, and a wait is over only
 * when it is over by both. No time is later than the moment at which the process first read or wrote it.
 *
 * What is stored of a time never changes, whichever process stores the row again: else two processes whose clocks differ would
 * begin each other's waits anew for ever. So a row whose times are told otherwise than they are stored has the stored ones with
 * it, in memory alone. Source: integrity rules 4 and 9.
 */
import type { Clock } from "../clock.ts";
import { CLOCK_SPREAD, CLOCK_TOLERANCE, LONGEST_WAIT } from "../timing.ts";
import { type Attempt, nameOf, type Order } from "./model.ts";

/**
 * A time that is told otherwise has a fraction of a millisecond, which says which one of the row it is; what this process writes
 * are whole milliseconds. More than a row has times, and as many as a double keeps of a millisecond of this century.
 */
const FRACTIONS = 1_024;

export interface RowTimesOptions {
  readonly clock: Pick<Clock, "now" | "monotonic">;
  /** Service time, epoch ms. */
  readonly serviceNow: () => number;
}

/** Since when a process knows the times of an order, by the time as it is stored, monotonic ms: read from another clock, or its own. */
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

  /** A row of the ledger with its times as this process's clock tells them. */
  of(order: Order): Order {
    const now = this.#options.serviceNow();
    const stored = timesOf(order);
    if (this.isCurrent(order) && stored.every((time) => time <= now + CLOCK_SPREAD)) return order;
    const monotonic = this.#options.clock.monotonic();
    const behind = Math.max(0, this.#ahead(order));
    const told = new Map<number, number>();
    for (const [place, [time, since]] of [...this.#learn(order, stored, monotonic)].entries()) {
      const moved = Math.min(time + behind, now - (monotonic - since));
      // Before anything that this process writes in the millisecond in which it read the time.
      told.set(time, Math.floor(moved) - 1 + (place + 1) / FRACTIONS);
    }
    const times = new Map([...told].map(([time, as]) => [as, time]));
    return { ...withTimes(order, (time) => told.get(time) ?? time), times };
  }

  /** Whether the times of a row are, but for seconds, as this process's clock tells them. */
  isCurrent(order: Order): boolean {
    return order.times === undefined && Math.abs(this.#ahead(order)) <= CLOCK_TOLERANCE;
  }

  /**
   * The row as it is stored: what was read as it was, and what is new by the clock of the row where that is ahead. When this process
   * wrote that is noted.
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
    // Only such a row says which of its times are new.
    if (times) this.#note(order, written);
    return { ...stored, clock_offset: order.clock_offset ?? this.#offset() };
  }

  /** By how much the service's clock is ahead of the machine's wall clock, ms. */
  #offset(): number {
    return Math.round(this.#options.serviceNow() - this.#options.clock.now());
  }

  /** By how much this process's clock is ahead of the row's, ms; 0 for a row of before that was noted. */
  #ahead({ clock_offset }: Order): number {
    return clock_offset === undefined ? 0 : this.#offset() - clock_offset;
  }

  /** A time that this process writes itself is known since that moment, however long the row takes to be stored and read again. */
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

  /** Since when this process knows each time of the order, earliest time first, now that they were read. */
  #learn(order: Order, times: readonly number[], now: number): ReadonlyMap<number, number> {
    const before = this.#known.get(nameOf(order))?.since ?? new Map<number, number>();
    const since = new Map(
      times.toSorted((a, b) => a - b).map((time) => [time, before.get(time) ?? now] as const),
    );
    // A row that holds what this process is storing may come after this one.
    const kept = [...before].filter(([time, known]) => !since.has(time) && now - known <= LONGEST_WAIT);
    this.#remember(order, new Map([...since, ...kept]), now);
    return since;
  }
}

/**
 * A time of a row to compare with another time of the service's: no later than it was. A wait may be longer than it has to be, but
 * nothing happened before a call because its time was moved.
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
 * The order with each time at which something happened to its attempts as `of` says. The end of a hold and the next try lie ahead:
 * the service's own word decides of holds, and a wait for a try is none where it is longer than any can be.
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
