/** Secret keys of sites and operators: the required strength, and the comparison with a caller's key. */
import { hash, timingSafeEqual } from "node:crypto";

export const KEY_MIN_CHARS = 32;

/** 32 random digits, the poorest alphabet in use, have fewer different characters in only one of 60,000 keys. */
const DIFFERENT_CHARS_MIN = 7;

/** Placeholders of documentation and templates, and rows of a keyboard. */
const PLACEHOLDER =
  /change.?(?:me|this|it)|replace.?(?:me|this|it)|place.?holder|example|your.{0,12}key|(?:insert|paste|put).{0,16}here|goes.?here|random.?characters|lorem.?ipsum|qwert|asdfg|zxcvb/i;

/** Whether a key of sufficient length can be guessed: few different characters, one repeated part, or a placeholder. */
export function isGuessable(key: string): boolean {
  return new Set(key).size < DIFFERENT_CHARS_MIN || /^(.+?)\1+$/s.test(key) || PLACEHOLDER.test(key);
}

const digestOf = (key: string): Buffer => hash("sha256", key, "buffer");

/** Finds the owner of a key. Every key is compared, as a digest and in constant time, so that timing reveals nothing. */
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
