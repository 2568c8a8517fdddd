/** Deviations of the account, promotions, rewards and lists. */
import { CLIENT, PROMOTIONS } from "../../../demo/fulfillment/catalog/promotions.ts";
import { CATALOG, FOREIGN_REWARD } from "../../../demo/fulfillment/catalog/rewards.ts";
import { iso } from "../../../demo/fulfillment/clock.ts";
import { invalid, notFound } from "../../../demo/fulfillment/errors.ts";
import type { Input } from "../../../demo/fulfillment/handle.ts";
import { promotionView } from "../../../demo/fulfillment/views.ts";
import {
  after,
  around,
  before,
  type Fields,
  isFields,
  items,
  LISTS,
  type Plant,
  PROMOTIONS_READ,
  pages,
  REWARDS,
  withInput,
  without,
  withoutQuery,
} from "./plant.ts";

const textsOf = (sku: unknown) => {
  const texts = CATALOG.get(String(sku))?.texts;
  return { how_to_use_instructions: texts?.howToUse, important_instructions: texts?.important };
};

const rangeOf = ({ dimensions }: Fields): Fields => (isFields(dimensions) ? dimensions : {});

/** A time in the query, moved. */
const moved = ({ query }: Input, name: string, ms: number) =>
  query[name] === undefined ? {} : { [name]: iso(Date.parse(query[name]) + ms) };

/** Sorts by one time, whatever time was asked for; a hyphen is kept. */
const sortingBy = (moment: string): Plant =>
  withInput(["list_redemptions"], (input) => {
    const { sort } = input.query;
    if (sort === undefined) return input;
    return { ...input, query: { ...input.query, sort: sort.startsWith("-") ? `-${moment}` : moment } };
  });

