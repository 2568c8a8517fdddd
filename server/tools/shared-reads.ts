/**
 * Shares reads among concurrent callers who accept a slightly old value: one read in flight however many callers wait, at most one
 * in `maxAge` (a little more often for `fresh`), the old value while the service fails. Ages count from the start of a read, on the monotonic clock: the value is
 * known to be true only for that moment.
 */

import { LRUCache } from "lru-cache";
import { UpstreamError } from "../problems/upstream-error.ts";
import type { Clock } from "./clock.ts";

export interface SharedReadsOptions {
  readonly clock: Clock;
  /** An older value is read anew, ms. */
  readonly maxAge: number;
  /** An older value is not used, even while the service fails, ms. */
  readonly staleMax: number;
  /** After a failure no read starts for this long, ms. */
  readonly retryAfter: number;
  /** How many values are kept; the least recently used is dropped first. */
  readonly limit: number;
  /** Called once for every failed read, however many callers waited. */
  readonly onFailure?: (error: unknown) => void;
}

/** A value with the start of its read, monotonic ms. */
export interface Aged<T> {
  readonly value: T;
  readonly startedAt: number;
}

interface Slot<T> {
  kept?: Aged<T>;
  /** The kept value is used only while no newer one can be read. */
  isDoubted?: boolean;
  reading?: Promise<Aged<T>>;
  failure?: { readonly error: unknown; readonly at: number };
}

/** Failures in which an old value is better than none. After a definite refusal the old value is dropped. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof UpstreamError) || error.code === "unavailable" || error.code === "invalid";

export class SharedReads<T> {
  readonly #options: SharedReadsOptions;
  readonly #slots: LRUCache<string, Slot<T>>;

  constructor(options: SharedReadsOptions) {
    this.#options = options;
    this.#slots = new LRUCache({ max: options.limit });
  }

  /** The last value, not older than `staleMax`; starts no read. */
  peek(key: string): T | undefined {
    const kept = this.#slots.get(key)?.kept;
    return kept && this.age(kept) < this.#options.staleMax ? kept.value : undefined;
  }

  /** At most `maxAge` old, or `staleMax` while the service fails. @throws what `read` throws */
  async view(key: string, read: () => Promise<T>): Promise<Aged<T>> {
    const { maxAge, staleMax } = this.#options;
    const slot = this.#slot(key);
    const { kept } = slot;
    if (kept && !slot.isDoubted && this.age(kept) < maxAge) return kept;
    const stale = kept && this.age(kept) < staleMax ? kept : undefined;
    const failed = slot.failure !== undefined;
    try {
      const reading = this.#read(slot, read);
      if (stale && failed) {
        // The last read failed: callers do not wait for this one, which may fail as well; `onFailure` is told then.
        reading.catch(() => {});
        return stale;
      }
      return await reading;
    } catch (error) {
      if (stale && isPassing(error)) return stale;
      throw error;
    }
  }

  /**
   * A value that is younger than `maxAge` by at least `margin` ms; a kept value that is too near its end is read anew, because
   * somebody waits.
   * @throws what `read` throws; UpstreamError unavailable if the read takes longer than the value may be old
   */
  async fresh(key: string, read: () => Promise<T>, margin: number): Promise<Aged<T>> {
    const { maxAge } = this.#options;
    const slot = this.#slot(key);
    const { kept } = slot;
    if (kept && !slot.isDoubted && this.age(kept) < maxAge - margin) return kept;
    const result = await this.#read(slot, read);
    if (this.age(result) >= maxAge - margin) throw new UpstreamError("unavailable");
    return result;
  }

  /** The kept value may be wrong: unless it is younger than `ms`, the next caller waits for a read. */
  doubt(key: string, ms: number): void {
    const slot = this.#slots.get(key);
    if (slot?.kept && this.age(slot.kept) >= ms) slot.isDoubted = true;
  }

  /** How old a value is, ms. */
  age({ startedAt }: Aged<T>): number {
    return this.#options.clock.monotonic() - startedAt;
  }

  /** Joins the read in flight or starts one; rejects at once if the last read failed a moment ago. */
  #read(slot: Slot<T>, read: () => Promise<T>): Promise<Aged<T>> {
    if (slot.reading) return slot.reading;
    const { clock, retryAfter } = this.#options;
    const startedAt = clock.monotonic();
    if (slot.failure && startedAt - slot.failure.at < retryAfter) return Promise.reject(slot.failure.error);
    slot.reading = read().then(
      (value) => {
        slot.kept = { value, startedAt };
        slot.isDoubted = false;
        slot.failure = undefined;
        slot.reading = undefined;
        return slot.kept;
      },
      (error) => {
        if (!isPassing(error)) slot.kept = undefined;
        slot.failure = { error, at: clock.monotonic() };
        slot.reading = undefined;
        this.#options.onFailure?.(error);
        throw error;
      },
    );
    return slot.reading;
  }

  #slot(key: string): Slot<T> {
    const known = this.#slots.get(key);
    if (known) return known;
    const slot: Slot<T> = {};
    this.#slots.set(key, slot);
    return slot;
  }
}
