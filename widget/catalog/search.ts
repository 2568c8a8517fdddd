/** Finds rewards by name, worth and description, regardless of case, accents and one wrong letter. */
import { refuseAmount } from "../../shared/amount-refusal.ts";
import type { Reward } from "../../shared/wire.ts";
import type { KnownOrder } from "../state/state.ts";
import { rangeOf } from "./range.ts";
import { withoutPrice } from "./tiles.ts";

/** Letters with a stroke that Unicode does not separate as a mark, and the letters that people type instead. */
const STROKED = "ØŁĐ";
const PLAIN = "OLD";
/** With one letter changed, shorter words are too often other words. */
const FORGIVEN_FROM = 4;
/** The same beside a longer word of the query, which excludes other rewards. */
const FORGIVEN_BESIDE_FROM = 3;

/**
 * Upper case, because that also turns ß into ss. Most names are plain ASCII and skip the rest: each key folds thousands
 * of names.
 */
const fold = (text: string): string =>
  (/^[ -~]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, ""))
    .toUpperCase()
    .replace(/[ØŁĐ]/g, (letter) => PLAIN.charAt(STROKED.indexOf(letter)));

/** Cached, because folding thousands of names at each key would be noticeable. */
const folded = new WeakMap<Reward, string>();

function foldedText(reward: Reward): string {
  const text = folded.get(reward) ?? fold(textOf(reward));
  folded.set(reward, text);
  return text;
}

/**
 * The name, with the worth also where the name does not say it. The range in the name of a reward of free value may be
 * wider than what this order allows, so it is left out: `hasAmount` compares with what the tile shows.
 */
const textOf = ({ name, value, free_value }: Reward): string =>
  free_value ? withoutPrice(name) : `${name} ${value?.amount ?? ""}`;

/** In a description a shorter word, or a number, is by chance. */
const DESCRIBED_FROM = 4;
const described = new WeakMap<Reward, string>();

/** Whether the description has a word that begins so: "restaurant", where no name says it. */
function isDescribed(reward: Reward, word: string): boolean {
  if (word.length < DESCRIBED_FROM || /^\d/.test(word)) return false;
  const text = described.get(reward) ?? fold(reward.description);
  described.set(reward, text);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\p{L}/u.test(text.charAt(at - 1))) return true;
  return false;
}

/**
 * Rewards whose name, worth or description has each word of the query; if there are none, those whose name has the words but for
 * one letter.
 */
export function findRewards(
  rewards: readonly Reward[],
  query: string,
  order?: KnownOrder,
): readonly Reward[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const having = (has: (reward: Reward, word: string) => boolean) =>
    rewards.filter((reward) => words.every((word) => has(reward, word)));
  const hasExactly = (reward: Reward, word: string): boolean =>
    hasWord(foldedText(reward), word) || hasAmount(reward, word, order) || isDescribed(reward, word);
  const exact = having(hasExactly);
  const from = words.some(({ length }) => length >= FORGIVEN_FROM) ? FORGIVEN_BESIDE_FROM : FORGIVEN_FROM;
  return exact.length > 0
    ? exact
    : having((reward, word) => hasExactly(reward, word) || hasNearly(foldedText(reward), word, from));
}

/** Whether the word is an amount that may be chosen. */
const hasAmount = (reward: Reward, word: string, order: KnownOrder | undefined): boolean =>
  reward.free_value &&
  !refuseAmount(word.replace(/\p{Sc}/gu, ""), { free_value: true, range: rangeOf(reward, order) });

/**
 * Whether the word is anywhere in the name. A number must begin the same: 5 finds 5 and 50, but not 15, 1,500 or 12.50.
 */
function hasWord(name: string, word: string): boolean {
  if (!/^\d/.test(word)) return name.includes(word);
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1))
    if (!/\d[.,]?$/.test(name.slice(0, at))) return true;
  return false;
}

/** A number with another digit is another number. */
const isForgiven = (word: string, from: number): boolean => word.length >= from && !/\d/.test(word);

const hasNearly = (name: string, word: string, from: number): boolean =>
  isForgiven(word, from) && name.split(/[^\p{L}\p{N}]+/u).some((text) => beginsNearly(text, word));

/**
 * Whether a text begins with a word, but for one letter that was left out, added, changed, or swapped with the next.
 * The rest of the text does not count, because words are found while they are typed. A short word must have all of its
 * letters: with one added or changed, too few are right.
 */
function beginsNearly(text: string, word: string): boolean {
  let same = 0;
  while (same < word.length && text[same] === word[same]) same++;
  const goesOn = (inText: number, inWord: number): boolean =>
    text.startsWith(word.slice(same + inWord), same + inText);
  const isSwapped = text[same] === word[same + 1] && text[same + 1] === word[same];
  return (
    goesOn(1, 0) ||
    (isSwapped && goesOn(2, 2)) ||
    (word.length >= FORGIVEN_FROM && (goesOn(0, 1) || goesOn(1, 1)))
  );
}
