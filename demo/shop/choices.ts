/**
 * The visitor's choices: one kind of order for each display of the widget. A real shop has no such list. It knows from
 * its own rules which promotion and rewards a member has earned.
 */
import type { Delivery } from "../../shared/wire.ts";
import { CURRENCIES, PROMOTIONS, SHAPES, YEN } from "../fulfillment/app.ts";

/** The parameters of a session request beside order and member. Source: openapi.json, POST /v1/sessions. */
export interface OrderLimits {
  readonly promotion_id: string;
  readonly skus?: readonly string[];
  readonly amount?: string;
  readonly max_amount?: string;
  /** The currency of amounts until a redemption has one. */
  readonly currency?: string;
  /** Absent: the page shows the codes. */
  readonly delivery?: Delivery;
  /** Printed on the document, if the promotion has one. */
  readonly customization?: { readonly pdf: { readonly message?: string; readonly sender_name?: string } };
}

/** A language of the shop: one of its tables, or the page's own English. */
type Language = "en" | "fr" | "de" | "es" | "ja" | "ar";

export interface Choice {
  /** Part of the order id, so that the order names the choice it was made for. */
  readonly id: string;
  readonly label: string;
  /** The group in the shop's list; absent: the choice belongs to another page. */
  readonly group?: string;
  /** The promotion's own language, used by widget and shop until another is chosen. */
  readonly language: Language;
  /** The choices that replace this one in these languages, so that the rewards are in the language, too. */
  readonly translations?: Readonly<Partial<Record<Language, string>>>;
  /** The promotion does not run or has no reward in stock: the shop promises no gift. */
  readonly isClosed: boolean;
  readonly order: OrderLimits;
}

const GROUPS = {
  choosing: "Choosing a reward",
  delivery: "How it reaches the member",
  codes: "One reward, each kind of code",
  refusals: "Scarce, or not to be had",
} as const;

/** Below the limit of the catalog's free-value rewards, so that the shop's own limit shows. */
const MOST_TO_CHOOSE = "100";
const FREE_VALUE_SKU = "VELMORA-VAR";
const SOLD_OUT_SKU = "MUDDLEBEE-30";
const FEW_LEFT_SKUS = ["MUDDLEBEE-15", "SKARNSEE-90"];
/** Every reward of the main promotion has a printable document; this one is the example. */
const DOCUMENT_SKU = "FERNHALLOW-20";
const MESSAGE = {
  message: "Happy birthday, Mara! Ten thousand points in a year: thank you for shopping around the corner.",
  sender_name: "Your Linden Club",
};

const { main, french, single, large, everyStatus, ended, notStarted, paused, notReady, empty } = PROMOTIONS;
const { activating, notifying, notifyingFrench, balances, testing } = PROMOTIONS;
/** The promotions whose rewards are mailed, by language. */
const MAILED = {
  French: notifyingFrench,
  German: PROMOTIONS.notifyingGerman,
  Spanish: PROMOTIONS.notifyingSpanish,
  Japanese: PROMOTIONS.notifyingJapanese,
  Arabic: PROMOTIONS.notifyingArabic,
};
const CLOSED_PROMOTIONS: readonly number[] = [ended, notStarted, paused, notReady, empty];
/** The languages of promotions that are not English. */
const LANGUAGES: ReadonlyMap<number, Language> = new Map([
  [french, "fr"],
  [notifyingFrench, "fr"],
  [MAILED.German, "de"],
  [MAILED.Spanish, "es"],
  [MAILED.Japanese, "ja"],
  [MAILED.Arabic, "ar"],
]);

const choice = (
  group: keyof typeof GROUPS,
  id: string,
  label: string,
  promotion: number,
  limits: Omit<OrderLimits, "promotion_id"> = {},
): Choice => ({
  id,
  label,
  group: GROUPS[group],
  language: LANGUAGES.get(promotion) ?? "en",
  isClosed:
    CLOSED_PROMOTIONS.includes(promotion) || (limits.skus?.every((sku) => sku === SOLD_OUT_SKU) ?? false),
  order: {
    promotion_id: String(promotion),
    currency: CURRENCIES[LANGUAGES.get(promotion) ?? "en"],
    ...limits,
  },
});

/**
 * The whole catalog in another language, for visitors who read the shop in that language. The page shows the codes, so
 * nothing is mailed.
 */
const translated = (id: string, promotion: number): Choice => ({
  ...choice("choosing", id, `Whole catalog (${LANGUAGES.get(promotion)})`, promotion, {
    max_amount: promotion === MAILED.Japanese ? String(Number(MOST_TO_CHOOSE) * YEN) : MOST_TO_CHOOSE,
  }),
  group: undefined,
});

/** `TUNDREL-LINK-PLAIN-12` is `link-plain`: the SKU without its brand and price. */
const shapeId = (sku: string): string => sku.split("-").slice(1, -1).join("-").toLowerCase();

export const CHOICES: readonly Choice[] = [
  {
    ...choice("choosing", "whole", "Whole catalog", main, { max_amount: MOST_TO_CHOOSE }),
    translations: { fr: "french", de: "german", es: "spanish", ja: "japanese", ar: "arabic" },
  },
  choice("choosing", "large", "2,000 rewards", large),
  choice("choosing", "free", `Amount chosen by the member, up to $${MOST_TO_CHOOSE}`, main, {
    skus: [FREE_VALUE_SKU],
    max_amount: MOST_TO_CHOOSE,
  }),
  choice("choosing", "fixed", "Amount set by the shop, $25", main, { skus: [FREE_VALUE_SKU], amount: "25" }),
  choice("choosing", "single", "Promotion with one reward only", single),
  choice("choosing", "trial", "Promotion that marks its rewards as a test", testing),
  choice("choosing", "french", "French promotion, euros", french, { max_amount: MOST_TO_CHOOSE }),
  choice("delivery", "link-later", "Link that makes the code when it is opened", activating, {
    delivery: "activate",
    max_amount: MOST_TO_CHOOSE,
  }),
  choice("delivery", "mail", "E-mail with a link", notifying, { delivery: "notify" }),
  ...Object.entries(MAILED).map(([name, promotion]) =>
    choice("delivery", `mail-${name.toLowerCase()}`, `E-mail with a link, in ${name}`, promotion, {
      delivery: "notify",
    }),
  ),
  choice("delivery", "message", "Document (PDF) with a personal message", main, {
    skus: [DOCUMENT_SKU],
    customization: { pdf: MESSAGE },
  }),
  ...SHAPES.map(({ sku, label }) => choice("codes", shapeId(sku), label, main, { skus: [sku] })),
  choice("codes", "pdf", "Code with a printable document (PDF)", main, { skus: [DOCUMENT_SKU] }),
  choice("codes", "balance", "Card with a balance", balances),
  choice("refusals", "few-left", "Few left", main, { skus: FEW_LEFT_SKUS }),
  choice("refusals", "sold-out", "Out of stock", main, { skus: [SOLD_OUT_SKU] }),
  choice("refusals", "some-paused", "Some rewards paused or disabled", everyStatus),
  choice("refusals", "ended", "Promotion has ended", ended),
  choice("refusals", "not-started", "Promotion has not begun", notStarted),
  choice("refusals", "paused", "Promotion is paused", paused),
  choice("refusals", "not-ready", "Promotion is being set up", notReady),
  choice("refusals", "empty", "No rewards yet", empty),
  // The French one is listed above, with a promotion of its own.
  ...Object.entries(MAILED)
    .filter(([name]) => name !== "French")
    .map(([name, promotion]) => translated(name.toLowerCase(), promotion)),
];
