/** Secret keys of sites and operators: the required strength, and the comparison with a caller's key. */
import { hash, timingSafeEqual } from "node:crypto";

export const KEY_MIN_CHARS = 32;

/** 32 random digits, the poorest alphabet in use, have fewer different characters in only one of 60,000 keys. */
const DIFFERENT_CHARS_MIN = 7;

/** Placeholders of documentation and templates, and rows of a keyboard. */
const PLACEHOLDER =
  /change.?(?:me|this|it)|replace.?(?:me|this|it)|place.?holder|example|your.{0,12}key|(?:insert|paste|put).{0,16}here|goes.?here|random.?characters|lorem.?ipsum|qwert|asdfg|zxcvb/i;

/**
 * The least number of steps of a key. A step is a character, a run such as `abcd`, or a repeated part. A repeated word has no more
 * steps than letters; none of 300,000 keys of 32 random digits had fewer than 19.
 */
const STEPS_MIN = 12;
/** Shorter runs and shorter repeated parts occur by chance. Characters. */
const RUN_MIN = 3;
const REPEAT_MIN = 4;

/**
 * Whether a key of sufficient length can be guessed: few different characters, one repeated part, a placeholder, or mostly runs of
 * the alphabet.
 */
export function isGuessable(key: string): boolean {
  return (
    new Set(key).size < DIFFERENT_CHARS_MIN ||
    /^(.+?)\1+$/s.test(key) ||
    PLACEHOLDER.test(key) ||
    stepsOf(key) < STEPS_MIN
  );
}

function stepsOf(key: string): number {
  let steps = 0;
  for (let at = 0; at < key.length; steps++) {
    const run = runAt(key, at);
    const repeat = repeatAt(key, at);
    at += Math.max(1, run >= RUN_MIN ? run : 0, repeat >= REPEAT_MIN ? repeat : 0);
  }
  return steps;
}

/** The length of the run from here on: characters that each go up, go down or stay. */
function runAt(key: string, at: number): number {
  const step = key.charCodeAt(at + 1) - key.charCodeAt(at);
  if (!(Math.abs(step) <= 1)) return 1;
  let length = 2;
  while (key.charCodeAt(at + length) - key.charCodeAt(at + length - 1) === step) length++;
  return length;
}

/** The length of the part from here on that occurs earlier in the key. */
function repeatAt(key: string, at: number): number {
  let length = 0;
  while (at + length < key.length && key.indexOf(key.slice(at, at + length + 1)) < at) length++;
  return length;
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
