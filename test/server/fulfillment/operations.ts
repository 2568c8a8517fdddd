/**
 * Every operation of the client, as the interface's endpoint summary has it: how it is called, what is to be sent byte
 * for byte, and the resource of a success. Tests hold the same rules against all of them.
 */
import type { Fulfillment } from "../../../server/fulfillment/client.ts";
import type { Outcome } from "../../../server/fulfillment/outcome.ts";
import { collect, redemptionBody } from "./support.ts";

export const ID = "ab12c-de34f";
export const ORDER = "shop.order-1.1";
export const EMAIL = "Ü.user+x@example.com";
const ROOT = "/fulfillment/v2";

export const ACCOUNT = {
  id: 12,
  login: null,
  name: "Rewards",
  email: "api@rewards.example",
  phone_number: "",
  roles: ["fulfillment"],
  locale: "en_US",
  timezone: "Etc/UTC",
  access_type: "api",
};
export const PROMOTION = {
  id: 42,
  name: "Summer",
  status: "enabled",
  state: "ready",
  rewards: [{ sku: "SHOE-50", name: "Shoes", variable_value: false, state: "ready", status: "enabled" }],
};
export const DISCOUNT = {
  id: 1,
  sku: "SHOE-50",
  label: "5%",
  discount: 5,
  brand_sku: "SHOE",
  brand_name: "Shoe",
};
export const CLIENT = { id: 7, name: "Rewards Ltd", balance: 1000.5, budget_alerts: [500, 100] };

interface Operation {
  readonly name: string;
  readonly path: string;
  /** The query after the question mark. */
  readonly query?: string;
  /** The resource of a success answer; for a list, of one item. */
  readonly data: unknown;
}

export interface ReadOperation extends Operation {
  readonly isList?: true;
  readonly act: (client: Fulfillment) => Promise<unknown>;
}

export const READS: readonly ReadOperation[] = [
  { name: "getAccount", act: (c) => c.getAccount(), path: `${ROOT}/accounts/me`, data: ACCOUNT },
  {
    name: "listPromotions",
    act: (c) => collect(c.listPromotions("7/a")),
    path: `${ROOT}/clients/7%2Fa/promotions`,
    query: "per_page=100",
    data: PROMOTION,
    isList: true,
  },
  { name: "getPromotion", act: (c) => c.getPromotion("42"), path: `${ROOT}/promotions/42`, data: PROMOTION },
  {
    name: "listRewards",
    act: (c) => collect(c.listRewards({ skus: ["A", "B-VAR"], clientId: "7" })),
    path: `${ROOT}/rewards`,
    query: "sku=A%2CB-VAR&client_id=7&per_page=100",
    data: { sku: "A" },
    isList: true,
  },
  {
    name: "getReward",
    act: (c) => c.getReward("A/B", "7"),
    path: `${ROOT}/rewards/A%2FB`,
    query: "client_id=7",
    data: { sku: "A/B", cost: 47.5 },
  },
  {
    name: "listRedemptions",
    act: (c) =>
      collect(
        c.listRedemptions("42", {
          sort: "-updated_datetime",
          state: "redeemed",
          email: EMAIL,
          order_id: ORDER,
          reward_sku: "SHOE&50",
          redeemed_datetime_start: "2026-11-01T00:00:00+01:00",
          redeemed_datetime_end: "2026-11-02T00:00:00Z",
          activation_datetime_start: "2026-11-03T00:00:00Z",
          activation_datetime_end: "2026-11-04T00:00:00Z",
          refund_datetime_start: "2026-11-05T00:00:00Z",
          refund_datetime_end: "2026-11-06T00:00:00Z",
        }),
      ),
    path: `${ROOT}/promotions/42/redemptions`,
    query: [
      "reward_sku=SHOE%2650",
      "email=%C3%9C.user%2Bx%40example.com",
      `order_id=${ORDER}`,
      "state=redeemed",
      "redeemed_datetime_start=2026-11-01T00%3A00%3A00%2B01%3A00",
      "redeemed_datetime_end=2026-11-02T00%3A00%3A00Z",
      "activation_datetime_start=2026-11-03T00%3A00%3A00Z",
      "activation_datetime_end=2026-11-04T00%3A00%3A00Z",
      "refund_datetime_start=2026-11-05T00%3A00%3A00Z",
      "refund_datetime_end=2026-11-06T00%3A00%3A00Z",
      "sort=-updated_datetime",
      "per_page=100",
    ].join("&"),
    data: redemptionBody(),
    isList: true,
  },
  {
    name: "listRedemptionsPage",
    act: (c) => c.listRedemptionsPage("42", { sort: "redeem_datetime" }, { page: 3, perPage: 10 }),
    path: `${ROOT}/promotions/42/redemptions`,
    query: "sort=redeem_datetime&page=3&per_page=10",
    data: redemptionBody(),
    isList: true,
  },
  {
    name: "findRedemptions",
    act: (c) => c.findRedemptions({ promotionId: "42", orderId: ORDER }),
    path: `${ROOT}/promotions/42/redemptions`,
    query: `order_id=${ORDER}&per_page=100`,
    data: redemptionBody(),
    isList: true,
  },
  {
    name: "findUserRedemptions",
    act: (c) => c.findUserRedemptions({ promotionId: "42", orderId: ORDER, email: EMAIL }),
    path: `${ROOT}/promotions/42/redemptions`,
    query: `email=${encodeURIComponent(EMAIL)}&order_id=${ORDER}&per_page=100`,
    data: redemptionBody(),
    isList: true,
  },
  {
    name: "readRedemption",
    act: (c) => c.readRedemption(ID),
    path: `${ROOT}/redemptions/${ID}`,
    data: redemptionBody(),
  },
  {
    name: "consultCard",
    act: (c) => c.consultCard(ID),
    path: `${ROOT}/redemptions/${ID}/card_consult`,
    data: { card_balance: 12.5, card_currency: "EUR" },
  },
  {
    name: "listDiscounts",
    act: (c) => collect(c.listDiscounts()),
    path: `${ROOT}/discounts`,
    query: "per_page=100",
    data: DISCOUNT,
    isList: true,
  },
  {
    name: "listClients",
    act: (c) => collect(c.listClients()),
    path: `${ROOT}/clients`,
    query: "per_page=100",
    data: CLIENT,
    isList: true,
  },
  { name: "getClient", act: (c) => c.getClient("7"), path: `${ROOT}/clients/7`, data: CLIENT },
];

