/**
 * The operations of the service that change nothing. Each throws UpstreamError, lists while they are iterated.
 * Source: docs/proof/interface.md, "Operations", whose names the members below cite, and "Errors".
 */
import { UpstreamError } from "../problems/upstream-error.ts";
import { SKU_FILTER_MAX_CHARS } from "../timing.ts";
import { readError } from "./outcome.ts";
import {
  ACCOUNT_PATH,
  clientPath,
  type PathSettings,
  promotionPath,
  promotionsPath,
  queryString,
  REWARDS_PATH,
  redemptionPath,
  redemptionsPath,
  rewardPath,
} from "./paths.ts";
import type { RedemptionFilters } from "./redemption-filters.ts";
import { type ListPage, type PageRequest, type ResourceReader, resourceOf } from "./resource-reader.ts";
import {
  type Account,
  type CardBalance,
  type Client,
  type Discount,
  type ListedPromotion,
  type Promotion,
  type Redemption,
  type RewardRecord,
  readAccount,
  readCardBalance,
  readClient,
  readDiscount,
  readListedPromotion,
  readPromotion,
  readRedemption,
  readRewardRecord,
} from "./schemas.ts";

/** The result of Consult card. */
export type CardConsult =
  | ({ readonly kind: "balance" } & CardBalance)
  /** The reward's provider does not support it. */
  | { readonly kind: "not_available" };

