/** Secret keys of sites and operators: how strong one must be, and how what a caller sent is held against them. */
import { createHash, timingSafeEqual } from "node:crypto";

export const KEY_MIN_CHARS = 32;

/** Random digits, the poorest alphabet in use, have so many different ones in 32 but once in 60,000 keys. */
const DIFFERENT_CHARS_MIN = 7;

/** Whether a key that is long enough is no secret all the same: few different characters, or one part over and over. */
export function isGuessable(key: string): boolean {
  return new Set(key).size < DIFFERENT_CHARS_MIN || /^(.+?)\1+$/s.test(key);
}

const digestOf = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Finds the owner of a key. Every key is compared, as a digest and in constant time: timing tells nothing about any. */
export function keyring<T>(
  keys: readonly (readonly [key: string, owner: T])[],
): (given: string) => T | undefined {
  const known = keys.map(([key, owner]) => ({ digest: digestOf(key), owner }));
  return (given) => {
    const digest = digestOf(given);
    let found: T | undefined;
    for (const each of known) if (timingSafeEqual(each.digest, digest)) found = each.owner;
    return found;
  };
}
