/** The session's groups: headings of the picker, in the site's order and language. */
import type { Reward } from "../../shared/wire.ts";
import type { KnownOrder, Search } from "../state/state.ts";

/** Rewards under a heading; those of no group come last, without one. */
export interface Section {
  readonly name?: string;
  readonly rewards: readonly Reward[];
}

/** The groups that have a reward to show. */
export const groupsOf = (catalog: readonly Reward[], order: KnownOrder | undefined): readonly Section[] => {
  const bySku = new Map(catalog.map((reward) => [reward.sku, reward]));
  return (order?.groups ?? [])
    .map(({ name, skus }) => ({ name, rewards: skus.flatMap((sku) => bySku.get(sku) ?? []) }))
    .filter(({ rewards }) => rewards.length > 0);
};

/**
 * What the picker shows of the found rewards: one group, or all of them under their headings. A reward of several groups stands
 * under the first one. A search looks through all rewards, without headings.
 */
export function sectionsOf(
  found: readonly Reward[],
  order: KnownOrder | undefined,
  { query, group }: Search,
): readonly Section[] {
  if (query) return [{ rewards: found }];
  const groups = groupsOf(found, order);
  const chosen = groups.find(({ name }) => name === group);
  if (chosen) return [{ rewards: chosen.rewards }];
  const placed = new Set<Reward>();
  const sections = groups.map(({ name, rewards }) => {
    const own = rewards.filter((reward) => !placed.has(reward));
    for (const reward of own) placed.add(reward);
    return { name, rewards: own };
  });
  return [...sections, { rewards: found.filter((reward) => !placed.has(reward)) }].filter(
    ({ rewards }) => rewards.length > 0,
  );
}
