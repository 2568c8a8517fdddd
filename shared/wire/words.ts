/** Words and values that several bodies share. */
import { z } from "zod";
import { AMOUNT_PATTERN, type AmountLimit } from "../amounts.ts";
import { ORDER_STATES, type OrderState } from "../order-states.ts";
import { field } from "./field.ts";

const NO_LIMIT = "expected a limit, not null: where there is none, leave it out";

/** The words for a limit that came out as null, which must not be taken for none. */
export const unlessNull = ({ input }: { readonly input?: unknown }): string | undefined =>
  input === null ? NO_LIMIT : undefined;

/** Not `.` or `..`, which addresses cannot name. */
export const ORDER_ID_PATTERN = /^(?!\.\.?$)[A-Za-z0-9._-]{1,64}$/;
export const orderIdText = z
  .string()
  .regex(ORDER_ID_PATTERN, "expected 1 to 64 letters, digits, dots, underscores or hyphens");

/** An order that there may be: of a grant too, whose k-th order is `{grant_id}~{k}`. No order that a session names has such an id. */
export const KNOWN_ORDER_ID_PATTERN = /^(?!\.\.?(?:$|~))[A-Za-z0-9._-]{1,64}(?:~[1-9][0-9]{0,5})?$/;
export const knownOrderIdText = z.string().regex(KNOWN_ORDER_ID_PATTERN, "expected the id of an order");

/** A member as the site knows them: printable ASCII without blanks. */
export const USER_ID_PATTERN = /^[!-~]{1,64}$/;
export const userIdText = z
  .string()
  .regex(USER_ID_PATTERN, "expected 1 to 64 printable ASCII characters without blanks");

/** Longer than the SKUs of any catalog known. */
const SKU_MAX = 128;
/** Entries of a list of SKUs in a request. */
export const SKUS_MAX = 500;
/** A heading, or the label of a filter, on one line of a phone or two. */
const GROUP_NAME_MAX = 80;
export const skuText = z.string().min(1).max(SKU_MAX);
export const amountText = z
  .string({ error: unlessNull })
  .regex(AMOUNT_PATTERN, "expected 1 to 9 digits of whole units, without sign, decimals or zeros before: 50");

export const DELIVERIES = ["redeem", "activate", "notify"] as const;
export const delivery = z.enum(DELIVERIES);
export type Delivery = z.infer<typeof delivery>;

export { ORDER_STATES, type OrderState };
export const orderState = z.enum(ORDER_STATES);

export const GRANT_STATES = ["open", "spent", "closed"] as const;
export const grantState = z.enum(GRANT_STATES);
export type GrantState = z.infer<typeof grantState>;

export const STEPS = ["book", "redeem", "activate", "notify"] as const;
export type Step = (typeof STEPS)[number];

/** The phones' own wallets. */
export const WALLETS = ["apple", "google"] as const;
export const wallet = z.enum(WALLETS);
export type Wallet = z.infer<typeof wallet>;

export const environment = z.enum(["simulated", "sandbox", "production"]);
export type Environment = z.infer<typeof environment>;

/** A heading of the picker. The site writes it in its own language, and a reward may stand under several. */
export const rewardGroup = z.strictObject({
  name: field(z.string().trim().min(1).max(GROUP_NAME_MAX), "The heading; text, not HTML", "Food and drink"),
  skus: field(
    z.array(skuText).min(1).max(SKUS_MAX),
    "Its rewards; others than the offered ones are ignored",
    ["GIFT-20"],
  ),
});
export type RewardGroup = z.infer<typeof rewardGroup>;

export const amountLimits = z.object({
  amount: field(z.string().optional(), "The amount that the session fixes", "50"),
  max_amount: field(z.string().optional(), "The most that a reward may be worth", "100"),
} satisfies Record<AmountLimit, z.ZodType>);

export const money = z.object({
  amount: field(z.number(), "In units of the currency, not necessarily whole", 30),
  currency: field(z.string().optional(), "ISO 4217; absent where the service names none", "USD"),
});
