/**
 * A promotion that a client sets up while the service runs: everything in it follows from its plan, also its ids, so that
 * the same plan is always the same promotion.
 */
import { z } from "zod";
import { DAY } from "../clock.ts";
import { SPOKEN } from "../languages.ts";
import { hash } from "../random.ts";
import type { BarcodeType } from "../resources.ts";
import type { Brand } from "./brands.ts";
import { MARKS, type MarkName } from "./marks.ts";
import { CLIENT, type PromotionRecord } from "./promotions.ts";
import { type CatalogReward, rewardOf, type UsagesKind } from "./rewards.ts";

/** What a reward's redemption shows. */
const SHOWS = {
  code: ["code", "none"],
  pin: ["pin", "none"],
  barcode: ["code", "c128"],
  qr: ["code", "qrcode"],
  link: ["link", "none"],
  access: ["access", "none"],
} as const satisfies Record<string, readonly [UsagesKind, BarcodeType]>;

const NAME_MAX = 40;
const ABOUT_MAX = 140;
const AMOUNT_MAX = 999_999;
const VALUES_MAX = 6;
const BRANDS_MAX = 12;
/** Within the year, so that the page can remind of it. */
const VALID_DAYS = 365;

/** Without control characters, which no picture can contain. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(NAME_MAX)
  .regex(/^\P{Cc}+$/u);
const color = z.string().regex(/^#[0-9a-f]{6}$/);
const amount = z.int().min(1).max(AMOUNT_MAX);
const worth = z.union([amount, z.strictObject({ min: amount, max: amount }).refine((it) => it.min < it.max)]);
const names = <K extends string>(of: Readonly<Record<K, unknown>>) => z.enum(Object.keys(of) as [K, ...K[]]);

/** A plan. Amounts are whole units of the currency. */
export const promotionPlan = z.strictObject({
  sender: z.strictObject({ name, color, mark: names<MarkName>(MARKS).optional() }),
  language: z.enum(SPOKEN),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Whether the user gets a mail with the link. */
  notifies: z.boolean(),
  brands: z
    .array(
      z.strictObject({
        name,
        about: z.string().max(ABOUT_MAX).optional(),
        color,
        mark: names<MarkName>(MARKS).optional(),
        shows: names<keyof typeof SHOWS>(SHOWS),
        values: z
          .array(worth)
          .min(1)
          .max(VALUES_MAX)
          // A SKU says that its value is free, not which one.
          .refine((values) => values.filter((value) => typeof value === "object").length <= 1),
      }),
    )
    .min(1)
    .max(BRANDS_MAX),
});
export type PromotionPlan = z.output<typeof promotionPlan>;

/** Above the ids of the promotions that there are from the start. */
const FIRST_ID = 10_000;
/** Letters of a SKU that tell the promotions' rewards apart. */
const TAG_LETTERS = 6;

export const planId = (plan: PromotionPlan): number => FIRST_ID + hash(JSON.stringify(plan));

/** Black over the colour, so that white letters can be read on it. */
const darker = (hex: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * share))
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("")}`;
const colorsOf = (hex: string): Brand["colors"] => [darker(hex, 0.45), darker(hex, 0.85)];

/** @param now when the service started, for the promotion's first day */
export function planned(
  plan: PromotionPlan,
  now: number,
): { readonly promotion: PromotionRecord; readonly rewards: readonly CatalogReward[] } {
  const { sender, language, currency, notifies } = plan;
  const id = planId(plan);
  const tag = id.toString(36).toUpperCase().slice(-TAG_LETTERS);
  const all = plan.brands.flatMap(({ name, about = "", color, mark, shows, values }, place) => {
    const latin = name.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
    const key = `${latin || "BRAND"}-${tag}${place}`;
    const brand: Brand = { key, name, trade: "", sells: about, place: "both", colors: colorsOf(color), mark };
    const [kind, barcode] = SHOWS[shows];
    return values.map((each) =>
      rewardOf([brand, each, kind, barcode, { days: VALID_DAYS }], currency, language),
    );
  });
  const rewards = [...new Map(all.map((each) => [each.sku, each])).values()];
  const promotion: PromotionRecord = {
    id,
    locale: language,
    name: sender.name,
    client: CLIENT,
    sender: { name: sender.name, colors: colorsOf(sender.color), mark: sender.mark },
    // The printed card has no letters for other scripts.
    allowPdf: !["ja", "ar"].includes(language),
    notifies,
    testing: undefined,
    startsAt: now - DAY,
    endsAt: null,
    status: "enabled",
    state: "ready",
    offers: rewards.map(({ sku }) => ({ sku, status: "enabled", state: "ready" })),
  };
  return { promotion, rewards };
}
