/** Finding rewards by name, whatever the case and the accents. */
import type { Reward } from "../shared/wire.ts";

/** Letters whose stroke is no mark that could be taken off, and what people type for them. */
const STROKED = "ØŁĐ";
const PLAIN = "OLD";

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

export function findRewards(rewards: readonly Reward[], query: string): readonly Reward[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return rewards.filter((reward) => words.every((word) => foldedName(reward).includes(word)));
}
