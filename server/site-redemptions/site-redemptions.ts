/**
 * A page of a site's redemptions. The service cannot list by site: the ledger has the ids of the site's redemptions, the service
 * their states. The cost of one request is bounded. Source: contract, `GET /v1/redemptions`; docs/server.md, Routes.
 */

import type { Clock } from "../clock.ts";
import { mapConcurrently } from "../concurrent.ts";
import { type Fulfillment, UpstreamError } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { pageOf } from "../http/query.ts";
import type { Ledger, OwnedRedemption } from "../ledger/ledger.ts";
import { ProblemError } from "../problem.ts";
import { SITE_LIST_LAG, SITE_READS_AT_ONCE, SITE_READS_MAX, SITE_SCAN_MAX } from "../timing.ts";
import type { RedemptionsQuery, SiteRedemption } from "./query.ts";
import { type Facts, factsOf, fits, inOrder, isFiltering, type Known, upstreamFilters } from "./select.ts";

export interface SiteRedemptions {
  /** @throws UpstreamError; ProblemError invalid_request if too many redemptions would have to be searched */
  page(site: string, query: RedemptionsQuery): Promise<{ data: SiteRedemption[]; total: number }>;
}

export interface SiteRedemptionsOptions {
  readonly ledger: Pick<Ledger, "redemptionsOf">;
  readonly fulfillment: Pick<Fulfillment, "readRedemption" | "listRedemptions">;
  readonly clock: Clock;
}

type Fresh = ReadonlyMap<string, Redemption>;

export function createSiteRedemptions({
  ledger,
  fulfillment,
  clock,
}: SiteRedemptionsOptions): SiteRedemptions {
  async function read(all: readonly OwnedRedemption[]): Promise<Fresh> {
    const found = await mapConcurrently(all, SITE_READS_AT_ONCE, async ({ redemption_id }) => {
      try {
        return await fulfillment.readRedemption(redemption_id);
      } catch (error) {
        // The redemption is known to exist: "not found" is a fault of the service, not of the site.
        const missing = error instanceof UpstreamError && error.code === "not_found";
        throw missing ? new ProblemError("upstream_invalid", { reference: redemption_id }) : error;
      }
    });
    return new Map(found.map((redemption) => [redemption.id, redemption]));
  }

  /** The site's redemptions in the service's lists; may lag. */
  async function scan(all: readonly OwnedRedemption[], query: RedemptionsQuery): Promise<Map<string, Facts>> {
    const facts = new Map<string, Facts>();
    const byPromotion = Map.groupBy(all, ({ promotion_id }) => promotion_id);
    let seen = 0;
    for (const [promotionId, owned] of byPromotion) {
      const wanted = new Set(owned.map(({ redemption_id }) => redemption_id));
      for await (const redemption of fulfillment.listRedemptions(promotionId, upstreamFilters(query))) {
        if (wanted.delete(redemption.id)) facts.set(redemption.id, factsOf(redemption));
        if (wanted.size === 0) break;
        if (++seen > SITE_SCAN_MAX) throw tooWide();
      }
    }
    return facts;
  }

  /** Filters many redemptions by the service's lists, and by a reading of those that the lists may not show yet. */
  async function lookThrough(all: readonly OwnedRedemption[], query: RedemptionsQuery): Promise<Known[]> {
    const facts = await scan(all, query);
    const youngest = clock.now() - SITE_LIST_LAG;
    const uncertain = all
      .filter((each) => each.updated_at > youngest || (!isFiltering(query) && !facts.has(each.redemption_id)))
      .toSorted((a, b) => b.updated_at - a.updated_at)
      .slice(0, SITE_READS_MAX);
    for (const [id, redemption] of await read(uncertain)) facts.set(id, factsOf(redemption));
    // Without a filter all redemptions count; one without data has no dates and is sorted last.
    return all.map((owned) => ({ owned, facts: facts.get(owned.redemption_id) ?? {} }));
  }

  return {
    async page(site, query) {
      const { order_id, promotion_id, email, reward_sku: sku, sort } = query;
      const all = await ledger.redemptionsOf(site, { order_id, promotion_id, email, sku });
      if (!isFiltering(query) && sort === undefined) {
        const shown = pageOf(all, query);
        const fresh = await read(shown);
        return { data: shown.flatMap((owned) => view(owned, fresh)), total: all.length };
      }
      const isSmall = all.length <= SITE_READS_MAX;
      const early = isSmall ? await read(all) : undefined;
      const known = early
        ? all.flatMap((owned) => {
            const redemption = early.get(owned.redemption_id);
            return redemption ? { owned, facts: factsOf(redemption) } : [];
          })
        : await lookThrough(all, query);
      const fitting = inOrder(
        known.filter(({ facts }) => fits(facts, query)),
        sort,
      );
      const shown = pageOf(fitting, query).map(({ owned }) => owned);
      const fresh = early ?? (await read(shown));
      const data = shown.flatMap((owned) => {
        const redemption = fresh.get(owned.redemption_id);
        return redemption && fits(factsOf(redemption), query) ? view(owned, fresh) : [];
      });
      return { data, total: fitting.length - (shown.length - data.length) };
    },
  };
}

/** Copied member by member, so that codes, the link and the user are left out. */
function view(owned: OwnedRedemption, fresh: Fresh): SiteRedemption[] {
  const redemption = fresh.get(owned.redemption_id);
  if (!redemption) return [];
  const { promotion, reward, value } = redemption;
  return [
    {
      id: redemption.id,
      order_id: owned.order_id,
      attempt: owned.attempt,
      state: redemption.state,
      testing: redemption.testing,
      activation_datetime: redemption.activation_datetime,
      redeemed_datetime: redemption.redeemed_datetime,
      refunded_datetime: redemption.refunded_datetime,
      updated_datetime: redemption.updated_datetime,
      promotion: { id: owned.promotion_id, status: promotion?.status, state: promotion?.state },
      reward: { sku: reward?.sku, status: reward?.status, state: reward?.state },
      ...(value && { value: { amount: value.amount, currency: value.currency } }),
    },
  ];
}

function tooWide(): ProblemError {
  const message = "expected narrower filters: this would look through more redemptions than one request may";
  return new ProblemError("invalid_request", { errors: [{ path: "", message }] });
}
