/**
 * The product's own chance: ids, tokens, secrets, and by how much a webhook's next try is later. In a process that plays histories
 * all of it comes from the seed of the history that is played. The product has no code for this.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { seededRandom } from "../support/random.ts";

/** Sets the product's draws apart from the history's, which begin with the same seed. */
const APART = 0x9e3779b9;

let random = seededRandom(0);

const randomBytes = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, () => random.below(256)));

function randomUUID(): string {
  const hex = randomBytes(16).toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}

Object.assign(crypto, { randomBytes, randomUUID });
Object.assign(globalThis.crypto, { randomUUID });
syncBuiltinESMExports();
Math.random = () => random.below(2 ** 32) / 2 ** 32;

/** Begins the product's chance anew. */
export function seedChance(seed: number): void {
  random = seededRandom(seed ^ APART);
}
