/** Reads promotions, rewards and redemptions. Source: docs/proof/interface.md, "Operations" and R10. */
import { CLIENT, type PromotionRecord } from "../catalog/promotions.ts";
import type { CatalogReward } from "../catalog/rewards.ts";
import { forbidden, notFound, ServiceError } from "../errors.ts";
import type { Handle, Input } from "../handle.ts";
import { inOrder, matches, paginate } from "../lists.ts";
import { readFilters, readPage } from "../requests.ts";
import type { Service } from "../service.ts";
import type { RedemptionRecord } from "../store.ts";
import { promotionView, redemptionView, rewardView } from "../views.ts";

export const ok = (data: unknown) => ({ status: 200, body: { data } });

/** The promotion that a path names, if the account may see it. */
export function promotionOf(service: Service, { params }: Input): PromotionRecord {
  const promotion = service.store.promotions.get(Number(params.promotion_id));
  if (!promotion) throw notFound("Promotion");
  if (promotion.client.id !== CLIENT.id) throw forbidden();
  return promotion;
}

/** The redemption that a path names, if the account may see it. */
export function redemptionOf(service: Service, { params }: Input): RedemptionRecord {
  const id = params.redemption_id ?? "";
  if (service.store.foreign.has(id)) throw forbidden();
  const record = service.store.redemptions.get(id);
  if (!record) throw notFound("Redemption");
  return record;
}

/** The redemption as a lagging replica shows it. */
function asOf(record: RedemptionRecord, { now, staleMs }: Input): RedemptionRecord {
  if (staleMs === 0) return record;
  return record.past.find(({ until }) => until > now - staleMs)?.was ?? record;
}

/** Cached per list of promotions: the SKUs that a promotion offers never change, only their status. */
const skusOf = new WeakMap<object, ReadonlySet<string>>();

/** The SKUs of the account's own promotions. */
export function ownSkus({ store: { promotions } }: Service): ReadonlySet<string> {
  const known = skusOf.get(promotions);
  if (known) return known;
  const own = [...promotions.values()].filter(({ client }) => client.id === CLIENT.id);
  const skus = new Set(own.flatMap(({ offers }) => offers.map(({ sku }) => sku)));
  skusOf.set(promotions, skus);
  return skus;
}

function requireOwnClient(id: string | undefined): void {
  if (id !== undefined && id !== String(CLIENT.id)) throw forbidden();
}

export function readHandlers(service: Service) {
  const { pageSize } = service.settings;

  const view = (reward: CatalogReward, withCost: boolean, withInstructions: boolean, now: number) =>
    rewardView(reward, {
      settings: service.settings,
      stock: service.store.stock.get(reward.sku) ?? { quantity: 0, budgetLeft: false },
      now,
      withCost,
      withInstructions,
    });

  return {
    list_promotions: ({ params, query }) => {
      requireOwnClient(params.client_id);
      const own = [...service.store.promotions.values()].filter(({ client }) => client.id === CLIENT.id);
      const { data, paging } = paginate(own, readPage(query, pageSize));
      return { status: 200, body: { data: data.map((each) => promotionView(each, service.store)), paging } };
    },

    get_promotion: (input) => ok(promotionView(promotionOf(service, input), service.store)),

    list_rewards: ({ query, now }) => {
      requireOwnClient(query.client_id);
      const asked =
        query.sku === undefined ? undefined : new Set(query.sku.split(",").map((sku) => sku.trim()));
      const own = ownSkus(service);
      const rewards = [...service.store.catalog.values()].filter(
        ({ sku }) => own.has(sku) && (asked?.has(sku) ?? true),
      );
      const { data, paging } = paginate(rewards, readPage(query, pageSize));
      const withCost = query.client_id !== undefined;
      return {
        status: 200,
        body: { data: data.map((reward) => view(reward, withCost, false, now)), paging },
      };
    },

    get_reward: ({ params, query, now }) => {
      requireOwnClient(query.client_id);
      const reward = service.store.catalog.get(params.sku ?? "");
      if (!reward) throw notFound("Reward");
      if (!ownSkus(service).has(reward.sku)) throw forbidden();
      return ok(view(reward, query.client_id !== undefined, true, now));
    },

    list_redemptions: (input) => {
      const promotion = promotionOf(service, input);
      const filters = readFilters(input.query);
      const page = readPage(input.query, pageSize);
      const shown = [...service.store.redemptions.values()].filter(
        (record) =>
          record.promotionId === promotion.id &&
          (input.lagMs === 0 || record.createdAt <= input.now - input.lagMs) &&
          (input.unfiltered || matches(record, filters)),
      );
      const { data, paging } = paginate(inOrder(shown, filters.sort), page);
      const views = data.map((record) => redemptionView(record, service.store, service.settings));
      return { status: 200, body: { data: views, paging } };
    },

    get_redemption: (input) =>
      ok(redemptionView(asOf(redemptionOf(service, input), input), service.store, service.settings)),

    card_consult: (input) => {
      const record = redemptionOf(service, input);
      const { balance, currency } = record.reward;
      if (balance === "none" || record.state !== "redeemed") {
        throw new ServiceError("unprocessable_entity", "Card consult is not available for this redemption");
      }
      return ok(
        balance === "known"
          ? { card_balance: record.amount, card_currency: currency }
          : { card_balance: null, card_currency: null },
      );
    },
  } satisfies Record<string, Handle>;
}
