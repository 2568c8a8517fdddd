/**
 * The catalog of each promotion, shared by all viewers: at most one Get promotion and one List rewards in a minute for each
 * promotion. No reward is booked on an older catalog.
 * Source: docs/proof/invariants.md, I9; openapi.json, GET /v1/catalog and GET /v1/rewards/{sku}.
 */

import type { Fulfillment } from "../fulfillment/client.ts";
import type { Promotion, RewardRecord } from "../fulfillment/schemas.ts";
import { type Closed, closedBecause, unusableBecause } from "../fulfillment/usable.ts";
import type { Log } from "../observing/log.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import {
  CATALOG_BOOK_MARGIN,
  CATALOG_DOUBT,
  CATALOG_MAX_AGE,
  CATALOG_RETRY,
  CATALOG_STALE_MAX,
  CATALOGS_KEPT,
  DETAILS_KEPT,
  DETAILS_MAX_AGE,
  DETAILS_STALE_MAX,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { type Aged, SharedReads } from "../tools/shared-reads.ts";
import { type CatalogEntry, type KnownValue, makeEntry } from "./entry.ts";

export type { CatalogEntry, CatalogReward, KnownValue, Unusable } from "./entry.ts";

/** Texts of one reward that only Get a reward has; empty if the service has none. */
export interface CatalogDetails {
  readonly how_to_use_instructions: string;
  readonly important_instructions: string;
  readonly terms_and_conditions: string;
}

export interface Catalog {
  /**
   * @param clientId the site's client at the service, if any
   * @param maxAge `book`: read at most CATALOG_MAX_AGE ago, waiting for the next read if needed; `view`: also older while the
   *   service fails
   * @throws UpstreamError not_found for an unknown promotion; `unavailable`, `invalid`, `forbidden`
   */
  get(promotionId: string, clientId: string | undefined, maxAge: "view" | "book"): Promise<CatalogEntry>;
  /** The kept catalog of a promotion, even if it is old; undefined if none is kept. Never asks the service. */
  peek(promotionId: string, clientId: string | undefined): CatalogEntry | undefined;
  /** The service contradicted the kept catalog: the next caller reads it anew, unless it was read less than CATALOG_DOUBT ago. */
  doubt(promotionId: string, clientId: string | undefined): void;
  /**
   * The texts of a reward, whether or not a promotion offers it.
   * @throws UpstreamError `unavailable`, `invalid`, `forbidden`
   */
  details(sku: string): Promise<CatalogDetails>;
}

export interface CatalogOptions {
  readonly fulfillment: Pick<Fulfillment, "getPromotion" | "listRewards" | "getReward">;
  readonly clock: Clock;
  readonly log: Log;
  /** The known values of fixed-value rewards, by SKU; a new map after each change. Default: none. */
  readonly knownValues?: () => ReadonlyMap<string, KnownValue>;
}

const NO_VALUES: ReadonlyMap<string, KnownValue> = new Map();

const passKeyOf = (promotionId: string, clientId: string | undefined): string =>
  JSON.stringify([promotionId, clientId]);

type Records = ReadonlyMap<string, RewardRecord>;

export function createCatalog(options: CatalogOptions): Catalog {
  const { fulfillment, clock, log, knownValues = () => NO_VALUES } = options;
  const noteFailure = (operation: string) => (error: unknown) =>
    log.warn("the catalog could not be read", {
      operation,
      reason: error instanceof UpstreamError ? error.code : "unexpected",
    });
  const limits = {
    clock,
    maxAge: CATALOG_MAX_AGE,
    staleMax: CATALOG_STALE_MAX,
    retryAfter: CATALOG_RETRY,
    limit: CATALOGS_KEPT,
  };
  const promotions = new SharedReads<Promotion>({ ...limits, onFailure: noteFailure("get_promotion") });
  const passes = new SharedReads<Records>({ ...limits, onFailure: noteFailure("list_rewards") });
  const details = new SharedReads<CatalogDetails>({
    ...limits,
    maxAge: DETAILS_MAX_AGE,
    staleMax: DETAILS_STALE_MAX,
    limit: DETAILS_KEPT,
    onFailure: noteFailure("get_reward"),
  });
  /** Entries of the newest records, by reason of being closed: each is joined and hashed once for each read. */
  interface Made {
    readonly promotion: Promotion;
    readonly values: ReadonlyMap<string, KnownValue>;
    readonly entries: Map<Closed | undefined, CatalogEntry>;
  }
  const made = new WeakMap<Records, Made>();

  async function readRecords(promotion: Promotion, clientId: string | undefined): Promise<Records> {
    const wanted = new Set(promotion.rewards.filter((each) => !unusableBecause(each)).map(({ sku }) => sku));
    const found = new Map<string, RewardRecord>();
    if (wanted.size === 0) return found;
    for await (const record of fulfillment.listRewards({ skus: [...wanted], clientId })) {
      if (wanted.has(record.sku)) found.set(record.sku, record);
      if (found.size === wanted.size) break;
    }
    return found;
  }

  function entryOf(promotion: Promotion, records: Records): CatalogEntry {
    const closed = closedBecause(promotion, clock.now());
    const values = knownValues();
    let known = made.get(records);
    if (known?.promotion !== promotion || known.values !== values) {
      known = { promotion, values, entries: new Map() };
      made.set(records, known);
    }
    const entry = known.entries.get(closed) ?? makeEntry(promotion, records, closed, values);
    known.entries.set(closed, entry);
    return entry;
  }

  return {
    async get(promotionId, clientId, maxAge) {
      const readPromotion = () => fulfillment.getPromotion(promotionId);
      const passKey = passKeyOf(promotionId, clientId);
      if (maxAge === "view") {
        const promotion = await promotions.view(promotionId, readPromotion);
        const records = await passes.view(passKey, () => readRecords(promotion.value, clientId));
        return entryOf(promotion.value, records.value);
      }
      // The kept promotion is used for reading the records: that read may take long, and only the promotion has to be young.
      const known: Aged<Promotion> = await promotions.fresh(promotionId, readPromotion, CATALOG_BOOK_MARGIN);
      const records = await passes.fresh(
        passKey,
        () => readRecords(known.value, clientId),
        CATALOG_BOOK_MARGIN,
      );
      const promotion = await promotions.fresh(promotionId, readPromotion, CATALOG_BOOK_MARGIN);
      if (passes.age(records) >= CATALOG_MAX_AGE - CATALOG_BOOK_MARGIN)
        throw new UpstreamError("unavailable");
      return entryOf(promotion.value, records.value);
    },

    peek(promotionId, clientId) {
      const promotion = promotions.peek(promotionId);
      const records = passes.peek(passKeyOf(promotionId, clientId));
      return promotion && records && entryOf(promotion, records);
    },

    doubt(promotionId, clientId) {
      promotions.doubt(promotionId, CATALOG_DOUBT);
      passes.doubt(passKeyOf(promotionId, clientId), CATALOG_DOUBT);
    },

    async details(sku) {
      const { value } = await details.view(sku, async () => {
        try {
          const { how_to_use_instructions, important_instructions, terms_and_conditions } =
            await fulfillment.getReward(sku);
          return { how_to_use_instructions, important_instructions, terms_and_conditions };
        } catch (error) {
          // A reward that is "not yet configured for the account but still redeemable" may have no record.
          if (!(error instanceof UpstreamError) || error.code !== "not_found") throw error;
          return { how_to_use_instructions: "", important_instructions: "", terms_and_conditions: "" };
        }
      });
      return value;
    },
  };
}
