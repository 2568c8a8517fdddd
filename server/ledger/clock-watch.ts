/**
 * Whether the machine's clock can be believed, as far as what it says is held against the last time that was noted in the ledger. While
 * the clock stands more than a day away from that, nothing is deleted for its age: a machine that boots with a wrong clock forgets
 * nothing. A clock that goes on from there for a day is believed: the machine was off, or its clock was wrong before. Source:
 * docs/proof/rules.md, rule 19.
 */
import { errorFields, type Log } from "../observing/log.ts";
import { CLOCK_BEHIND_LEAST, CLOCK_LEAP_MOST, CLOCK_NOTED_EVERY } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import type { Ledger } from "./ledger.ts";

const KEY = "clock";

/** What is noted of the clock, epoch ms. */
export interface ClockNote {
  /** The latest time that was believed. */
  readonly seen: number;
  /** The clock leaped to this time, which is not believed yet. */
  readonly doubted: number | null;
}

/** The note after a look at the clock. Pure. */
export function noted({ seen, doubted }: ClockNote, now: number): ClockNote {
  if (Math.abs(now - seen) <= CLOCK_LEAP_MOST) return { seen: Math.max(seen, now), doubted: null };
  const since = doubted === null ? Number.NaN : now - doubted;
  if (since >= CLOCK_LEAP_MOST && since <= 2 * CLOCK_LEAP_MOST) return { seen: now, doubted: null };
  return { seen, doubted: since >= 0 && since <= 2 * CLOCK_LEAP_MOST ? doubted : now };
}

export interface ClockWatchOptions {
  readonly ledger: Pick<Ledger, "get" | "swapValue">;
  readonly clock: Clock;
  readonly log: Log;
}

export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #note: ClockNote | undefined;
  /** As the ledger has it. */
  #stored: string | undefined;
  /** Monotonic ms. */
  #storedAt = Number.NEGATIVE_INFINITY;
  #isTold = false;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  /** How far the clock is from the last time that was believed, ms; 0 where that is as it should be. */
  get offset(): number {
    if (!this.#note) return 0;
    const away = this.#options.clock.now() - this.#note.seen;
    return this.#note.doubted !== null || away < -CLOCK_BEHIND_LEAST ? away : 0;
  }

  /** Whether what is old by the clock may be deleted. While the ledger does not answer, nothing can be. */
  async mayDelete(): Promise<boolean> {
    const { clock, log } = this.#options;
    const now = Math.floor(clock.now());
    try {
      this.#note ??= await this.#read(now);
      const before = this.#note;
      this.#note = noted(before, now);
      const isChanged = before.doubted !== this.#note.doubted;
      if (isChanged || clock.monotonic() - this.#storedAt >= CLOCK_NOTED_EVERY) await this.#store();
    } catch (error) {
      log.warn("the clock could not be held against the ledger", errorFields(error));
      return false;
    }
    const { offset } = this;
    if (offset !== 0 && !this.#isTold)
      log.warn("the clock is not where it was: nothing is deleted for its age while it stands ahead", {
        shift_ms: offset,
      });
    this.#isTold = offset !== 0;
    return this.#note.doubted === null;
  }

  async #read(now: number): Promise<ClockNote> {
    this.#stored = await this.#options.ledger.get(KEY);
    return this.#stored === undefined
      ? { seen: now, doubted: null }
      : (JSON.parse(this.#stored) as ClockNote);
  }

  /** Of several instances one stores: each looks by itself all the same. */
  async #store(): Promise<void> {
    const { ledger, clock } = this.#options;
    const text = JSON.stringify(this.#note);
    this.#storedAt = clock.monotonic();
    if (text === this.#stored) return;
    const isStored = await ledger.swapValue(KEY, this.#stored, text);
    this.#stored = isStored ? text : await ledger.get(KEY);
  }
}
