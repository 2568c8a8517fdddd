/**
 * The resources as the interface shows them. Shown members are strict; other members are ignored. Every message says
 * what is expected and nothing about the actual value.
 */
import { z } from "zod";
import { moment, rangeOf } from "./reading.ts";

const string = z.string({ error: "a text is expected" });
const boolean = z.boolean({ error: "a boolean is expected" });
const number = z.number({ error: "a number is expected" });
const integer = z.int({ error: "a whole number is expected" });
const nullable = <T extends z.ZodType>(shape: T, what: string) => z.union([shape, z.null()], { error: what });
const texts = z.array(string, { error: "a list of texts is expected" });
const object = <T extends z.ZodRawShape>(shape: T) =>
  z.looseObject(shape, { error: "an object is expected" });
const among = (values: readonly string[]) =>
  z.enum(values as [string, ...string[]], { error: `one of ${values.join(", ")} is expected` });

const dateTime = string.refine((value) => moment(value) !== undefined, {
  error: "an ISO 8601 date-time is expected",
});
const dateTimeOrNull = nullable(dateTime, "a date-time or null is expected");
const date = string.refine((value) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)), {
  error: "a date is expected",
});
const url = string.refine((value) => URL.canParse(value), { error: "a URL is expected" });
const timezone = string.refine(
  (value) => {
    try {
      return Boolean(new Intl.DateTimeFormat("en", { timeZone: value }));
    } catch {
      return false;
    }
  },
  { error: "an IANA time zone is expected" },
);

export const REDEMPTION_STATES = [
  "pending",
  "booked",
  "redeemed",
  "denied",
  "failed",
  "refunded",
  "blocked",
  "canceled",
  "expired",
] as const;
export const REWARD_STATES = [
  "ready",
  "no_allocation",
  "invalid_reward",
  "invalid_reward_for_redemption_flow",
] as const;
export const REWARD_STATUSES = ["enabled", "paused", "disabled"] as const;
/** A redemption's `usages` is exactly one of these. */
export const USAGES = [
  ["primary"],
  ["primary", "security"],
  ["url"],
  ["security_url", "security_url_code"],
] as const;
export const BARCODE_TYPES = ["none", "c128", "qrcode"] as const;

/** Source: docs/proof/interface.md, "Headers and versions". */
export const Paging = object({ page: integer, per_page: integer, total: integer });

/** Source: docs/proof/interface.md, "Operations". */
export const Token = object({
  access_token: string,
  token_type: string,
  expires_in: integer.refine((seconds) => seconds > 0, { error: "seconds above 0 are expected" }),
  scope: string,
  created_at: integer,
});

/** Source: docs/proof/interface.md, "Fields". */
export const Account = object({
  id: integer,
  login: nullable(string, "a text or null is expected"),
  name: string,
  email: string,
  phone_number: string,
  roles: texts,
  locale: string,
  timezone,
  access_type: string,
});

/** Source: docs/proof/interface.md, "Fields". */
export const PromotionReward = object({
  sku: string,
  name: string,
  variable_value: boolean,
  state: among(REWARD_STATES),
  status: among(REWARD_STATUSES),
});

const PROMOTION = {
  id: integer,
  ui_id: nullable(string, "a text or null is expected"),
  locale: string,
  name: string,
  start_datetime: dateTime,
  end_datetime: dateTimeOrNull,
  client: object({ id: integer, name: string }),
  status: string,
  state: string,
  allow_pdf: boolean,
  fraud_level: string,
  redeem_frequency: string,
  authentication_systems: texts,
  secured_order_ids: boolean,
};

/** A promotion without its rewards. Source: docs/proof/interface.md, "Fields". */
export const Promotion = object(PROMOTION);
export const PromotionRewards = z.array(PromotionReward, { error: "a list of rewards is expected" });

const REWARD = {
  sku: string,
  in_stock: boolean,
  stock_quantity: nullable(number, "a number or null is expected"),
  free_value: boolean,
  cost: number.optional(),
  expiration_date: nullable(date, "a date is expected").optional(),
  description: string,
  terms_and_conditions: string,
  logo_url: url,
  catalog_card_url: url,
};

/** As in List rewards. Source: docs/proof/interface.md, "Fields". */
export const Reward = object(REWARD);
/** As in Get a reward; only that has the instructions. */
export const RewardInFull = object({
  ...REWARD,
  how_to_use_instructions: string,
  important_instructions: string,
});

/** Source: docs/proof/interface.md, "Fields". */
export const FreeValueReward = object({
  dimensions: object({ available_denominations_range: string }),
}).refine((reward) => rangeOf(reward) !== undefined, {
  path: ["dimensions", "available_denominations_range"],
  error: "whole numbers with two dots between them are expected",
});

/** Source: docs/proof/interface.md, "Fields". Usages beyond the named ones are allowed. */
export const Codes = object({
  codes: z.array(object({ name: string, value: string, format: among(["string", "url"]), usage: string }), {
    error: "a list of codes is expected",
  }),
  expiration_datetime: dateTimeOrNull,
});

export const RewardFormat = object({ usages: texts, barcode_type: string });

/** Source: docs/proof/interface.md, "Fields". Other checks cover the codes and the format's values. */
export const Redemption = object({
  id: string,
  url,
  state: string,
  order_id: string,
  testing: boolean,
  activation_datetime: dateTime,
  redeemed_datetime: dateTimeOrNull,
  refunded_datetime: dateTimeOrNull,
  updated_datetime: dateTime,
  client: object({ id: integer }),
  promotion: object({ id: integer, status: string, state: string }),
  authentication_systems: texts,
  notification_channels: nullable(texts, "a list of texts or null is expected"),
  activation_notification_channels: nullable(texts, "a list of texts or null is expected"),
  reward: object({ sku: string, status: string, state: string }),
  value: object({ amount: number, currency: string }),
  user: object({ id: integer }),
  reward_format: RewardFormat,
  debited: boolean,
});

/** Source: docs/proof/interface.md, "Operations". */
export const CardBalance = object({
  card_balance: nullable(number, "a number or null is expected"),
  card_currency: nullable(string, "a text or null is expected"),
});

/** Source: docs/proof/interface.md, "Fields". */
export const Discount = object({
  id: integer,
  sku: string,
  label: string,
  discount: number,
  brand_sku: string,
  brand_name: string,
});
