/** Deviations of Book, Create, Create and redeem, of holds and of amounts. */
import { rewardCodes } from "../../../demo/fulfillment/catalog/codes.ts";
import { PROMOTIONS } from "../../../demo/fulfillment/catalog/promotions.ts";
import { CATALOG } from "../../../demo/fulfillment/catalog/rewards.ts";
import { DAY, MINUTE } from "../../../demo/fulfillment/clock.ts";
import { offerOf } from "../../../demo/fulfillment/conditions.ts";
import { invalid } from "../../../demo/fulfillment/errors.ts";
import type { Input } from "../../../demo/fulfillment/handle.ts";
import type { Divert } from "../../../demo/fulfillment/redemptions.ts";
import type { Service } from "../../../demo/fulfillment/service.ts";
import type { RedemptionRecord } from "../../../demo/fulfillment/store.ts";
import {
  after,
  amountIn,
  around,
  before,
  both,
  changedData,
  dataIn,
  type Fields,
  forget,
  isFields,
  items,
  orderOf,
  type Plant,
  REDEMPTIONS,
  recordAfter,
  withData,
  withInput,
  without,
} from "./plant.ts";

const HOLD_MS = 30 * MINUTE;

const diverting = (input: Input, divert: Divert): Input => ({ ...input, divert: input.divert ?? divert });

/** A code is made at once, and shown in a state that should have none. */
const codesIn = (operation: "book" | "create", state: string): Plant =>
  both(
    withInput([operation], (input) => diverting(input, { state, codes: true })),
    items([operation, "get_redemption"], (item, { store }) => {
      const codes = store.redemptions.get(String(item.id))?.codes;
      return codes && item.state === state ? { ...item, reward_codes: rewardCodes(codes) } : item;
    }),
  );

const isForOther = (record: RedemptionRecord, input: Input): boolean => {
  const { user } = dataIn(input);
  return isFields(user) && user.email !== record.email;
};

/** The input with another amount: the whole number that the given amount is rounded down or moved to. */
const withAmount = (input: Input, amount: string | undefined): Input =>
  withData(input, (data) => ({ ...data, value: amount === undefined ? undefined : { amount } }));

const worthOf = ({ params }: Input) => CATALOG.get(params.sku ?? "")?.worth;

/** New codes for a redemption that already has some. */
export function reissue(record: RedemptionRecord | undefined, { redemptions }: Service, now: number): void {
  if (record?.state !== "redeemed") return;
  record.codes = undefined;
  redemptions.force(record, { state: "redeemed" }, now);
}

/** Replaces a reward that the promotion does not have by the promotion's first one. */
const withKnownReward = (input: Input, { store }: Service): Input => {
  const promotion = store.promotions.get(Number(input.params.promotion_id));
  const [first] = promotion?.offers ?? [];
  if (!promotion || !first || offerOf(promotion, input.params.sku ?? "")) return input;
  return { ...input, params: { ...input.params, sku: first.sku } };
};

/** The SKU of an order, from the path or the body. */
function skuIn(input: Input): string {
  const { reward } = dataIn(input);
  return input.params.sku ?? (isFields(reward) ? String(reward.sku) : "");
}

/** Every reward counts as usable during the call. */
const usable = (operations: readonly ("book" | "create" | "create_and_redeem")[]): Plant =>
  around(operations, (next, { store }) => (input) => {
    const promotion = store.promotions.get(Number(input.params.promotion_id));
    const offer = promotion && offerOf(promotion, skuIn(input));
    if (!offer) return next(input);
    const standing = { ...offer };
    try {
      Object.assign(offer, { status: "enabled", state: "ready" });
      return next(input);
    } finally {
      Object.assign(offer, standing);
    }
  });

const inPromotion = (input: Input, id: number): Input => ({
  ...input,
  params: { ...input.params, promotion_id: String(id) },
});

const inKnownPromotion = (input: Input, { store }: Service): Input =>
  store.promotions.has(Number(input.params.promotion_id)) ? input : inPromotion(input, PROMOTIONS.main);

/** Forgets that the order id was used with another SKU. */
function forgetOtherSku(input: Input, service: Service): void {
  const record = orderOf(input, service);
  if (record && record.reward.sku !== skuIn(input)) forget(record, service);
}

