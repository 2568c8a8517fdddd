/** Finding rewards by name, whatever the case and the accents. */
import type { Reward } from "../shared/wire.ts";

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function findRewards(rewards: readonly Reward[], query: string): readonly Reward[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rewards;
  return rewards.filter((reward) => {
    const name = fold(reward.name);
    return words.every((word) => name.includes(word));
  });
}
