/** The catalog: each SKU with its stock and the codes that it gives. Source: docs/proof/interface.md, "Fields". */
import { moneyOf } from "../days.ts";
import type { Spoken } from "../languages.ts";
import type { BarcodeType, RewardFormat, Usages } from "../resources.ts";
import { type Brand, type BrandKey, brandOf } from "./brands.ts";
import { LARGE_ROWS } from "./large.ts";
import { SHAPE_SEEDS } from "./shapes.ts";
import { type RewardTexts, textsOf } from "./texts.ts";

/** What the rewards of a language are sold in. */
export const CURRENCIES = {
  en: "USD",
  fr: "EUR",
  de: "EUR",
  es: "EUR",
  ja: "JPY",
  ar: "AED",
} as const satisfies Record<Spoken, string>;
/** Yen for a dollar, near enough. */
export const YEN = 100;

/**
 * A code in addition to those of the usages list: another payload for the barcode, or a usage that the list does not
 * name.
 */
export type ExtraCode = "barcode" | "unknown";

export interface CatalogReward {
  readonly sku: string;
  readonly brand: Brand;
  /** The card series, if the brand has several. */
  readonly series?: string | undefined;
  /** As the interface shows it: with the price, written the same way for all readers. */
  readonly name: string;
  /** The name without the price. Pages and mails write prices in their own language. */
  readonly title: string;
  readonly currency: string;
  readonly language: Spoken;
  /** The fixed value, or the range of a free-value reward, in whole units. */
  readonly worth: number | { readonly min: number; readonly max: number };
  readonly format: RewardFormat;
  readonly extras: readonly ExtraCode[];
  /** How long a code is valid after its creation; absent: no expiry. */
  readonly validDays?: number;
  /** `null` means budget-managed. */
  readonly stock: number | null;
  /** For budget-managed rewards: whether the budget is already used up. */
  readonly budgetUsedUp: boolean;
  /** The answer of Consult card: the value, nulls, or 422. */
  readonly balance: "known" | "unknown" | "none";
  readonly discountPercent: number;
  /** Whether booking already debits the client, which makes a hold refundable (rule R8). */
  readonly debitOnHold: boolean;
  readonly texts: RewardTexts;
}

interface Options {
  readonly extras?: readonly ExtraCode[];
  readonly days?: number;
  readonly stock?: number;
  readonly used?: boolean;
  readonly balance?: "known" | "unknown";
  readonly off?: number;
  readonly debit?: boolean;
  readonly sku?: string;
  /** The card's word in its English name; default: `Gift Card`. */
  readonly card?: string;
  /** The brand's card series that the card belongs to. Each series has a logo of its own. */
  readonly series?: string;
}

export type Worth = CatalogReward["worth"];
export type UsagesKind = keyof typeof USAGES;
export type Row = readonly [BrandKey, Worth, UsagesKind, BarcodeType, Options?];

const USAGES = {
  code: ["primary"],
  pin: ["primary", "security"],
  link: ["url"],
  access: ["security_url", "security_url_code"],
} as const satisfies Record<string, Usages>;

const range = (min: number, max: number) => ({ min, max });

const UP_TO = { en: "to", de: "bis", es: "a", ja: "～", ar: "–" } as const;

function priceOf(worth: Worth, currency: string, language: Spoken): string {
  // In Arabic the currency's code: its letters run against the number's direction.
  const one = (amount: number) => moneyOf(amount, currency, language === "ar" ? "en" : language);
  if (typeof worth === "number") return one(worth);
  const between = language === "fr" ? `de ${worth.min} à` : `${one(worth.min)} ${UP_TO[language]}`;
  return `${between} ${one(worth.max)}`;
}

/** The name of a brand's gift card. */
const CARD_NAMES: Readonly<Record<Exclude<Spoken, "en">, (brand: string) => string>> = {
  fr: (brand) => `Carte cadeau ${brand}`,
  de: (brand) => `Geschenkkarte von ${brand}`,
  es: (brand) => `Tarjeta regalo ${brand}`,
  ja: (brand) => `${brand} ギフトカード`,
  ar: (brand) => `بطاقة هدايا ${brand}`,
};

const titleOf = (brand: Brand, language: Spoken, card = "Gift Card"): string =>
  language === "en" ? `${brand.name} ${card}` : CARD_NAMES[language](brand.name);

function skuOf(brand: Brand, worth: Worth, language: Spoken): string {
  return `${language === "fr" ? "FR-" : ""}${brand.key}-${typeof worth === "number" ? worth : "VAR"}`;
}

const build = ([key, ...row]: Row, currency: string, language: Spoken): CatalogReward =>
  rewardOf([brandOf(key), ...row], currency, language);