export const ORDERS = {
  book_answers_200: after(["book"], (answer) =>
    answer.status === 201 ? { ...answer, status: 200 } : answer,
  ),
  book_again_makes_another: before(["book"], (input, service) => forget(orderOf(input, service), service)),
  hold_reads_reserved: items(["get_redemption"], (item) =>
    item.state === "booked" ? { ...item, state: "reserved" } : item,
  ),
  book_with_codes: codesIn("book", "booked"),
  book_without_data: withInput(["book"], (input) => withData(input, (data) => data)),
  unknown_reward_booked: withInput(["book"], withKnownReward),
  unusable_reward_booked: usable(["book"]),
  unusable_reward_created: usable(["create"]),
  unusable_reward_delivered: usable(["create_and_redeem"]),
  unallocated_reward_refused: before(["book"], (input, { store }) => {
    const promotion = store.promotions.get(Number(input.params.promotion_id));
    if (promotion && offerOf(promotion, skuIn(input))?.state === "no_allocation")
      throw invalid("The reward is not allocated");
  }),
  unknown_promotion_booked: withInput(["book"], inKnownPromotion),
  unknown_promotion_created: withInput(["create"], inKnownPromotion),
  unknown_promotion_delivered: withInput(["create_and_redeem"], inKnownPromotion),
  foreign_promotion_ordered_in: withInput(["book", "create", "create_and_redeem"], (input) =>
    input.params.promotion_id === String(PROMOTIONS.foreign) ? inPromotion(input, PROMOTIONS.main) : input,
  ),
  book_other_sku_makes_another: before(["book"], forgetOtherSku),
  create_other_sku_makes_another: before(["create"], forgetOtherSku),
  deliver_other_sku_makes_another: before(["create_and_redeem"], forgetOtherSku),
  hold_of_20_minutes: { options: { holdMs: 20 * MINUTE } },
  hold_without_end: { options: { holdMs: 3650 * DAY } },
  hold_ends_expired: recordAfter(["book"], (record, { store, redemptions }) => {
    if (record.holdEndsAt === null) return;
    store.schedule.at(record.holdEndsAt, (now) => {
      if (record.state === "canceled") redemptions.force(record, { state: "expired" }, now);
    });
  }),
  activated_hold_lapses: recordAfter(["activate"], (record, { store, redemptions }) => {
    store.schedule.at(record.createdAt + HOLD_MS, (now) => {
      if (record.state === "pending") redemptions.force(record, { state: "canceled" }, now);
    });
  }),

  create_again_makes_another: before(["create"], (input, service) =>
    forget(orderOf(input, service), service),
  ),
  create_answers_200: after(["create"], (answer) =>
    answer.status === 201 ? { ...answer, status: 200 } : answer,
  ),
  pending_without_link: items(["get_redemption"], (item) =>
    item.state === "pending" ? without(item, "url") : item,
  ),
  create_with_codes: codesIn("create", "pending"),
  create_without_data: withInput(["create"], (input, { store }) => {
    if (isFields(input.body)) return input;
    const [first] = store.promotions.get(Number(input.params.promotion_id))?.offers ?? [];
    return withData(input, () => ({
      order_id: `order-of-${input.now}`,
      user: { email: "somebody@user.example" },
      reward: { sku: first?.sku },
    }));
  }),
  create_without_order_id: withInput(["create"], (input) =>
    withData(input, (data) => ({ order_id: `order-of-${input.now}`, ...data })),
  ),
  create_without_user: withInput(["create"], (input) =>
    withData(input, (data) => ({ user: { email: "somebody@user.example" }, ...data })),
  ),
  create_form_makes_another: before(["create"], (input, service) => {
    if (input.params.sku !== undefined) forget(orderOf(input, service), service);
  }),

  deliver_without_data: withInput(["create_and_redeem"], (input) => withData(input, (data) => data)),
  unknown_reward_delivered: withInput(["create_and_redeem"], withKnownReward),
  deliver_stays_pending: withInput(["create_and_redeem"], (input) => diverting(input, { state: "pending" })),
  deliver_form_makes_another: before(["create_and_redeem"], (input, service) => {
    if (input.path.endsWith("/actions/redeem")) forget(orderOf(input, service), service);
  }),
  deliver_again_makes_another: before(["create_and_redeem"], (input, service) => {
    const record = orderOf(input, service);
    if (record?.state === "redeemed" && !isForOther(record, input)) forget(record, service);
  }),
  deliver_again_other_codes: before(["create_and_redeem"], (input, service) => {
    const record = orderOf(input, service);
    if (record && !isForOther(record, input)) reissue(record, service, input.now);
  }),
  deliver_to_other_makes_another: before(["create_and_redeem"], (input, service) => {
    const record = orderOf(input, service);
    if (record && isForOther(record, input)) forget(record, service);
  }),
  hold_not_delivered: before(["create_and_redeem"], (input, service) => {
    const record = orderOf(input, service);
    if (record?.state === "booked" && !isForOther(record, input)) forget(record, service);
  }),

  decimals_taken: withInput(["book"], (input) => {
    const amount = amountIn(input);
    return amount === undefined ? input : withAmount(input, amount.replace(/\.\d+$/, ""));
  }),
  range_not_held: withInput(["book"], (input) => {
    const [worth, amount] = [worthOf(input), amountIn(input)];
    if (typeof worth !== "object" || !/^-?\d+$/.test(amount ?? "")) return input;
    return withAmount(input, String(Math.min(worth.max, Math.max(worth.min, Number(amount)))));
  }),
  words_taken: withInput(["book"], (input) => {
    const [worth, amount] = [worthOf(input), amountIn(input)];
    return typeof worth === "object" && /^[a-z]+$/.test(amount ?? "")
      ? withAmount(input, String(worth.min))
      : input;
  }),
  missing_amount_invented: around(["book"], (next) => (input) => {
    const worth = worthOf(input);
    if (typeof worth !== "object" || amountIn(input) !== undefined) return next(input);
    const answer = next(withAmount(input, String(worth.max)));
    return changedData(answer, (item) => ({
      ...item,
      value: { ...(item.value as Fields), amount: worth.max * 2 },
    }));
  }),
  highest_refused: before(["book"], (input) => {
    const worth = worthOf(input);
    if (typeof worth === "object" && amountIn(input) === String(worth.max))
      throw invalid("value.amount: too high");
  }),
  fixed_value_changed: around(["book"], (next, service) => (input) => {
    const amount = amountIn(input);
    if (typeof worthOf(input) !== "number" || amount === undefined) return next(input);
    const answer = next(withAmount(input, undefined));
    const record = service.store.redemptions.get(answer.effect?.redemptionId ?? "");
    if (record) Object.assign(record, { amount: Number(amount) });
    const { data } = answer.body as { data: Fields };
    return {
      ...answer,
      body: { data: { ...data, value: { ...(data.value as Fields), amount: Number(amount) } } },
    };
  }),
  amount_as_text: items(REDEMPTIONS, (item) =>
    isFields(item.value) ? { ...item, value: { ...item.value, amount: String(item.value.amount) } } : item,
  ),
} satisfies Record<string, Plant>;
