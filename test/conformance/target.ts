/**
 * The targets of the checks: the promotion, the rewards to order, the client. Found by reading, before anything is
 * made, so that the plan can be exact.
 */
import type { Api, Query } from "./api.ts";
import { type Answer, ifAnswered } from "./exchange.ts";
import { NotSupported, succeeded } from "./judge.ts";
import { SKUS_AT_ONCE } from "./limits.ts";
import { dataOf, idOf, itemsOf, member, moment, type Range, rangeOf, text } from "./reading.ts";

export interface FreeValueReward extends Range {
  readonly sku: string;
}

export interface Target {
  readonly promotionId: string | undefined;
  /** The answer of Get a promotion; undefined if it was not called or no answer came. */
  readonly promotionAnswer: Answer | undefined;
  /** The promotion of Get a promotion. */
  readonly promotion: unknown;
  readonly clientId: string | undefined;
  readonly foreignPromotionId: string | undefined;
  readonly foreignAnswer: Answer | undefined;
  /** Get a promotion shows it, although it is another client's: no orders are made in it. */
  readonly foreignIsShown: boolean;
  /** An available reward of the promotion with a fixed value. */
  readonly fixed: string | undefined;
  readonly freeValue: FreeValueReward | undefined;
  /** Another one. */
  readonly otherFixed: string | undefined;
  /** Rewards of the promotion that cannot be delivered now: one for each status and state that forbids it. */
  readonly unusable: readonly string[];
  /** An available reward that is not yet configured for the account; with an amount if it needs one. */
  readonly notAllocated: { readonly sku: string; readonly amount?: string } | undefined;
  readonly foreignSku: string | undefined;
  readonly foreignRedemption: string | undefined;
  readonly foreignRedemptionAnswer: Answer | undefined;
  /** Get a redemption shows it, although it is another client's: nothing is tried on it. */
  readonly foreignRedemptionIsShown: boolean;
  /** Any SKU, of the promotion or otherwise of the catalog. */
  readonly anySku: string | undefined;
  /** Records of List rewards: the promotion's, otherwise the first page of all. */
  readonly catalog: readonly unknown[];
}

/** The names given by the caller. */
export interface Wanted {
  readonly promotion?: string;
  readonly client?: string;
  readonly foreignPromotion?: string;
  readonly foreignSku?: string;
  readonly foreignRedemption?: string;
  readonly sku?: string;
  readonly freeValueSku?: string;
}

interface Offer {
  readonly sku: string;
  readonly usable: boolean;
  /** The status or state that forbids the delivery. */
  readonly unusable: string | undefined;
  readonly notAllocated: boolean;
  readonly variable: boolean;
}

const UNUSABLE = ["paused", "disabled"];
const UNUSABLE_STATES = ["invalid_reward", "invalid_reward_for_redemption_flow"];

/** The rewards of a promotion, and whether each may be delivered. Source: docs/proof/interface.md, "Promotions and rewards". */
function offersOf(promotion: unknown): Offer[] {
  const rewards = member(promotion, "rewards");
  if (!Array.isArray(rewards)) return [];
  return rewards.flatMap((reward) => {
    const sku = text(member(reward, "sku"));
    if (sku === undefined) return [];
    const [status, state] = [member(reward, "status"), member(reward, "state")];
    return {
      sku,
      usable: status === "enabled" && (state === "ready" || state === "no_allocation"),
      unusable: [
        ...UNUSABLE_STATES.filter((each) => each === state),
        ...UNUSABLE.filter((each) => each === status),
      ][0],
      notAllocated: state === "no_allocation",
      variable: member(reward, "variable_value") === true || sku.endsWith("-VAR"),
    };
  });
}

/**
 * Whether the promotion runs now; unreadable members do not count against it. Source: docs/proof/interface.md, "Promotions and
 * rewards".
 */
function isRunning(promotion: unknown, now: number): boolean {
  const [status, state] = [member(promotion, "status"), member(promotion, "state")];
  const [start, end] = ["start_datetime", "end_datetime"].map((name) => moment(member(promotion, name)));
  return (
    (status === undefined || status === "enabled") &&
    (state === undefined || state === "ready") &&
    (start === undefined || start <= now) &&
    (end === undefined || now < end)
  );
}

async function listed(api: Api, query: Query): Promise<unknown[]> {
  const answer = await ifAnswered(() => api.rewards(query));
  return answer ? itemsOf(answer) : [];
}

