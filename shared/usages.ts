/**
 * From the codes of a redemption to what is shown: which items, in which order, with which barcode.
 * Source: docs/proof/interface.md, "Fields".
 */
import { safeLink } from "./links.ts";

/** The four lists the interface allows; anything else is unreadable. */
export const USAGES_LISTS = [
  ["primary"],
  ["primary", "security"],
  ["url"],
  ["security_url", "security_url_code"],
] as const;

export type Usage = (typeof USAGES_LISTS)[number][number];
export type BarcodeType = "none" | "c128" | "qrcode";

/** How an item is shown: a code in the open, a secret that is masked until asked for, or a link to follow. */
export type Display = "code" | "secret" | "link";

export interface CodeItem {
  readonly name: string;
  readonly value: string;
  readonly format: "string" | "url";
  readonly usage: Usage;
}

/** The codes of one redemption as the browser gets them. */
export interface Codes {
  readonly reward_format: { readonly usages: readonly Usage[]; readonly barcode_type: BarcodeType };
  readonly items: readonly CodeItem[];
  readonly barcode?: { readonly type: "c128" | "qrcode"; readonly value: string };
  readonly printable_document_url?: string;
  readonly expiration_datetime?: string;
}

/** The members of an upstream redemption that matter here; everything may be missing or of another shape. */
export interface RawCodes {
  readonly usages?: readonly unknown[];
  readonly barcode_type?: unknown;
  readonly codes?: readonly { name?: unknown; value?: unknown; format?: unknown; usage?: unknown }[];
  readonly expiration_datetime?: unknown;
}

export function displayOf(usage: Usage): Display {
  switch (usage) {
    case "primary":
      return "code";
    case "security":
    case "security_url_code":
      return "secret";
    case "url":
    case "security_url":
      return "link";
    default:
      return usage satisfies never;
  }
}

function readUsages(usages: readonly unknown[] | undefined): readonly Usage[] | undefined {
  return USAGES_LISTS.find(
    (list) => usages?.length === list.length && list.every((usage, index) => usages[index] === usage),
  );
}

const isLinkList = (usages: readonly Usage[]): boolean => usages.some((usage) => displayOf(usage) === "link");

/**
 * Chooses what is shown. Undefined means unreadable: a usages list that is not one of the four, a listed usage that is
 * missing or empty, or a link with a refused address. Items the list does not name are ignored.
 */
export function readCodes(raw: RawCodes): Codes | undefined {
  const usages = readUsages(raw.usages);
  if (!usages) return undefined;
  const pick = (usage: string): { name: string; value: string; format: unknown } | undefined => {
    for (const item of raw.codes ?? []) {
      if (item.usage === usage && typeof item.value === "string" && item.value !== "") {
        return {
          name: typeof item.name === "string" ? item.name : "",
          value: item.value,
          format: item.format,
        };
      }
    }
    return undefined;
  };
  const items: CodeItem[] = [];
  for (const usage of usages) {
    const found = pick(usage);
    if (!found) return undefined;
    const isLink = displayOf(usage) === "link" || found.format === "url";
    if (isLink && safeLink(found.value) === undefined) return undefined;
    items.push({ name: found.name, value: found.value, format: isLink ? "url" : "string", usage });
  }
  const barcode = barcodeOf(raw.barcode_type, usages, items, pick("barcode")?.value);
  const document = safeLink(pick("printable_document_url")?.value);
  return {
    reward_format: { usages, barcode_type: readBarcodeType(raw.barcode_type) },
    items,
    ...(barcode && { barcode }),
    ...(document !== undefined && { printable_document_url: document }),
    ...(typeof raw.expiration_datetime === "string" && { expiration_datetime: raw.expiration_datetime }),
  };
}

/**
 * Whether expected codes of a redemption are missing: a listed usage has no value, or there is no value at all. A redemption with
 * all values that cannot be shown (readCodes) lacks no codes.
 */
export function lacksCodes({ usages, codes = [] }: RawCodes): boolean {
  const hasValue = (usage?: string): boolean =>
    codes.some(
      (item) =>
        (usage === undefined || item.usage === usage) &&
        item.value !== undefined &&
        item.value !== null &&
        item.value !== "",
    );
  const listed = readUsages(usages);
  return listed ? listed.some((usage) => !hasValue(usage)) : !hasValue();
}

/** An unknown type draws nothing: the text of the code is always there. */
function readBarcodeType(value: unknown): BarcodeType {
  return value === "c128" || value === "qrcode" ? value : "none";
}

/** The payload is the item made for it, else the primary code; a link is only ever drawn as a QR code of itself. */
function barcodeOf(
  type: unknown,
  usages: readonly Usage[],
  items: readonly CodeItem[],
  payload: string | undefined,
): Codes["barcode"] {
  const drawn = readBarcodeType(type);
  if (drawn === "none") return undefined;
  if (isLinkList(usages)) {
    const link = items.find((item) => displayOf(item.usage) === "link")?.value;
    return drawn === "qrcode" && link !== undefined ? { type: drawn, value: link } : undefined;
  }
  const value = payload ?? items.find((item) => item.usage === "primary")?.value;
  return value === undefined ? undefined : { type: drawn, value };
}
