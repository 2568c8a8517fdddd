/**
 * The times of a row as the clock of this process tells them. A row is written by one process and read by another one, or by the
 * same one after its clock was moved: a wait that began before would end too early where the reader's clock is ahead of the
 * writer's, and too late where it is behind. So each row says how far the service's clock was ahead of the machine's wall clock
 * when its first time was written. Where a process finds another distance, one of the two clocks is wrong, and a wait is over only
 * when it is over by both. No time is later than the moment at which the process first read it.
 *
 * What is stored of a time never changes, whichever process stores the row again: else two processes whose clocks differ would
 * begin each other's waits anew for ever. So a time that is told otherwise than it is stored has a fraction of a millisecond, by
 * which the stored one is found again; what this process writes are whole milliseconds. Source: integrity rules 4 and 9.
 */
import type { Clock } from "../clock.ts";
import { CLOCK_SPREAD, CLOCK_TOLERANCE, LONGEST_WAIT } from "../timing.ts";
import { type Attempt, nameOf, type Order } from "./model.ts";

/** A millisecond has so many fractions: a row has a few dozen times at most, and a double keeps as many of today. */
const FRACTIONS = 1_024;

export interface RowTimesOptions {
  readonly clock: Pick<Clock, "now" | "monotonic">;
  /** Service time, epoch ms. */
  readonly serviceNow: () => number;
}

/** What a process knows of the times of an order that another clock wrote. */
interface Known {
  /** The times as they are stored, each at the place that its fraction names. */
  readonly stored: number[];
  /** Since when the process knows each of them, monotonic ms. */
  readonly since: number[];
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
    const known = this.#learn(order, stored, monotonic);
    return withTimes(order, (time) => {
      const place = known.stored.indexOf(time);
      const first = now - (monotonic - (known.since[place] ?? monotonic));
      // Before anything that this process writes in the millisecond in which it read the time.
      return Math.floor(Math.min(time + behind, first)) - 1 + (place + 1) / FRACTIONS;
    });
  }

  /** Whether the times of a row are, but for seconds, as this process's clock tells them. */
  isCurrent(order: Order): boolean {
    return Math.abs(this.#ahead(order)) <= CLOCK_TOLERANCE;
  }

  /** The row as it is stored: what was read as it was, and what is new by the clock of the row where that is ahead. */
  toStore(order: Order): Order {
    const { clock_offset = this.#offset() } = order;
    const known = this.#known.get(nameOf(order));
    const behind = this.isCurrent(order) ? 0 : Math.max(0, -this.#ahead(order));
    const stored = withTimes(order, (time) => {
      const place = Math.round((time % 1) * FRACTIONS) - 1;
      return place < 0 ? time + behind : (known?.stored[place] ?? Math.ceil(time));
    });
    return { ...stored, clock_offset };
  }

  /** By how much the service's clock is ahead of the machine's wall clock, ms. */
  #offset(): number {
    return Math.round(this.#options.serviceNow() - this.#options.clock.now());
  }

  /** By how much this process's clock is ahead of the row's, ms; 0 for a row of before that was noted. */
  #ahead({ clock_offset }: Order): number {
    return clock_offset === undefined ? 0 : this.#offset() - clock_offset;
  }

  /** What is known of the order's times now that they were read. */
  #learn(order: Order, times: readonly number[], now: number): Known {
    const name = nameOf(order);
    const { stored, since }: Omit<Known, "usedAt"> = this.#known.get(name) ?? { stored: [], since: [] };
    // In their order: of two times that are first read at once, the later one stays the later one.
    for (const time of times.toSorted((a, b) => a - b)) {
      if (stored.includes(time)) continue;
      stored.push(time);
      since.push(now);
    }
    const known = { stored, since, usedAt: now };
    this.#known.delete(name);
    this.#known.set(name, known);
    for (const [other, { usedAt }] of this.#known) {
      if (now - usedAt <= LONGEST_WAIT) break;
      this.#known.delete(other);
    }
    return known;
  }
}

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
  const { unlisted_since, codeless_since, link_since } = evidence;
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
    },
  };
}
