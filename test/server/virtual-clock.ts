/**
 * A clock that stands still until a test moves it. `advance` wakes sleepers in the order of their times, and runs the promises of
 * each sleeper before the next one wakes, so that sleeps that they start begin at the right moment.
 */
import type { Clock } from "../../server/tools/clock.ts";

/** 2026-11-20T12:00:00Z. */
const START = Date.UTC(2026, 10, 20, 12);

interface Sleeper {
  readonly at: number;
  /** Ties wake in the order of going to sleep. */
  readonly order: number;
  readonly wake: () => void;
}

export class VirtualClock implements Clock {
  #wall: number;
  #monotonic = 0;
  #sleepers: Sleeper[] = [];
  #order = 0;

  /** @param start wall clock, epoch ms */
  constructor(start: number = START) {
    this.#wall = start;
  }

  now(): number {
    return this.#wall + this.#monotonic;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** How many sleep at the moment. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = (): void => {
        takeBack();
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const takeBack = this.after(ms, wake);
      signal?.addEventListener("abort", wake, { once: true });
    });
  }

  after(ms: number, work: () => void): () => void {
    const takeBack = (): void => {
      this.#sleepers = this.#sleepers.filter((each) => each !== sleeper);
    };
    const sleeper: Sleeper = {
      at: this.#monotonic + Math.max(0, ms),
      order: this.#order++,
      wake: () => {
        takeBack();
        work();
      },
    };
    this.#sleepers.push(sleeper);
    return takeBack;
  }

  /** Moves time on by `ms`, stopping at every sleeper on the way. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    await settle();
    for (;;) {
      const next = this.#sleepers
        .filter((each) => each.at <= end)
        .sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.#monotonic = Math.max(this.#monotonic, next.at);
      next.wake();
      await settle();
    }
    this.#monotonic = end;
    await settle();
  }

  /** Lets the wall clock jump; monotonic time and sleepers notice nothing. */
  jumpWall(ms: number): void {
    this.#wall += ms;
  }
}

/** The clock of a machine whose wall clock is wrong by `ms`; its time passes like that of the others. */
export function skewed(clock: Clock, ms: number): Clock {
  return {
    now: () => clock.now() + ms,
    monotonic: () => clock.monotonic(),
    sleep: (...args) => clock.sleep(...args),
    after: (...args) => clock.after(...args),
  };
}

/**
 * Lets everything run that needs no time: all microtasks, and the turns of the event loop that in-process work (streams,
 * files, databases) takes.
 */
export async function settle(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}
