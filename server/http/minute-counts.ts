/** Counts requests by key within a minute, in memory. A key's minute begins with its first request. */

const MINUTE = 60_000;

interface Minute {
  count: number;
  readonly endsAt: number;
}

export class MinuteCounts {
  readonly #most: number;
  readonly #minutes = new Map<string, Minute>();
  /** When expired minutes are removed next, `performance.now()`. */
  #sweepAt = 0;

  /** @param most the allowed requests of a key in its minute */
  constructor(most: number) {
    this.#most = most;
  }

  /** The number of remembered keys. */
  get size(): number {
    return this.#minutes.size;
  }

  /** Counts the key once. @returns ms until the key's minute is over, if it exceeded the limit; else undefined */
  add(key: string): number | undefined {
    const now = performance.now();
    const minute = this.#current(key, now) ?? this.#begin(key, now);
    minute.count++;
    return minute.count > this.#most ? minute.endsAt - now : undefined;
  }

  /** @returns ms until the key's minute is over, if another request would exceed the limit; else undefined */
  used(key: string): number | undefined {
    const now = performance.now();
    const minute = this.#current(key, now);
    return minute && minute.count >= this.#most ? minute.endsAt - now : undefined;
  }

  #current(key: string, now: number): Minute | undefined {
    const minute = this.#minutes.get(key);
    return minute && minute.endsAt > now ? minute : undefined;
  }

  #begin(key: string, now: number): Minute {
    if (now >= this.#sweepAt) {
      for (const [each, { endsAt }] of this.#minutes) if (endsAt <= now) this.#minutes.delete(each);
      this.#sweepAt = now + MINUTE;
    }
    const minute = { count: 0, endsAt: now + MINUTE };
    this.#minutes.set(key, minute);
    return minute;
  }
}
