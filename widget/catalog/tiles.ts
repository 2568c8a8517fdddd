/** Rewards of one brand are one tile, and what tells them apart is said once on each of its chips. */
import type { Reward } from "../../shared/wire.ts";
import type { KnownOrder } from "../state/state.ts";
import { formatNumber } from "../words/locale.ts";
import { rangeOf } from "./range.ts";

export interface Chip {
  readonly reward: Reward;
  /** Its value, or what of its name is its own; empty where a tile of one reward says it all. */
  readonly label: string;
}

export interface Tile {
  /** What the names of its rewards have in common. */
  readonly name: string;
  /** Rising, and the one whose value the person chooses last. */
  readonly chips: readonly Chip[];
}

const MONEY = /(?:\p{Sc}|[A-Z]{3}\s)?\d[\d.,]*(?:\s?\p{Sc}|\s[A-Z]{3}\b)?/u.source;
/** The price, or the range, that a name ends with. */
export const PRICE = new RegExp(String.raw`(?:,(?:\s\S{1,4})?)?\s(${MONEY}(?:\s\S{1,3}\s${MONEY})?)$`, "u");
const PUNCTUATION = /[\s,;:–—-]+$/;

/**
 * @param rewards in the order of the catalog, which that of the tiles follows
 * @param most as many as are needed, or a few more: to read thousands of names takes long
 */
export function tilesOf(
  rewards: readonly Reward[],
  order: KnownOrder | undefined,
  locale: string,
  most = Number.POSITIVE_INFINITY,
): readonly Tile[] {
  const tiles: Tile[] = [];
  for (const brand of Map.groupBy(rewards, ({ brand, logo_url, sku }) => brand ?? logo_url ?? sku).values()) {
    if (tiles.length >= most) break;
    const tile = tileOf(brand, order, locale);
    // Names that have nothing in common, under a logo that stands for none of them.
    tiles.push(...(tile.name ? [tile] : brand.map((reward) => tileOf([reward], order, locale))));
  }
  return tiles;
}

function tileOf(rewards: readonly Reward[], order: KnownOrder | undefined, locale: string): Tile {
  const names = rewards.map(({ name }) => name.replace(PRICE, "").split(/\s+/));
  const first = names[0] ?? [];
  const least = Math.min(...names.map(({ length }) => length));
  const isShared = (at: number): boolean => names.every((words) => bare(words.at(at)) === bare(first.at(at)));
  // Made once: `localeCompare` with options makes one for each pair, which takes thirty times as long.
  const { compare } = new Intl.Collator(locale, { numeric: true });
  let start = 0;
  while (start < least && isShared(start)) start++;
  let end = 0;
  while (start + end < least && isShared(-1 - end)) end++;
  const label = (reward: Reward, words: readonly string[]): string => {
    const own = words.slice(start, words.length - end).join(" ");
    return `${own} ${worthOf(reward, order, locale)}`.trim() || (rewards[1] ? reward.name : "");
  };
  return {
    // Of one, the words stay as they are written.
    name: !rewards[1]
      ? withoutPrice(rewards[0]?.name)
      : bare([...first.slice(0, start), ...first.slice(first.length - end)].join(" ")),
    chips: rewards
      .map((reward, index) => ({ reward, label: label(reward, names[index] ?? []) }))
      .sort((a, b) => Number(a.reward.free_value) - Number(b.reward.free_value) || compare(a.label, b.label)),
  };
}

/** A name without the price, or the range, that it ends with. */
export const withoutPrice = (name = ""): string => bare(name.replace(PRICE, ""));

const bare = (text = ""): string => text.replace(PUNCTUATION, "");

/** What a reward is worth, as far as that is known; else what its name says. */
function worthOf(reward: Reward, order: KnownOrder | undefined, locale: string): string {
  const range = rangeOf(reward, order);
  const least = range ? range.min : reward.value?.amount;
  const money = (amount = 0, language = locale, to?: number): string =>
    formatNumber(language, amount, (reward.value ?? order)?.currency, to);
  if (least === undefined) {
    const price = PRICE.exec(reward.name)?.[1] ?? "";
    const amount = Number(price.slice(1));
    // In the session's currency: written as all amounts are here.
    return price === money(amount, "en") ? money(amount) : price;
  }
  return money(least, locale, range?.max);
}
