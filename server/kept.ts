/** Keeps the most recently used rows of the ledger in memory, for rows that never change. A missing row is read again each time. */
export class Kept<T> {
  readonly #limit: number;
  /** Least recently used first. */
  #rows = new Map<string, T>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  async get(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.#rows.get(key);
    if (known !== undefined) {
      this.#keep(key, known);
      return known;
    }
    const rows = this.#rows;
    const found = await read();
    // A row whose read began before `clear` is not kept.
    if (found !== undefined && rows === this.#rows) this.#keep(key, found);
    return found;
  }

  clear(): void {
    this.#rows = new Map();
  }

  #keep(key: string, row: T): void {
    this.#rows.delete(key);
    this.#rows.set(key, row);
    if (this.#rows.size <= this.#limit) return;
    const [oldest] = this.#rows.keys();
    if (oldest !== undefined) this.#rows.delete(oldest);
  }
}
