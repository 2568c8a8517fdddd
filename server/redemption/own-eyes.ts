/**
 * What this process saw itself since its start, of attempts that it works on. The ledger may be an older copy than another
 * process wrote down: what was read and looked for then was so in another life of the ledger. Nothing of it is stored, so every
 * process asks once. Source: integrity I16.
 */
import { OWN_EYES_MAX } from "../timing.ts";
import { nameOf, type OrderKey } from "./model.ts";

export class OwnEyes {
  readonly #read = new Set<string>();
  readonly #looked = new Set<string>();

  /** It asked the service about attempt `n`, and was answered. */
  noteRead(key: OrderKey, n: number): void {
    note(this.#read, key, n);
  }

  /** It looked, for what attempt `n` is about to send, for what the ledger does not know (guard.ts). */
  noteLooked(key: OrderKey, n: number): void {
    note(this.#looked, key, n);
  }

  hasRead(key: OrderKey, n: number): boolean {
    return this.#read.has(`${nameOf(key)}/${n}`);
  }

  hasLooked(key: OrderKey, n: number): boolean {
    return this.#looked.has(`${nameOf(key)}/${n}`);
  }
}

/** What is forgotten is asked for again. */
function note(set: Set<string>, key: OrderKey, n: number): void {
  if (set.size >= OWN_EYES_MAX) set.clear();
  set.add(`${nameOf(key)}/${n}`);
}