export const READS = {
  account_without_roles: items(["account"], (account) => ({ ...account, roles: "fulfillment" })),
  account_zone_invented: items(["account"], (account) => ({ ...account, timezone: "Central time" })),
  discount_as_text: items(["list_discounts"], (discount) => ({
    ...discount,
    discount: `${discount.discount} %`,
  })),
  client_without_balance: items(["list_clients", "get_client"], (client) => without(client, "balance")),

  promotion_id_as_text: items(PROMOTIONS_READ, (promotion) => ({ ...promotion, id: String(promotion.id) })),
  promotion_of_other_id: items(["get_promotion"], (promotion) => ({
    ...promotion,
    id: Number(promotion.id) + 1,
  })),
  promotion_without_rewards: items(["get_promotion"], (promotion) => without(promotion, "rewards")),
  promotion_never_found: before(["get_promotion"], () => {
    throw notFound("Promotion");
  }),
  foreign_promotion_shown: around(["get_promotion"], (next, { store }) => (input) => {
    const promotion = store.promotions.get(Number(input.params.promotion_id));
    const isForeign = promotion !== undefined && promotion.client.id !== CLIENT.id;
    return isForeign ? { status: 200, body: { data: promotionView(promotion, store) } } : next(input);
  }),
  foreign_reward_shown: around(["get_reward"], (next) => (input) => {
    if (input.params.sku !== FOREIGN_REWARD.sku) return next(input);
    return { status: 200, body: { data: { sku: FOREIGN_REWARD.sku, in_stock: true } } };
  }),
  unknown_client_listed: withInput(["list_promotions"], (input) => ({
    ...input,
    params: { ...input.params, client_id: String(CLIENT.id) },
  })),
  unknown_promotion_listed: withInput(["list_redemptions"], (input, { store }) =>
    store.promotions.has(Number(input.params.promotion_id))
      ? input
      : { ...input, params: { ...input.params, promotion_id: String(PROMOTIONS.main) } },
  ),
  reward_state_invented: items(["get_promotion"], (promotion) => ({
    ...promotion,
    rewards: Array.isArray(promotion.rewards)
      ? promotion.rewards.map((reward, i) => (i === 1 ? { ...reward, state: "almost_ready" } : reward))
      : [],
  })),
  promotions_of_others: after(["list_promotions"], (answer, { store }) => {
    const { data, paging } = answer.body as { data: unknown[]; paging: { per_page: number } };
    const foreign = store.promotions.get(PROMOTIONS.foreign);
    return Array.isArray(data) && data.length < paging.per_page && foreign
      ? { ...answer, body: { data: [...data, promotionView(foreign, store)], paging } }
      : answer;
  }),

  promotion_unlisted: pages(["list_promotions"], (data, paging) => ({
    data: data.filter((promotion) => !isFields(promotion) || promotion.id !== PROMOTIONS.main),
    paging: { ...paging, total: Number(paging.total) - 1 },
  })),
  promotion_listed_as_paused: items(["list_promotions"], (promotion) => ({ ...promotion, status: "paused" })),

  sku_filter_ignored: withInput(["list_rewards"], (input) => withoutQuery(input, "sku")),
  sku_filter_takes_one: withInput(["list_rewards"], (input) =>
    input.query.sku === undefined
      ? input
      : { ...input, query: { ...input.query, sku: input.query.sku.split(",")[0] ?? "" } },
  ),
  cost_without_client: withInput(REWARDS, (input) => ({
    ...input,
    query: { client_id: String(CLIENT.id), ...input.query },
  })),
  cost_never: withInput(REWARDS, (input) => withoutQuery(input, "client_id")),
  instructions_in_list: items(["list_rewards"], (reward) => ({ ...reward, ...textsOf(reward.sku) })),
  instructions_missing: items(["get_reward"], (reward) =>
    without(reward, "how_to_use_instructions", "important_instructions"),
  ),
  free_value_unsaid: items(REWARDS, (reward) => ({ ...reward, free_value: false })),
  range_with_one_dot: items(REWARDS, (reward) => {
    const { available_denominations_range: range } = rangeOf(reward);
    if (typeof range !== "string") return reward;
    return { ...reward, dimensions: { available_denominations_range: range.replace("..", ".") } };
  }),
  sold_out_in_stock: items(REWARDS, (reward) => ({
    ...reward,
    in_stock: reward.in_stock === true || reward.stock_quantity === 0,
  })),
  unknown_reward_empty: after(["get_reward"], (answer) =>
    answer.status === 404 ? { status: 200, body: { data: {} } } : answer,
  ),
  logo_without_host: items(REWARDS, (reward) => ({
    ...reward,
    logo_url: new URL(String(reward.logo_url)).pathname,
  })),

  total_of_page: pages(LISTS, (data, paging) => ({ data, paging: { ...paging, total: data.length } })),
  second_page_repeats: {
    handles: Object.fromEntries(
      LISTS.map((name) => [
        name,
        (next) => (input) => {
          const answer = next({ ...input, query: { ...input.query, page: "1" } });
          const { data, paging } = answer.body as { data: unknown[]; paging: Fields };
          return { ...answer, body: { data, paging: { ...paging, page: Number(input.query.page ?? 1) } } };
        },
      ]),
    ),
  } satisfies Plant as Plant,
  pages_cut_short: pages(LISTS, (data, paging) => ({
    data: data.length > 1 ? data.slice(0, -1) : data,
    paging,
  })),
  paging_missing: pages(LISTS, (data) => ({ data })),
  envelope_missing: after(["get_reward"], (answer) =>
    isFields(answer.body) && answer.status === 200 ? { ...answer, body: answer.body.data } : answer,
  ),

  state_filter_ignored: withInput(["list_redemptions"], (input) => withoutQuery(input, "state")),
  order_filter_ignored: withInput(["list_redemptions"], (input) => withoutQuery(input, "order_id")),
  email_filter_by_beginning: withInput(["list_redemptions"], (input, { store }) => {
    const { email } = input.query;
    const found = [...store.redemptions.values()].find((record) => record.email?.startsWith(email ?? " "));
    return found?.email === undefined ? input : { ...input, query: { ...input.query, email: found.email } };
  }),
  email_filter_finds_nothing: withInput(["list_redemptions"], (input) =>
    input.query.email === undefined ? input : { ...input, query: { ...input.query, email: "nobody" } },
  ),
  reward_sku_filter_ignored: withInput(["list_redemptions"], (input) => withoutQuery(input, "reward_sku")),
  activation_range_ignored: withInput(["list_redemptions"], (input) =>
    withoutQuery(input, "activation_datetime_start", "activation_datetime_end"),
  ),
  redeemed_range_ignored: withInput(["list_redemptions"], (input) =>
    withoutQuery(input, "redeemed_datetime_start", "redeemed_datetime_end"),
  ),
  refund_range_without_ends: withInput(["list_redemptions"], (input) => ({
    ...input,
    query: {
      ...input.query,
      ...moved(input, "refund_datetime_start", 1),
      ...moved(input, "refund_datetime_end", -1),
    },
  })),
  holds_unlisted: pages(["list_redemptions"], (data, paging) => ({
    data: data.filter((item) => !isFields(item) || item.state !== "booked"),
    paging,
  })),
  pending_listed_as_booked: items(["list_redemptions"], (item) =>
    item.state === "pending" ? { ...item, state: "booked" } : item,
  ),
  listed_under_other_promotion: items(["list_redemptions"], (item) => ({
    ...item,
    promotion: { ...(item.promotion as Fields), id: PROMOTIONS.french },
  })),
  descending_ignored: withInput(["list_redemptions"], (input) =>
    input.query.sort === undefined
      ? input
      : { ...input, query: { ...input.query, sort: input.query.sort.replace(/^-/, "") } },
  ),
  every_sort_by_activation: sortingBy("activation_datetime"),
  every_sort_by_update: sortingBy("updated_datetime"),
  updated_sort_refused: before(["list_redemptions"], ({ query }) => {
    if (query.sort?.endsWith("updated_datetime")) throw invalid("sort: unknown");
  }),
} satisfies Record<string, Plant>;
