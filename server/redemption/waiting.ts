/**
 * The way back from an order's worker to the requests that wait for it: what this process stored is told at once, with the answer
 * that was stored; what another process stored is found by reading the row again.
 */

import type { Ledger } from "../ledger/ledger.ts";
import { keyText, type OrderKey, type Row } from "../rows/order.ts";
import { PEER_POLL } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import type { Heard } from "./course.ts";

interface Update {
  readonly row: Row;
  readonly heard: Heard | undefined;
}

/** What became of a wish. */
export interface Seen {
  /** The row with the wish. */
  readonly first: Row;
  /** The row that was waited for. */
  readonly row: Row;
  /** What this process heard of the service meanwhile, oldest first. */
  readonly heard: readonly Heard[];
}

export class Waiting {
  readonly #ledger: Pick<Ledger, "readOrder">;
  readonly #clock: Clock;
  readonly #watches = new Map<string, Set<Watch>>();

  constructor(ledger: Pick<Ledger, "readOrder">, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  publish(row: Row, heard?: Heard): void {
    for (const watch of this.#watches.get(keyText(row.order)) ?? []) watch.push({ row, heard });
  }

  /** Begins to listen; a watch has to be ended. */
  watch(key: OrderKey): Watch {
    const name = keyText(key);
    const watches = this.#watches.get(name) ?? new Set();
    this.#watches.set(name, watches);
    const watch = new Watch(() => {
      watches.delete(watch);
      if (watches.size === 0 && this.#watches.get(name) === watches) this.#watches.delete(name);
    });
    watches.add(watch);
    return watch;
  }

  /**
   * Waits until `wanted` accepts the row.
   * @param until monotonic ms: the row of then is returned, accepted or not
   */
  async until(
    key: OrderKey,
    watch: Watch,
    first: Row,
    until: number,
    wanted: (row: Row) => boolean,
  ): Promise<Seen> {
    const heard: Heard[] = [];
    let row = first;
    for (;;) {
      const left = until - this.#clock.monotonic();
      if (wanted(row) || left <= 0) return { first, row, heard };
      const update = await watch.next(this.#clock, Math.min(left, PEER_POLL));
      // What was stored before the wish says nothing about it.
      if (update && update.row.order.version < first.order.version) continue;
      row = update?.row ?? (await this.#ledger.readOrder(key)) ?? row;
      if (update?.heard) heard.push(update.heard);
    }
  }
}

export class Watch {
  readonly end: () => void;
  readonly #updates: Update[] = [];
  #wake: (() => void) | undefined;

  constructor(end: () => void) {
    this.end = end;
  }

  push(update: Update): void {
    this.#updates.push(update);
    this.#wake?.();
  }

  /** The next update; undefined after `ms`. */
  async next(clock: Clock, ms: number): Promise<Update | undefined> {
    if (this.#updates.length === 0) {
      await new Promise<void>((resolve) => {
        const takeBack = clock.after(ms, resolve);
        this.#wake = () => {
          takeBack();
          resolve();
        };
      });
      this.#wake = undefined;
    }
    return this.#updates.shift();
  }
}
