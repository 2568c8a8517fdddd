/**
 * As many rewards as the largest programmes offer: every brand for many occasions at many prices, always the same ones.
 */
import type { BarcodeType } from "../resources.ts";
import { BRANDS } from "./brands.ts";
import type { Row, UsagesKind, Worth } from "./rewards.ts";

/** The catalog size of a large programme. Searching and scrolling must be as fast as with sixty rewards. */
export const LARGE_COUNT = 2_000;

const OCCASIONS = ["Birthday", "Thank You", "Anniversary", "Graduation", "Wedding", "New Home", "Welcome"];

/** Usual prices of gifts, and one range for rewards of free value. */
const WORTHS: readonly Worth[] = [25, 50, 10, 100, { min: 10, max: 250 }, 15, 75, 20, 150, 30, 40, 200];

const FORMATS: readonly (readonly [UsagesKind, BarcodeType])[] = [
  ["code", "c128"],
  ["pin", "none"],
  ["link", "none"],
  ["code", "qrcode"],
  ["access", "none"],
];

/**
 * Neighbours in the list differ in brand, occasion and price, because the steps share no factor with the lengths above.
 */
const OCCASION_STEP = 3;
const WORTH_STEP = 5;

/** Every so many rewards, few are left or none, as in any shop. */
const SCARCE_EVERY = 29;
const SOLD_OUT_EVERY = 83;
const FEW = 4;

const at = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;

function row(index: number): Row {
  const brand = index % BRANDS.length;
  const round = Math.floor(index / BRANDS.length);
  const { key } = at(BRANDS, brand);
  const occasion = at(OCCASIONS, round + brand * OCCASION_STEP);
  const worth = at(WORTHS, Math.floor(round / OCCASIONS.length) + brand * WORTH_STEP);
  const [kind, barcode] = at(FORMATS, index);
  const price = typeof worth === "number" ? worth : "VAR";
  const nth = index + 1;
  const stock = nth % SOLD_OUT_EVERY === 0 ? 0 : nth % SCARCE_EVERY === 0 ? FEW : undefined;
  const series = occasion.replace(" ", "").toUpperCase();
  const sku = `${key}-${series}-${price}`;
  return [key, worth, kind, barcode, { sku, stock, card: `${occasion} Gift Card`, series }];
}

export const LARGE_ROWS: readonly Row[] = Array.from({ length: LARGE_COUNT }, (_, index) => row(index));