export interface ChangeOperation extends Operation {
  readonly act: (client: Fulfillment) => Promise<Outcome>;
  readonly status: 200 | 201;
  /** The state that a success leads to. */
  readonly state: string;
  /** Byte for byte; absent: no body. */
  readonly body?: string;
  /** Another state in a success answer is worth a remark. */
  readonly promisesState?: true;
}

const order = { promotionId: "42", sku: "ANY -VAR?", orderId: ORDER, email: EMAIL };
const customized = {
  ...order,
  amount: "50",
  customization: { pdf: { message: 'Hi\n"you"', sender_name: "Us" } },
} as const;
const REWARD = `${ROOT}/promotions/42/rewards/ANY%20-VAR%3F/redemptions`;
const PLAIN = `"order_id":"${ORDER}","user":{"email":"${EMAIL}"}`;
const EXTRAS = `"value":{"amount":"50"},"customization":{"pdf":{"message":"Hi\\n\\"you\\"","sender_name":"Us"}}`;
const action = { redemptionId: ID, orderId: ORDER };
const USER = `{"data":{"user":{"email":"${EMAIL}"}}}`;

type Ordering = Pick<Fulfillment, "book" | "create" | "createAndRedeem">;
const ordering = (
  method: keyof Ordering,
  path: string,
  reward: string,
  state: string,
  promisesState?: true,
): ChangeOperation[] => {
  const common = { path, state, status: 201, data: redemptionBody({ state }), promisesState } as const;
  return [
    { ...common, name: method, act: (c) => c[method](order), body: `{"data":{${PLAIN}${reward}}}` },
    {
      ...common,
      name: `${method}, free value and customized`,
      act: (c) => c[method](customized),
      body: `{"data":{${PLAIN}${reward},${EXTRAS}}}`,
    },
  ];
};

export const CHANGES: readonly ChangeOperation[] = [
  ...ordering("book", `${REWARD}/book`, "", "booked"),
  ...ordering(
    "create",
    `${ROOT}/promotions/42/redemptions`,
    ',"reward":{"sku":"ANY -VAR?"}',
    "pending",
    true,
  ),
  ...ordering("createAndRedeem", `${REWARD}/redeem`, "", "redeemed", true),
  {
    name: "redeem",
    act: (c) => c.redeem({ ...action, email: EMAIL }),
    path: `${ROOT}/redemptions/${ID}/actions/redeem`,
    body: USER,
    status: 200,
    state: "redeemed",
    data: redemptionBody({ state: "redeemed" }),
  },
  {
    name: "activate",
    act: (c) => c.activate({ ...action, email: EMAIL }),
    path: `${ROOT}/redemptions/${ID}/actions/activate`,
    body: USER,
    status: 200,
    state: "pending",
    data: redemptionBody({ state: "pending", url: "https://flow.example/s3cret" }),
    promisesState: true,
  },
  {
    name: "cancel",
    act: (c) => c.cancel(action),
    path: `${ROOT}/redemptions/${ID}/actions/cancel`,
    status: 200,
    state: "canceled",
    data: redemptionBody({ state: "canceled" }),
  },
  {
    name: "refund",
    act: (c) => c.refund(action),
    path: `${ROOT}/redemptions/${ID}/actions/refund`,
    status: 200,
    state: "refunded",
    data: redemptionBody({ state: "refunded" }),
  },
];
