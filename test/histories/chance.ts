/**
 * The product's own chance: ids, tokens, secrets, and by how much a webhook's next try is later. In a process that plays histories
 * all of it comes from the seed of the history that is played. The product has no code for this.
 */
import { seededRandom } from "../support/random.ts";

/** Sets the product's draws apart from the history's, which begin with the same seed. */
const APART = 0x9e3779b9;

let random = seededRandom(0);

function getRandomValues<T extends ArrayBufferView>(view: T): T {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at++) bytes[at] = random.below(256);
  return view;
}

Object.assign(globalThis.crypto, { getRandomValues });
Math.random = () => random.below(2 ** 32) / 2 ** 32;

/** Begins the product's chance anew. */
export function seedChance(seed: number): void {
  random = seededRandom(seed ^ APART);
}
