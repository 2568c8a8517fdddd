/** The catalog alone, on virtual time: its reads are counted, and the test sets the service's answers. */

import { type Catalog, createCatalog } from "../../../server/catalog/catalog.ts";
import type { Promotion, PromotionReward, RewardRecord } from "../../../server/fulfillment/schemas.ts";
import { createLog } from "../../../server/observing/log.ts";
import { UpstreamError, type UpstreamErrorCode } from "../../../server/problems/upstream-error.ts";
import { VirtualClock } from "../virtual-clock.ts";

/** A reward as a promotion names it. */
export const offer = (sku: string, own: Partial<PromotionReward> = {}): PromotionReward => ({
  sku,
  name: `Name of ${sku}`,
  variable_value: false,
  state: "ready",
  status: "enabled",
  ...own,
});

/** A reward as List rewards has it. */
export const record = (sku: string, own: Partial<RewardRecord> = {}): RewardRecord => ({
  sku,
  in_stock: true,
  stock_quantity: 5,
  free_value: false,
  description: `About ${sku}`,
  terms_and_conditions: "",
  how_to_use_instructions: "",
  important_instructions: "",
  ...own,
});

export interface CatalogWorld {
  readonly clock: VirtualClock;
  readonly catalog: Catalog;
  readonly counts: { promotion: number; pass: number; reward: number };
  /** The service's data; tests change it. */
  readonly service: {
    promotion: Partial<Promotion>;
    records: RewardRecord[];
    fails?: UpstreamErrorCode;
    failsPass?: UpstreamErrorCode;
    failsReward?: UpstreamErrorCode;
    /** How long each read takes, ms. */
    takes: number;
  };
  readonly filters: { skus: readonly string[]; clientId?: string }[];
}

/** A catalog before a service that is played by functions. */
export function catalogOver(
  rewards: PromotionReward[] = [offer("A")],
  records: RewardRecord[] = [record("A")],
): CatalogWorld {
  const clock = new VirtualClock();
  const counts = { promotion: 0, pass: 0, reward: 0 };
  const filters: CatalogWorld["filters"] = [];
  const service: CatalogWorld["service"] = { promotion: { rewards }, records, takes: 0 };
  const answer = async (fails: UpstreamErrorCode | undefined): Promise<void> => {
    if (service.takes > 0) await clock.sleep(service.takes);
    if (fails) throw new UpstreamError(fails);
  };
  const catalog = createCatalog({
    clock,
    log: createLog("error", clock, () => {}),
    fulfillment: {
      async getPromotion(id) {
        counts.promotion++;
        await answer(service.fails);
        return { id, name: "Autumn", locale: "en_US", rewards: [], ...service.promotion };
      },
      async *listRewards(filter) {
        counts.pass++;
        filters.push(filter);
        await answer(service.fails ?? service.failsPass);
        yield* service.records;
      },
      async getReward(sku) {
        counts.reward++;
        await answer(service.failsReward);
        return record(sku, {
          how_to_use_instructions: "how",
          important_instructions: "!",
          terms_and_conditions: "terms",
        });
      },
    },
  });
  return { clock, catalog, counts, service, filters };
}
