/**
 * Groups the rewards of one brand into one tile. Each chip of the tile shows only what differs from the other chips.
 */
import { bare, PRICE } from "../../shared/reward-name.ts";
import type { Reward } from "../../shared/wire.ts";
import type { KnownOrder } from "../state/state.ts";
import { formatNumber } from "../words/locale.ts";
import { rangeOf } from "./range.ts";

export interface Chip {
  readonly reward: Reward;
  /**
   * The reward's value, or the part of its name that differs. Empty if the tile has one reward and already says
   * everything.
   */
  readonly label: string;
}

export interface Tile {
  /** The common part of the rewards' names. */
  readonly name: string;
  /** Ascending; a reward of free value comes last. */
  readonly chips: readonly Chip[];
}

/**
 * @param rewards in the order of the catalog; the tiles keep this order
 * @param most how many tiles are needed; a few more may come. Limited because reading thousands of names takes long
 */
export function tilesOf(
  rewards: readonly Reward[],
  order: KnownOrder | undefined,
  locale: string,
  most = Number.POSITIVE_INFINITY,
): readonly Tile[] {
  const tiles: Tile[] = [];
  const brands = new Map<string, Reward[]>();
  for (const reward of rewards) {
    const name = reward.brand ?? reward.logo_url ?? reward.sku;
    const known = brands.get(name);
    if (known) known.push(reward);
    else brands.set(name, [reward]);
  }
  for (const brand of brands.values()) {
    if (tiles.length >= most) break;
    const tile = tileOf(brand, order, locale);
    // Names without a common part under one logo: the logo stands for none of them, so each reward gets a tile.
    tiles.push(...(tile.name ? [tile] : brand.map((reward) => tileOf([reward], order, locale))));
  }
  return tiles;
}

function tileOf(rewards: readonly Reward[], order: KnownOrder | undefined, locale: string): Tile {
  const names = rewards.map((reward) => calledOf(reward).split(/\s+/));
  const first = names[0] ?? [];
  const least = Math.min(...names.map(({ length }) => length));
  const isShared = (at: number): boolean => names.every((words) => bare(words.at(at)) === bare(first.at(at)));
  // Created once: `localeCompare` with options creates a collator for each pair, which takes thirty times as long.
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
    // A single reward's name stays as it is written.
    name: !rewards[1]
      ? bare(calledOf(rewards[0] as Reward))
      : bare([...first.slice(0, start), ...first.slice(first.length - end)].join(" ")),
    chips: rewards
      .map((reward, index) => ({ reward, label: label(reward, names[index] ?? []) }))
      .sort((a, b) => Number(a.reward.free_value) - Number(b.reward.free_value) || compare(a.label, b.label)),
  };
}

const calledOf = ({ brand_name, name }: Reward): string => brand_name ?? name.replace(PRICE, "");

/** A reward's worth as far as it is known, otherwise as its name says. */
function worthOf(reward: Reward, order: KnownOrder | undefined, locale: string): string {
  const range = rangeOf(reward, order);
  const least = range ? range.min : priceOf(reward, order);
  return least === undefined
    ? (PRICE.exec(reward.name)?.[1] ?? "")
    : formatNumber(locale, least, (reward.value ?? order)?.currency, range?.max);
}

const signOf = (price: string): string => price.replace(/[\d.,\s]/g, "");

/** A fixed value: as a redemption has told, or as the name says with the sign of the session's currency, in any language. */
export function priceOf({ value, name }: Reward, order: KnownOrder | undefined): number | undefined {
  if (value) return value.amount;
  const price = PRICE.exec(name)?.[1] ?? "";
  const [whole = "", cents = ""] = price.split(/[.,](?=\d\d(?!\d))/);
  const amount = Number(`${whole}.${cents}`.replace(/[^\d.]|\.(?=.*\.)/g, ""));
  return price && signOf(price) === signOf(formatNumber("en", amount, order?.currency)) ? amount : undefined;
}
