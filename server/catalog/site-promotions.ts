/**
 * The promotions of a site, and its backend's view of each: the promotions in the setting, else those of the site's client, else
 * those of its orders. The offer comes from the catalog, so that both agree.
 * Source: openapi.json, GET /v1/promotions; docs/server/settings.md; docs/proof/interface.md, "Operations".
 */

import type { SitePromotion } from "../../shared/wire.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Log } from "../observing/log.ts";
import { ProblemError } from "../problems/problem.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import type { Site } from "../settings/env.ts";
import { CATALOG_MAX_AGE, CATALOG_RETRY, CATALOG_STALE_MAX, CATALOGS_KEPT } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { SharedReads } from "../tools/shared-reads.ts";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import { viewReward } from "./offer.ts";

export interface SitePromotions {
  /** @throws UpstreamError; ProblemError upstream_forbidden if the site's client is unknown */
  idsOf(site: Site): Promise<readonly string[]>;
  /** @throws UpstreamError */
  describe(site: Site, promotionId: string, imageUrl: (url: string) => string | null): Promise<SitePromotion>;
}

export interface SitePromotionsOptions {
  readonly ledger: Pick<Ledger, "promotionsOf">;
  readonly fulfillment: Pick<Fulfillment, "listPromotions">;
  /** A catalog whose `get` throws `promotion_not_found`. */
  readonly catalog: Pick<Catalog, "get">;
  readonly clock: Clock;
  readonly log: Log;
}

export function createSitePromotions(options: SitePromotionsOptions): SitePromotions {
  const { ledger, fulfillment, catalog, clock, log } = options;
  const clients = new SharedReads<readonly string[]>({
    clock,
    maxAge: CATALOG_MAX_AGE,
    staleMax: CATALOG_STALE_MAX,
    retryAfter: CATALOG_RETRY,
    limit: CATALOGS_KEPT,
    onFailure: (error) =>
      log.warn("a client's promotions could not be read", {
        operation: "list_promotions",
        reason: error instanceof UpstreamError ? error.code : "unexpected",
      }),
  });

  async function idsOfClient(clientId: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { id } of fulfillment.listPromotions(clientId)) ids.push(id);
    return ids;
  }

  return {
    async idsOf({ id, promotions, client_id }) {
      if (promotions) return [...new Set(promotions)];
      if (client_id === undefined) return ledger.promotionsOf(id);
      try {
        return (await clients.view(client_id, () => idsOfClient(client_id))).value;
      } catch (error) {
        const missing = error instanceof UpstreamError && error.code === "not_found";
        throw missing ? new ProblemError("upstream_forbidden") : error;
      }
    },

    async describe(site, promotionId, imageUrl) {
      try {
        return view(await catalog.get(promotionId, site.client_id, "view"), imageUrl);
      } catch (error) {
        const isMissing = error instanceof ProblemError && error.code === "promotion_not_found";
        const isForbidden = error instanceof UpstreamError && error.code === "forbidden";
        if (!isMissing && !isForbidden) throw error;
        // The setting names this promotion, so it is listed: leaving it out would hide the mistake.
        return { id: promotionId, available: false, rewards: [] };
      }
    },
  };
}

function view(entry: CatalogEntry, imageUrl: (url: string) => string | null): SitePromotion {
  const { promotion, available, rewards } = entry;
  return {
    id: promotion.id,
    name: promotion.name,
    locale: promotion.locale,
    status: promotion.status,
    state: promotion.state,
    start_datetime: promotion.start_datetime,
    end_datetime: promotion.end_datetime,
    available,
    rewards: rewards.map((reward) => viewReward(reward, imageUrl)),
  };
}
