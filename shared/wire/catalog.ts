/** Rewards and promotions as they are offered. Source: openapi.json, GET /v1/catalog and GET /v1/promotions. */
import { z } from "zod";
import { field } from "./field.ts";
import { money } from "./words.ts";

export const reward = z
  .object({
    sku: field(z.string(), "Names the reward in every request", "GIFT-20"),
    name: field(z.string(), "Its name, in the promotion's language", "Gift card, 20"),
    in_stock: field(z.boolean(), "Whether it can be had now", true),
    stock_quantity: field(z.number().nullable(), "Codes in stock; null where a budget decides", 12),
    free_value: field(z.boolean(), "Whether an amount must be chosen", false),
    min_amount: field(z.string().optional(), "The least amount, of free-value rewards; whole units", "5"),
    max_amount: field(
      z.string().optional(),
      "The most, as the service allows; the order's `amount_limits` may allow less",
      "150",
    ),
    value: field(
      money.optional(),
      "What a reward of a fixed value is worth, where a redemption of it has shown that",
    ),
    brand: field(
      z.string().optional(),
      "Equal for rewards of one brand, and for no others; it means nothing else. Absent where nothing tells the brand",
      "Zm9vYmFyYmF6",
    ),
    brand_name: field(
      z.string().optional(),
      'Its name without its price and the words that most names of the promotion share, such as "Gift Card"; absent where it has none of them',
      "Plumvale Market",
    ),
    description: field(z.string(), "Text, not HTML; may be empty", "For every shop of the brand."),
    logo_url: field(
      z.string().nullable(),
      "The brand's logo, on the token server; null without one",
      "https://rewards.example/images/Zm9v",
    ),
    catalog_card_url: field(
      z.string().nullable(),
      "The picture of the card, on the token server; null without one",
      "https://rewards.example/images/YmFy",
    ),
  })
  .meta({ id: "Reward", description: "A reward that may be chosen" });
export type Reward = z.infer<typeof reward>;

export const rewardDetails = reward
  .extend({
    how_to_use_instructions: field(z.string(), "Text, not HTML; may be empty", "Show the code at the till."),
    important_instructions: field(z.string(), "Text, not HTML; may be empty", "Not for alcohol."),
    terms_and_conditions: field(z.string(), "Text, not HTML; may be empty", "Valid for two years."),
  })
  .meta({ id: "RewardDetails", description: "A reward with its instructions and terms" });
export type RewardDetails = z.infer<typeof rewardDetails>;

/** A promotion a site may use, with its usable rewards; members as the interface names them. */
export const sitePromotion = z
  .object({
    id: field(z.string(), "Its id at the service", "4001"),
    name: field(z.string().optional(), "Its name, where the service has one", "Summer rewards"),
    locale: field(z.string().optional(), "The language of its rewards, as the service writes it", "en_US"),
    status: field(z.string().optional(), "As the service names it", "enabled"),
    state: field(z.string().optional(), "As the service names it", "ready"),
    start_datetime: field(
      z.string().optional(),
      "When it begins, as the service writes it",
      "2026-01-01T00:00:00Z",
    ),
    end_datetime: field(
      z.string().nullable().optional(),
      "When it ends, as the service writes it; null for never",
      "2026-12-31T23:59:59Z",
    ),
    available: field(z.boolean(), "Whether rewards can be had of it now", true),
    rewards: field(z.array(reward), "Its usable rewards"),
  })
  .meta({ id: "Promotion", description: "A promotion that the site may use" });
export type SitePromotion = z.infer<typeof sitePromotion>;