export function rewardOf(
  row: readonly [Brand, Worth, UsagesKind, BarcodeType, Options?],
  currency: string,
  language: Spoken,
): CatalogReward {
  const [brand, worth, kind, barcode_type, options = {}] = row;
  const usages = USAGES[kind];
  const title = titleOf(brand, language, options.card);
  return {
    sku: options.sku ?? skuOf(brand, worth, language),
    brand,
    series: options.series,
    name: `${title}${typeof worth === "number" ? " " : ", "}${priceOf(worth, currency, language)}`,
    title,
    currency,
    language,
    worth,
    format: { usages, barcode_type },
    extras: options.extras ?? [],
    validDays: options.days,
    stock: options.stock ?? null,
    budgetUsedUp: options.used ?? false,
    balance: options.balance ?? "none",
    discountPercent: options.off ?? 5,
    debitOnHold: options.debit ?? false,
    texts: textsOf({ brand, usages, validDays: options.days }, language),
  };
}

const KIND_OF = new Map<Usages[number], UsagesKind>([
  ["primary", "code"],
  ["url", "link"],
  ["security_url", "access"],
]);

/**
 * The twelve shapes as rows. Some have an expiry, a balance, or a barcode payload that differs from the printed number.
 */
const SHAPE_ROWS: readonly Row[] = SHAPE_SEEDS.map((seed): Row => {
  const kind = seed.usages.length === 2 && seed.usages[0] === "primary" ? "pin" : KIND_OF.get(seed.usages[0]);
  const extras: ExtraCode[] =
    seed.sku.includes("-CODE-PIN-") && seed.barcode_type !== "none" ? ["barcode"] : [];
  return [
    seed.brand,
    seed.amount,
    kind ?? "code",
    seed.barcode_type,
    {
      sku: seed.sku,
      extras,
      days: seed.barcode_type === "c128" ? 365 : undefined,
      balance: kind === "pin" || kind === "code" ? "known" : undefined,
    },
  ];
});

/** Usual rewards in US dollars, for promotion 4001. */
const ENGLISH_ROWS: readonly Row[] = [
  ["VELMORA", 25, "code", "c128", { days: 730, balance: "known", off: 7 }],
  ["VELMORA", range(5, 150), "pin", "c128", { extras: ["barcode"], balance: "known", off: 7 }],
  ["OATVANE", 5, "code", "qrcode", { days: 180 }],
  ["OATVANE", range(5, 50), "code", "qrcode", { days: 180 }],
  ["QUILLMARSH", 25, "pin", "none", { balance: "known" }],
  ["QUILLMARSH", range(10, 200), "pin", "none", { balance: "known" }],
  ["PIXELBARN", 10, "code", "none", { off: 3 }],
  ["PIXELBARN", 50, "code", "none", { stock: 40, off: 3 }],
  ["PIXELBARN", range(5, 100), "code", "none", { off: 3 }],
  ["KESTROW", 100, "pin", "c128", { stock: 12, days: 365 }],
  ["KESTROW", range(20, 500), "pin", "none", { off: 2 }],
  ["TARNWELL", 25, "code", "c128", { days: 365 }],
  ["TARNWELL", range(10, 250), "access", "none"],
  ["SOLVANE", 20, "code", "none", { off: 12 }],
  ["SOLVANE", 50, "link", "none", { off: 12, days: 365 }],
  ["SOLVANE", range(5, 150), "code", "c128", { off: 12 }],
  ["MUDDLEBEE", 15, "code", "qrcode", { stock: 3 }],
  ["MUDDLEBEE", 30, "code", "qrcode", { stock: 0 }],
  ["MUDDLEBEE", range(10, 100), "code", "none"],
  ["FERNHALLOW", 20, "code", "c128", { stock: 250, days: 365 }],
  ["FERNHALLOW", range(10, 80), "code", "c128", { days: 365 }],
  ["PLUMVALE", 20, "code", "c128", { balance: "known", off: 2 }],
  ["PLUMVALE", 50, "code", "c128", { balance: "known", off: 2 }],
  ["PLUMVALE", range(5, 150), "pin", "c128", { balance: "known", off: 2 }],
  ["CINDERGATE", 15, "code", "qrcode", { days: 90 }],
  ["CINDERGATE", range(10, 60), "code", "qrcode", { days: 90 }],
  ["RIVOLANE", 12, "link", "qrcode", { stock: 80, days: 120 }],
  ["RIVOLANE", range(10, 100), "link", "none", { days: 365 }],
  ["SKARNSEE", 90, "access", "none", { stock: 6, days: 365 }],
  ["SKARNSEE", range(30, 300), "access", "qrcode", { days: 365 }],
  ["WINDLEFARE", 50, "link", "none", { off: 4 }],
  ["WINDLEFARE", 75, "link", "none", { stock: 0, off: 4 }],
  ["WINDLEFARE", range(50, 1000), "access", "none", { off: 4 }],
  ["HEARTHLOW", 30, "code", "c128", { balance: "unknown" }],
  ["HEARTHLOW", 75, "pin", "c128", { balance: "unknown" }],
  ["HEARTHLOW", range(15, 300), "pin", "none"],
  ["PETALWREN", 35, "link", "none", { days: 365, off: 10 }],
  ["PETALWREN", range(20, 120), "link", "none", { off: 10 }],
  ["GRIPFELL", 25, "code", "c128"],
  ["GRIPFELL", 60, "pin", "qrcode", { extras: ["barcode", "unknown"] }],
  ["GRIPFELL", range(10, 200), "code", "c128"],
  ["NOODLEQUAY", 20, "code", "none", { days: 90 }],
  ["NOODLEQUAY", range(10, 75), "link", "none", { days: 90 }],
  ["TUNDREL", 30, "link", "none", { off: 8 }],
  ["BARKENBY", 20, "code", "none"],
  ["BARKENBY", range(10, 100), "pin", "none", { extras: ["unknown"] }],
  ["VOLTREON", 15, "link", "qrcode"],
  ["VOLTREON", range(5, 60), "code", "none", { used: true }],
  ["MARZENBY", 18, "code", "qrcode", { stock: 25, days: 150 }],
  ["MARZENBY", range(10, 60), "code", "qrcode", { days: 150 }],
  ["ORRINVALE", 80, "access", "c128"],
  ["ORRINVALE", range(20, 400), "pin", "c128"],
  ["GLIMTREE", 25, "link", "none"],
  ["GLIMTREE", range(5, 500), "link", "none"],
];

