/** Finding rewards by name, whatever the case, the accents and one wrong letter. */
import type { Reward } from "../../shared/wire.ts";

/** Letters whose stroke is no mark that could be taken off, and what people type for them. */
const STROKED = "ØŁĐ";
const PLAIN = "OLD";
/** Shorter words with one letter changed are too often other words. */
const FORGIVEN_FROM = 4;
/** Beside a longer word of the same query, which keeps other rewards away. */
const FORGIVEN_BESIDE_FROM = 3;

/** Upper case, because that also tells that ß is ss. Most names are plain, and thousands of them one key's work. */
const fold = (text: string): string =>
  (/^[ -~]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, ""))
    .toUpperCase()
    .replace(/[ØŁĐ]/g, (letter) => PLAIN.charAt(STROKED.indexOf(letter)));

/** Folding thousands of names at each key would be seen. */
const folded = new WeakMap<Reward, string>();

function foldedName(reward: Reward): string {
  const name = folded.get(reward) ?? fold(reward.name);
  folded.set(reward, name);
  return name;
}

/** Rewards whose name has each word of the query; where there are none, those whose name has it but for one letter. */
export function findRewards(rewards: readonly Reward[], query: string): readonly Reward[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const having = (has: (name: string, word: string) => boolean) =>
    rewards.filter((reward) => words.every((word) => has(foldedName(reward), word)));
  const exact = having(hasWord);
  const from = words.some(({ length }) => length >= FORGIVEN_FROM) ? FORGIVEN_BESIDE_FROM : FORGIVEN_FROM;
  return exact.length > 0
    ? exact
    : having((name, word) => hasWord(name, word) || hasNearly(name, word, from));
}

/** Anywhere in the name. A number is found by its beginning: 5 finds 5 and 50, and none of 15, 1,500 and 12.50. */
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
 * Whether a text begins with a word but for one letter that was left out, added, changed, or swapped with the next. What
 * follows in the text does not count: words are found while they are typed. A short word has all of its letters: one
 * added or changed leaves too few that are right.
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
