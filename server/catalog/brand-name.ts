/**
 * What a reward is called where its picture already says what it is: its name without the words that most names of the promotion
 * begin or end with, such as "Gift Card" or "Geschenkkarte von", and without its price. The interface names no brand, and what its
 * names look like is not shown: nothing is known here of any language. Pure.
 */
import { withoutPrice } from "../../shared/reward-name.ts";

/** Two names may share a word by chance. */
const LEAST_BRANDS = 3;

interface Named {
  readonly name: string;
  readonly brand?: string;
}

/** @returns the name of each reward; undefined where its name has no word that says only what kind of reward it is */
export function brandNames<T extends Named>(rewards: readonly T[]): ReadonlyMap<T, string> {
  const wordsOf = ({ name }: Named) => withoutPrice(name).split(/\s+/);
  // One name a brand: a brand with many values would make its own name the most frequent word.
  const brands = new Map(
    rewards.map((reward) => [reward.brand ?? withoutPrice(reward.name), wordsOf(reward)]),
  );
  const names = [...brands.values()];
  const most = Math.max(LEAST_BRANDS, Math.floor(names.length / 2) + 1);
  const starts = frequent(names, most);
  const ends = frequent(
    names.map((words) => words.toReversed()),
    most,
  );
  const found = new Map<T, string>();
  for (const reward of rewards) {
    const words = wordsOf(reward);
    const start = sharedBy(words, starts);
    const end = sharedBy(words.toReversed(), ends);
    const own = words.slice(start, words.length - end);
    if (own.length > 0 && own.length < words.length) found.set(reward, own.join(" "));
  }
  return found;
}

/** The beginnings, of any number of words, that at least so many names have. */
function frequent(names: readonly (readonly string[])[], most: number): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const words of names)
    for (const start of startsOf(words)) counts.set(start, (counts.get(start) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= most).map(([start]) => start));
}

/** How many of its first words a name has in common with most others. */
const sharedBy = (words: readonly string[], known: ReadonlySet<string>): number =>
  startsOf(words).filter((start) => known.has(start)).length;

const startsOf = (words: readonly string[]): string[] =>
  words.map((_, at) =>
    words
      .slice(0, at + 1)
      .join(" ")
      .toLowerCase(),
  );