export interface Reads {
  /** The account of the credentials. Source: Get current account. */
  getAccount(): Promise<Account>;
  /** All promotions of a client, all pages, in the service's order. Source: List promotions of a client. */
  listPromotions(clientId: string): AsyncIterable<ListedPromotion>;
  /** A promotion with its rewards of every status and state. Source: Get a promotion. */
  getPromotion(promotionId: string): Promise<Promotion>;
  /**
   * Catalog records in the service's order, all pages; may include records that were not asked for. Costs are present only if the
   * client is given. Source: List rewards, R10.
   */
  listRewards(filter: {
    readonly skus: readonly string[];
    readonly clientId?: string;
  }): AsyncIterable<RewardRecord>;
  /** One catalog record, with instructions. Source: Get a reward, R10. */
  getReward(sku: string, clientId?: string): Promise<RewardRecord>;
  /** All pages; may include redemptions that the filters exclude, and may lag. Source: List redemptions. */
  listRedemptions(promotionId: string, filters?: RedemptionFilters): AsyncIterable<Redemption>;
  /** One page of the same list, as the service cuts and counts it. */
  listRedemptionsPage(
    promotionId: string,
    filters: RedemptionFilters,
    page: PageRequest,
  ): Promise<ListPage<Redemption>>;
  /**
   * One user's redemptions of a promotion with this order id, by the filter `email`. An empty list proves nothing: the service's
   * lists may lag. Undefined if the list has redemptions of other orders beside: the service ignored the filters, so the list does
   * not show whose the redemptions are. `invalid` also where one item is unreadable or names no order: it may be the one that is
   * looked for. Source: List redemptions; docs/proof/rules.md, rules 2 and 13.
   */
  findUserRedemptions(filter: {
    readonly promotionId: string;
    readonly orderId: string;
    readonly email: string;
  }): Promise<Redemption[] | undefined>;
  /** The same, with every order id. */
  listUserRedemptions(filter: {
    readonly promotionId: string;
    readonly email: string;
  }): Promise<Redemption[]>;
  /** `invalid` also when the answer is about another redemption. Source: Get a redemption. */
  readRedemption(redemptionId: string): Promise<Redemption>;
  /** Source: Consult card; Errors, 422 `unprocessable_entity`. */
  consultCard(redemptionId: string): Promise<CardConsult>;
  /** All pages. Source: List discounts, whose path is a setting. */
  listDiscounts(): AsyncIterable<Discount>;
  /** All pages. Source: List clients, whose path is a setting. */
  listClients(): AsyncIterable<Client>;
  /** `invalid` also when the answer is about another client. Source: Get a client, whose path is a setting. */
  getClient(clientId: string): Promise<Client>;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const idOf = ({ id }: { readonly id: string }): string => id;

export function createReads(reader: ResourceReader, paths: PathSettings): Reads {
  const redemptions = (promotionId: string, filters: RedemptionFilters) => ({
    operation: "list_redemptions",
    path: () => redemptionsPath(promotionId),
    query: { ...filters },
    read: readRedemption,
  });
  const wholeList = async (promotionId: string, filters: RedemptionFilters): Promise<Redemption[]> => {
    const request = { ...redemptions(promotionId, filters), isWhole: true };
    const all = await collect(reader.list(request, idOf));
    if (all.some(({ order_id }) => order_id === undefined)) throw new UpstreamError("invalid");
    return all;
  };

  return {
    getAccount: () => reader.get("account", () => ACCOUNT_PATH, readAccount),

    listPromotions: (clientId) =>
      reader.list(
        { operation: "list_promotions", path: () => promotionsPath(clientId), read: readListedPromotion },
        idOf,
      ),

    getPromotion: (promotionId) =>
      reader.get("get_promotion", () => promotionPath(promotionId), readPromotion),

    listRewards: ({ skus, clientId }) =>
      reader.list(
        {
          operation: "list_rewards",
          path: () => REWARDS_PATH,
          query: { sku: skuFilter(skus), client_id: clientId },
          read: readRewardRecord,
        },
        ({ sku }) => sku,
      ),

    async getReward(sku, clientId) {
      const query = queryString({ client_id: clientId });
      const reward = await reader.get("get_reward", () => `${rewardPath(sku)}${query}`, readRewardRecord);
      if (reward.sku !== sku) throw new UpstreamError("invalid");
      return reward;
    },

    listRedemptions: (promotionId, filters = {}) => reader.list(redemptions(promotionId, filters), idOf),

    listRedemptionsPage: (promotionId, filters, page) => reader.page(redemptions(promotionId, filters), page),

    async findUserRedemptions({ promotionId, orderId, email }) {
      const found = await wholeList(promotionId, { email, order_id: orderId });
      const own = found.filter(({ order_id }) => order_id === orderId);
      return own.length === 0 || own.length === found.length ? own : undefined;
    },

    listUserRedemptions: ({ promotionId, email }) => wholeList(promotionId, { email }),

    async readRedemption(redemptionId) {
      const path = () => redemptionPath(redemptionId);
      const redemption = await reader.get("get_redemption", path, readRedemption);
      if (redemption.id !== redemptionId) throw new UpstreamError("invalid");
      return redemption;
    },

    async consultCard(redemptionId) {
      const path = () => `${redemptionPath(redemptionId)}/card_consult`;
      const answer = await reader.ask("card_consult", path);
      const isRefusal = answer.kind === "refused" && answer.status === 422;
      if (isRefusal && answer.error === "unprocessable_entity") return { kind: "not_available" };
      const balance = resourceOf(answer, readCardBalance);
      if (!balance) throw readError(answer);
      return { kind: "balance", ...balance };
    },

    listDiscounts: () =>
      reader.list({ operation: "list_discounts", path: () => paths.discountsPath, read: readDiscount }, idOf),

    listClients: () =>
      reader.list(
        { operation: "list_clients", path: () => paths.clientsPath, read: readClient },
        // The interface does not show whether clients have an id: without one, equal content is the same client.
        (client) => client.id ?? JSON.stringify(client),
      ),

    async getClient(clientId) {
      const client = await reader.get("get_client", () => clientPath(paths.clientPath, clientId), readClient);
      if (client.id !== undefined && client.id !== clientId) throw new UpstreamError("invalid");
      return client;
    },
  };
}

/**
 * The comma-separated filter; undefined if it would be too long, or if a SKU contains a comma: the list is then read unfiltered.
 */
function skuFilter(skus: readonly string[]): string | undefined {
  if (skus.length === 0 || skus.some((sku) => sku.includes(","))) return undefined;
  const filter = skus.join(",");
  return encodeURIComponent(filter.toWellFormed()).length <= SKU_FILTER_MAX_CHARS ? filter : undefined;
}