/** French rewards in euros, for promotion 4002. */
const FRENCH_ROWS: readonly Row[] = [
  ["VELMORA", 25, "code", "c128", { balance: "known" }],
  ["VELMORA", range(10, 150), "pin", "c128"],
  ["OATVANE", 10, "code", "qrcode", { days: 180 }],
  ["QUILLMARSH", 20, "pin", "none"],
  ["PIXELBARN", 20, "code", "none"],
  ["TARNWELL", range(10, 200), "access", "none"],
  ["SOLVANE", 30, "code", "none", { days: 365 }],
  ["PLUMVALE", range(5, 150), "code", "c128"],
  ["RIVOLANE", 11, "link", "qrcode", { stock: 60, days: 120 }],
  ["SKARNSEE", 90, "access", "qrcode", { stock: 4, days: 365 }],
  ["WINDLEFARE", range(50, 500), "link", "none"],
  ["HEARTHLOW", 50, "pin", "c128"],
  ["PETALWREN", 35, "link", "none"],
  ["TUNDREL", 12, "link", "none", { used: true }],
  ["MARZENBY", 18, "code", "qrcode", { stock: 0, days: 150 }],
  ["GLIMTREE", range(5, 100), "link", "none"],
];

/** Special rewards: one whose holds are debited at once, and one that only another client may have. */
const DEBITED_ROW: Row = [
  "HEARTHLOW",
  40,
  "pin",
  "none",
  { sku: "HEARTHLOW-PREPAID-40", debit: true, stock: 20 },
];
const FOREIGN_ROW: Row = ["KESTROW", 500, "pin", "none", { sku: "KESTROW-EXCLUSIVE-500" }];

const usd = (row: Row) => build(row, "USD", "en");

export const ENGLISH_REWARDS: readonly CatalogReward[] = [...SHAPE_ROWS, ...ENGLISH_ROWS].map(usd);
export const FRENCH_REWARDS: readonly CatalogReward[] = FRENCH_ROWS.map((row) => build(row, "EUR", "fr"));

const localRewards = (language: Spoken): readonly CatalogReward[] =>
  SHAPE_ROWS.map(([brand, worth, kind, type, options]) => {
    const sku = `${language.toUpperCase()}-${options?.sku}`;
    const own = language === "ja" && typeof worth === "number" ? worth * YEN : worth;
    return build([brand, own, kind, type, { ...options, sku }], CURRENCIES[language], language);
  });

/** The twelve shapes again, in languages other than English and French. */
export const LOCAL_REWARDS = {
  de: localRewards("de"),
  es: localRewards("es"),
  ja: localRewards("ja"),
  ar: localRewards("ar"),
} as const;
/** For promotion 4010. */
export const LARGE_REWARDS: readonly CatalogReward[] = LARGE_ROWS.map(usd);
export const DEBITED_REWARD: CatalogReward = usd(DEBITED_ROW);
export const FOREIGN_REWARD: CatalogReward = usd(FOREIGN_ROW);

export const FOREIGN_SKU = FOREIGN_REWARD.sku;

export const CATALOG: ReadonlyMap<string, CatalogReward> = new Map(
  [
    ...ENGLISH_REWARDS,
    ...FRENCH_REWARDS,
    ...Object.values(LOCAL_REWARDS).flat(),
    ...LARGE_REWARDS,
    DEBITED_REWARD,
    FOREIGN_REWARD,
  ].map((reward) => [reward.sku, reward]),
);
