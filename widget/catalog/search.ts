/** Finds rewards by name, worth and description, regardless of case, accents and one wrong letter. */
import { refuseAmount } from "../../shared/amount-refusal.ts";
import { withoutPrice } from "../../shared/reward-name.ts";
import type { Reward } from "../../shared/wire.ts";
import type { KnownOrder } from "../state/state.ts";
import { rangeOf } from "./range.ts";

/** Signs that Unicode does not take apart, and what people type instead; keyboards differ by phone and language. */
const TYPED: readonly [signs: RegExp, typed: string][] = [
  [/[`´‘’‚‛ʹʻʼʽʾ′‵＇׳՚]/g, "'"],
  [/[“”„‟″＂״]/g, '"'],
  [/[\p{Pd}−]/gu, "-"],
  [/[٬،]/g, ","],
  [/٫/g, "."],
  // What nobody sees, and what people leave out: dots inside a word, and the stroke that makes an Arabic word wider.
  [/[\p{Cf}·‧・･ـ]/gu, ""],
  [/[ẞß]/g, "SS"],
  [/[Øø]/g, "O"],
  [/[Łł]/g, "L"],
  [/[Đđ]/g, "D"],
  [/[Ææ]/g, "AE"],
  [/[Œœ]/g, "OE"],
  [/[یى]/g, "ي"],
  [/ک/g, "ك"],
  [/ة/g, "ه"],
];
/** As many signs lie between a sign of the one Japanese syllabary and that of the other. */
const KATAKANA = 0x60;
/** With one letter changed, shorter words are too often other words. */
const FORGIVEN_FROM = 4;
/** The same beside a longer word of the query, which excludes other rewards. */
const FORGIVEN_BESIDE_FROM = 3;

/** Most names are plain ASCII and skip the rest: each key folds thousands of names. */
const fold = (text: string): string => (/^[ -_a-~]*$/.test(text) ? text : plain(text)).toUpperCase();

function plain(text: string): string {
  let typed = text;
  for (const [signs, instead] of TYPED) typed = typed.replace(signs, instead);
  return typed
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/(?=\D)\p{Nd}/gu, digitOf)
    .replace(/[ぁ-ゖ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + KATAKANA));
}

/** Every script has its ten digits in a row. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return `${(code - zero) % 10}`;
}

/** A number whose thousands stand apart: 1,000 and 1 000, and 1,00,000 in India. */
const GROUPED = /(?<!\d|\d[., '])\d{1,3}(?:[., ']\d{2,3})*[., ']\d{3}(?!\d)/g;
const joined = (number: string): string => number.replace(/\D/g, "");
/** Before its fourth digit nobody means a number of thousands: 15 is not the beginning of 1,500. */
const JOINED_FROM = 4;
/** Between a name and the numbers that are joined out of it. */
const AFTER = "\n\n";

/** Cached, because folding thousands of names at each key would be noticeable. */
const folded = new WeakMap<Reward, string>();

function foldedText(reward: Reward): string {
  const known = folded.get(reward);
  if (known !== undefined) return known;
  const text = fold(textOf(reward));
  const whole = [text, ...(text.match(GROUPED) ?? []).map(joined)].join(AFTER);
  folded.set(reward, whole);
  return whole;
}

/**
 * The name, with the worth also where the name does not say it. The range in the name of a reward of free value may be
 * wider than what this order allows, so it is left out: `hasAmount` compares with what the tile shows.
 */
const textOf = ({ name, value, free_value }: Reward): string =>
  free_value ? withoutPrice(name) : `${name}\n${value?.amount ?? ""}`;

/** What a typed amount has beside its number: a sign of money, and cents that are none. */
const MONEY_SIGNS = /\p{Sc}\s*(?=\d)|(?<=\d)(?:[.,]00)?\s*\p{Sc}|(?<=\d)[.,]00(?!\d)/gu;

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
  const text = fold(query);
  const wordsOf = (of: string): string[] => of.replace(GROUPED, joined).split(/\s+/).filter(Boolean);
  const words = wordsOf(text);
  const having = (has: (reward: Reward, word: string) => boolean, all = words) =>
    rewards.filter((reward) => all.every((word) => has(reward, word)));
  const hasExactly = (reward: Reward, word: string): boolean =>
    hasWord(foldedText(reward), word) || hasAmount(reward, word, order) || isDescribed(reward, word);
  let exact = having(hasExactly);
  // "$1,500" is written otherwise, or not at all, in the name of what is shown as $1,500.
  const bare = text.replace(MONEY_SIGNS, "");
  if (exact.length === 0 && bare !== text) exact = having(hasExactly, wordsOf(bare));
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
  const [written = ""] = word.length < JOINED_FROM ? name.split(AFTER) : [name];
  for (let at = written.indexOf(word); at >= 0; at = written.indexOf(word, at + 1))
    if (!/\d[.,]?$/.test(written.slice(0, at))) return true;
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
    text.slice(same + inText).startsWith(word.slice(same + inWord));
  const isSwapped = text[same] === word[same + 1] && text[same + 1] === word[same];
  return (
    goesOn(1, 0) ||
    (isSwapped && goesOn(2, 2)) ||
    (word.length >= FORGIVEN_FROM && (goesOn(0, 1) || goesOn(1, 1)))
  );
}
