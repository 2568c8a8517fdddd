/**
 * A page of a site's redemptions. The service cannot list by site: the ledger has the ids of the site's redemptions, the service
 * their states. The ledger pages and counts what it can filter itself; other filters and sorts look through the service's lists,
 * within bounds. One list of a site at a time, and one question at the ledger: a site's clerks must not delay others.
 * Source: openapi.json, GET /v1/redemptions; docs/server/redemptions.md.
 */

import type { Fulfillment } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import type { Ledger, OwnedFilter, OwnedRedemption } from "../ledger/ledger.ts";
import { ProblemError } from "../problems/problem.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import { confirmedBy } from "../redemption/view.ts";
import { placeOf } from "../rows/grant.ts";
import { attemptOf, currentAttempt } from "../rows/order.ts";
import {
  SITE_LIST_LAG,
  SITE_READS_AT_ONCE,
  SITE_READS_MAX,
  SITE_SCAN_MAX,
  SITE_SCAN_STEP,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { mapConcurrently } from "../tools/concurrent.ts";
import { NOT_FOUND, type RedemptionsQuery, type SiteRedemption } from "./query.ts";
import { factsOf, fits, inOrder, isFiltering, type Known, upstreamFilters } from "./select.ts";

/** `left` fires when nobody waits for the answer any more: nothing is read for it then. */
export interface SiteRedemptions {
  /** @throws UpstreamError; ProblemError invalid_request if too many redemptions would have to be searched */
  page(
    site: string,
    query: RedemptionsQuery,
    left?: AbortSignal,
  ): Promise<{ data: SiteRedemption[]; total: number }>;
  /** All of them, some at a time, each read when it is asked for. @throws as `page` */
  all(site: string, query: RedemptionsQuery, left?: AbortSignal): AsyncGenerator<SiteRedemption[]>;
}

export interface SiteRedemptionsOptions {
  readonly ledger: Pick<Ledger, "redemptionsOf" | "countRedemptionsOf" | "promotionsOf" | "readOrder">;
  readonly fulfillment: Pick<Fulfillment, "readRedemption" | "listRedemptions">;
  readonly clock: Clock;
}

/** What a query selects. */
interface Selection {
  readonly count: number;
  /** Some of it, fresh from the service: what no longer fits the filters is left out. */
  part(offset: number, limit: number): Promise<SiteRedemption[]>;
}

/** A redemption of the site with the service's answer; undefined if the service does not know it (any more). */
interface Read {
  readonly owned: OwnedRedemption;
  readonly redemption: Redemption | undefined;
  readonly standing: Standing;
}

/** What the ledger knows of a redemption. */
interface Standing {
  /** Its order went on without it: where it is booked, the hold lapses by itself, and nobody gets what it is worth. */
  readonly isOver: boolean;
  readonly confirmed?: ReturnType<typeof confirmedBy>;
}

export function createSiteRedemptions(options: SiteRedemptionsOptions): SiteRedemptions {
  const { fulfillment, clock } = options;
  const ledger = inTurn(options.ledger);
  /** The last list of each site that is being made. */
  const turns = new Map<string, Promise<unknown>>();

  const standingOf = async (site: string, { order_id, attempt }: OwnedRedemption): Promise<Standing> => {
    const row = await ledger.readOrder({ site, order_id });
    if (!row) return { isOver: true };
    const current = currentAttempt(row.order);
    return {
      isOver: row.order.known.canceled || current?.n !== attempt || current.phase === "over",
      confirmed: confirmedBy(attemptOf(row.order, attempt)),
    };
  };

  const read = (site: string, all: readonly OwnedRedemption[], left?: AbortSignal): Promise<Read[]> =>
    mapConcurrently(all, SITE_READS_AT_ONCE, async (owned) => {
      refuseLeft(left);
      const standing = await standingOf(site, owned);
      try {
        return { owned, standing, redemption: await fulfillment.readRedemption(owned.redemption_id) };
      } catch (error) {
        if (isUnknown(error)) return { owned, standing, redemption: undefined };
        throw error;
      }
    });

  /** What the service's lists show of the site's redemptions; may lag. */
  async function scan(
    site: string,
    filter: OwnedFilter,
    query: RedemptionsQuery,
    left?: AbortSignal,
  ): Promise<Map<string, Known>> {
    const found = new Map<string, Known>();
    const promotions =
      filter.promotion_id === undefined ? await ledger.promotionsOf(site) : [filter.promotion_id];
    let seen = 0;
    let step: Redemption[] = [];
    const take = async (): Promise<void> => {
      const ids = step.map(({ id }) => id);
      const owned = await ledger.redemptionsOf(site, { ...filter, ids }, { offset: 0, limit: ids.length });
      const ours = new Map(owned.map((each) => [each.redemption_id, each]));
      for (const redemption of step) {
        const own = ours.get(redemption.id);
        if (own) found.set(redemption.id, { owned: own, facts: factsOf(redemption) });
      }
      step = [];
    };
    for (const promotionId of promotions) {
      try {
        for await (const redemption of fulfillment.listRedemptions(promotionId, upstreamFilters(query))) {
          refuseLeft(left);
          if (++seen > SITE_SCAN_MAX) throw tooWide();
          if (step.push(redemption) === SITE_SCAN_STEP) await take();
        }
      } catch (error) {
        // A promotion that is gone lists nothing; those of the others are there.
        if (!isUnknown(error)) throw error;
      }
    }
    await take();
    return found;
  }

  /** Filters many redemptions by the service's lists, and by a reading of those that the lists may not show yet. */
  async function lookThrough(
    site: string,
    filter: OwnedFilter,
    query: RedemptionsQuery,
    left?: AbortSignal,
  ): Promise<Known[]> {
    const found = await scan(site, filter, query, left);
    const young = { ...filter, changed_since: clock.now() - SITE_LIST_LAG };
    const uncertain = await ledger.redemptionsOf(site, young, { offset: 0, limit: SITE_READS_MAX });
    for (const { owned, redemption } of await read(site, uncertain, left))
      if (redemption) found.set(owned.redemption_id, { owned, facts: factsOf(redemption) });
    return [...found.values()];
  }

  async function select(site: string, query: RedemptionsQuery, left?: AbortSignal): Promise<Selection> {
    const { order_id, promotion_id, email, reward_sku: sku, sort } = query;
    const filter: OwnedFilter = { order_id, promotion_id, email, sku };
    const count = await ledger.countRedemptionsOf(site, filter);
    if (!isFiltering(query) && sort === undefined) {
      const part: Selection["part"] = async (offset, limit) =>
        (await read(site, await ledger.redemptionsOf(site, filter, { offset, limit }), left)).map(view);
      return { count, part };
    }
    const all = { offset: 0, limit: SITE_READS_MAX };
    const early =
      count <= SITE_READS_MAX
        ? await read(site, await ledger.redemptionsOf(site, filter, all), left)
        : undefined;
    const known = early
      ? early.map(({ owned, redemption }) => ({ owned, facts: redemption ? factsOf(redemption) : {} }))
      : await lookThrough(site, filter, query, left);
    const fitting = inOrder(
      known.filter(({ facts }) => fits(facts, query)),
      sort,
    ).map(({ owned }) => owned);
    const part: Selection["part"] = async (offset, limit) => {
      const shown = fitting.slice(offset, offset + limit);
      const reads = early ?? (await read(site, shown, left));
      const byId = new Map(reads.map((each) => [each.owned.redemption_id, each]));
      return shown.flatMap(({ redemption_id }) => {
        const each = byId.get(redemption_id);
        return each && fits(each.redemption ? factsOf(each.redemption) : {}, query) ? [view(each)] : [];
      });
    };
    return { count: fitting.length, part };
  }

  const inTurnOf = <T>(site: string, left: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    const begin = (): Promise<T> => {
      refuseLeft(left);
      return work();
    };
    // The list before may have failed, and said so to its own caller.
    const turn = (turns.get(site) ?? Promise.resolve()).then(begin, begin);
    turns.set(site, turn);
    const leave = (): void => {
      if (turns.get(site) === turn) turns.delete(site);
    };
    turn.then(leave, leave);
    return turn;
  };

  return {
    page: (site, query, left) =>
      inTurnOf(site, left, async () => {
        const { page, per_page } = query;
        const offset = (page - 1) * per_page;
        const { count, part } = await select(site, query, left);
        const data = await part(offset, per_page);
        const expected = Math.min(per_page, Math.max(0, count - offset));
        return { data, total: count - (expected - data.length) };
      }),
    async *all(site, query, left) {
      const { count, part } = await inTurnOf(site, left, () => select(site, query, left));
      for (let offset = 0; offset < count; offset += SITE_SCAN_STEP)
        yield await inTurnOf(site, left, () => part(offset, SITE_SCAN_STEP));
    },
  };
}

/** @throws ProblemError upstream_unavailable, which nobody reads */
function refuseLeft(left: AbortSignal | undefined): void {
  if (left?.aborted)
    throw new ProblemError("upstream_unavailable", { detail: "Nobody waits for this list." });
}

/** Whether the service does not know what was asked for (any more). */
const isUnknown = (error: unknown): boolean => error instanceof UpstreamError && error.code === "not_found";

type Asked = SiteRedemptionsOptions["ledger"];

/**
 * One question of all sites' lists at a time. On a large ledger each takes a while, and between two of them the ledger answers what
 * users wait for: asked together, the lists of eight sites held up every order for seconds.
 */
function inTurn(ledger: Asked): Asked {
  let last: Promise<unknown> = Promise.resolve();
  const turn = <T>(ask: () => Promise<T>): Promise<T> => {
    const asked = last.then(ask);
    last = asked.catch(() => {});
    return asked;
  };
  return {
    redemptionsOf: (...given) => turn(() => ledger.redemptionsOf(...given)),
    countRedemptionsOf: (...given) => turn(() => ledger.countRedemptionsOf(...given)),
    promotionsOf: (...given) => turn(() => ledger.promotionsOf(...given)),
    readOrder: (...given) => turn(() => ledger.readOrder(...given)),
  };
}

/** Copied member by member, so that codes, the link and the user are left out. */
function view({ owned, redemption, standing }: Read): SiteRedemption {
  const grant_id = placeOf(owned.order_id)?.grant_id;
  const named = {
    id: owned.redemption_id,
    order_id: owned.order_id,
    ...(grant_id !== undefined && { grant_id }),
    attempt: owned.attempt,
    ...standing.confirmed,
  };
  if (!redemption)
    return { ...named, state: NOT_FOUND, testing: false, promotion: { id: owned.promotion_id }, reward: {} };
  const { promotion, reward, value } = redemption;
  const isGivenUp = redemption.state === "booked" && standing.isOver;
  return {
    ...named,
    state: redemption.state,
    testing: redemption.testing,
    activation_datetime: redemption.activation_datetime,
    redeemed_datetime: redemption.redeemed_datetime,
    refunded_datetime: redemption.refunded_datetime,
    updated_datetime: redemption.updated_datetime,
    promotion: { id: owned.promotion_id, status: promotion?.status, state: promotion?.state },
    reward: { sku: reward?.sku, status: reward?.status, state: reward?.state },
    ...(isGivenUp && { given_up: true }),
    ...(value && !isGivenUp && { value: { amount: value.amount, currency: value.currency } }),
  };
}

function tooWide(): ProblemError {
  const message = "expected narrower filters: this would look through more redemptions than one request may";
  return new ProblemError("invalid_request", { errors: [{ path: "", message }] });
}
