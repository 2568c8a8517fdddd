/** Secret keys of sites and operators: the required strength, and the comparison with a caller's key. */
import { isEqual, sha256 } from "../tools/digests.ts";

export const KEY_MIN_CHARS = 32;

/** The allowed characters of a bearer token in a header. Source: RFC 6750, 2.1; RFC 9110, 5.5. */
export const KEY_CHARS = /^[\x21-\x7e]+$/;

/** Eight characters that come again: one random key of 32 digits in 300,000 has such, of any other alphabet none. */
const TWICE = /(.{8}).*\1/s;

/** Characters of the parts of which a key is judged. */
const PART = 3;
/**
 * How many parts of a key must differ: most of them, and in a long key as many as a short random one has. Of 100,000 random keys of
 * 32 digits, the poorest alphabet in use, none has fewer.
 */
const DIFFERENT_PARTS = { share: 0.6, enough: 48 } as const;

/** Placeholders of documentation and templates, and rows of a keyboard. */
const PLACEHOLDER =
  /everybody.?can.?read|change.?(?:me|this|it)|replace.?(?:me|this|it)|place.?holder|example|your.{0,12}key|(?:insert|paste|put).{0,16}here|goes.?here|random.?characters|lorem.?ipsum|qwert|asdfg|zxcvb/i;

/**
 * Whether a key of sufficient length can be guessed: a placeholder, or parts that repeat, or that count up or down as alphabets do.
 */
export function isGuessable(key: string): boolean {
  if (PLACEHOLDER.test(key) || TWICE.test(key)) return true;
  const parts = Array.from({ length: key.length - PART + 1 }, (_, at) => key.slice(at, at + PART));
  const different = new Set(parts.filter((part) => !isStep(part))).size;
  return different < Math.min(parts.length * DIFFERENT_PARTS.share, DIFFERENT_PARTS.enough);
}

/** Whether a part is one character again and again, or neighbours in an alphabet: `aaa`, `abc`, `321`. */
function isStep(part: string): boolean {
  const steps = [...part].slice(1).map((char, at) => char.charCodeAt(0) - part.charCodeAt(at));
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
}

/** Finds the owner of a key. Every key is compared, as a digest and in constant time, so that timing reveals nothing. */
export function keyring<T>(
  keys: readonly (readonly [key: string, owner: T])[],
): (given: string) => T | undefined {
  const known = keys.map(([key, owner]) => ({ digest: sha256(key), owner }));
  return (given) => {
    const digest = sha256(given);
    let found: T | undefined;
    for (const each of known) if (isEqual(each.digest, digest)) found = each.owner;
    return found;
  };
}