async function recordsOf(api: Api, skus: readonly string[]): Promise<unknown[]> {
  const records: unknown[] = [];
  for (let from = 0; from < skus.length; from += SKUS_AT_ONCE) {
    const asked = skus.slice(from, from + SKUS_AT_ONCE);
    const items = await listed(api, { sku: asked.join(","), per_page: SKUS_AT_ONCE });
    records.push(...items.filter((record) => asked.includes(text(member(record, "sku")) ?? "")));
  }
  return records;
}

/** How many rewards of a promotion are read; a promotion may have thousands. */
const LOOKED_AT = 5 * SKUS_AT_ONCE;

/**
 * Reads the targets of the checks. A refusal, or no answer, leaves a target undefined; the checks report that.
 * @param now milliseconds since 1970
 * @throws NoToken
 */
export async function findTarget(api: Api, wanted: Wanted, now: number): Promise<Target> {
  const read = async (id: string | undefined) =>
    id === undefined ? undefined : await ifAnswered(() => api.promotion(id));
  const promotionAnswer = await read(wanted.promotion);
  const foreignAnswer = await read(wanted.foreignPromotion);
  const promotion = promotionAnswer && dataOf(promotionAnswer);
  const offers = offersOf(promotion);
  const looked = [...new Set([wanted.sku, wanted.freeValueSku, ...offers.map(({ sku }) => sku)])]
    .filter((sku) => sku !== undefined)
    .slice(0, LOOKED_AT);
  const catalog = looked.length > 0 ? await recordsOf(api, looked) : await listed(api, {});
  const recordOf = (sku: string) => catalog.find((record) => member(record, "sku") === sku);
  const canBeHad = ({ sku, usable }: Offer) =>
    usable && recordOf(sku) !== undefined && member(recordOf(sku), "in_stock") !== false;
  const running = isRunning(promotion, now);
  const available = running ? offers.filter(canBeHad) : [];
  const chosen = (sku: string | undefined) => (running ? sku : undefined);

  const fixedOffers = available.filter(
    ({ sku, variable }) => !variable && member(recordOf(sku), "free_value") !== true,
  );
  const fixed = chosen(wanted.sku) ?? fixedOffers[0]?.sku;
  const kinds = [...new Set(offers.map(({ unusable }) => unusable))].filter((kind) => kind !== undefined);
  const foreignRedemptionAnswer =
    wanted.foreignRedemption === undefined
      ? undefined
      : await ifAnswered(() => api.redemption(wanted.foreignRedemption ?? ""));
  const freeSku =
    chosen(wanted.freeValueSku) ??
    available.find(({ sku, variable }) => variable && rangeOf(recordOf(sku)) !== undefined)?.sku;
  const range = freeSku === undefined ? undefined : rangeOf(recordOf(freeSku));
  return {
    promotionId: wanted.promotion,
    promotionAnswer,
    promotion,
    clientId: wanted.client ?? idOf(member(promotion, "client")),
    foreignPromotionId: wanted.foreignPromotion,
    foreignAnswer,
    foreignIsShown: foreignAnswer !== undefined && succeeded(foreignAnswer),
    fixed,
    otherFixed: fixedOffers.find(({ sku }) => sku !== fixed)?.sku,
    freeValue: freeSku === undefined || range === undefined ? undefined : { sku: freeSku, ...range },
    unusable: kinds.flatMap((kind) => offers.find(({ unusable }) => unusable === kind)?.sku ?? []),
    notAllocated: available.flatMap(({ sku, notAllocated, variable }) => {
      const lowest = variable ? rangeOf(recordOf(sku))?.min : undefined;
      if (!notAllocated || (variable && lowest === undefined)) return [];
      return [lowest === undefined ? { sku } : { sku, amount: String(lowest) }];
    })[0],
    foreignSku: wanted.foreignSku,
    foreignRedemption: wanted.foreignRedemption,
    foreignRedemptionAnswer,
    foreignRedemptionIsShown: foreignRedemptionAnswer !== undefined && succeeded(foreignRedemptionAnswer),
    anySku: looked[0] ?? text(member(catalog[0], "sku")),
    catalog,
  };
}

/**
 * The value that a check's needs promised.
 * @throws NotSupported if it is missing
 */
export function known(found: string | undefined): string {
  if (found === undefined) throw new NotSupported("the check does not say what it needs");
  return found;
}
