/**
 * What a pass for a phone's wallet holds: what the screen of the code shows, and nothing of the user. Pure. A PIN stands on the back,
 * as it is hidden on the screen. Source: docs/server/passes.md; shared/usages.ts.
 */
import { isCode128Payload } from "../../shared/code128-payload.ts";
import { languageOf, resolveLocale } from "../../shared/locale.ts";
import { isQrPayload } from "../../shared/qr-payload.ts";
import { withoutPrice } from "../../shared/reward-name.ts";
import { type CodeItem, type Codes, displayOf } from "../../shared/usages.ts";
import { lastDayOf } from "../../shared/whole-days.ts";
import type { Order } from "../../shared/wire.ts";
import { fromText, toBase64Url } from "../tools/bytes.ts";
import { sha256 } from "../tools/digests.ts";
import type { Words } from "../widget/version.ts";

export interface PassField {
  readonly id: string;
  /** Empty where nothing names it. */
  readonly label: string;
  readonly value: string;
  readonly isLink?: true;
}

export interface PassContent {
  /** The same for the same code, so that a wallet has it once. */
  readonly serial: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  readonly worth?: string;
  readonly barcode?: NonNullable<Codes["barcode"]>;
  /** Numbers and links. */
  readonly front: readonly PassField[];
  readonly expires?: { readonly text: string; readonly end?: Date };
  readonly back: readonly PassField[];
  /** Texts of any length; a wallet may have no room for them. */
  readonly terms: readonly PassField[];
  /** The logo's address on this server. */
  readonly logoUrl?: string;
}

/** What the parts of a pass are made of. */
export interface PassSource {
  readonly site: string;
  readonly order: Order;
  readonly codes: Codes;
  /** Of numbers and dates. */
  readonly locale: string;
  /** The widget's words in that language; empty where the server has none. */
  readonly words: Words;
  readonly texts?: {
    readonly how_to_use_instructions: string;
    readonly important_instructions: string;
    readonly terms_and_conditions: string;
  };
  readonly logoUrl?: string;
}

export function passContent(source: PassSource): PassContent {
  const { order, codes, locale, words, texts, logoUrl } = source;
  const { attempt, sku = "", reward_name = sku, reference, support_url } = order;
  const items = codes.items.map((item): PassField & { readonly isSecret: boolean } => ({
    id: item.usage,
    label: labelOf(item, source),
    value: item.value,
    isSecret: displayOf(item.usage) === "secret",
    ...(item.format === "url" && { isLink: true }),
  }));
  const fieldOf = ({ isSecret: _, ...field }: (typeof items)[number]): PassField => field;
  const textField = (id: string, word: string, value = "", more: Partial<PassField> = {}): PassField[] =>
    value === "" ? [] : [{ id, label: words[word] ?? "", value, ...more }];
  const worth = worthOf(order, locale);
  const barcode = drawable(codes.barcode);
  const expires = expiryOf(codes, locale, words);
  return {
    serial: serialOf(source.site, order.order_id, attempt ?? 0),
    language: new Intl.Locale(locale).baseName,
    // As on the screen, the worth stands once.
    title: worth === undefined ? reward_name : withoutPrice(reward_name),
    ...(worth !== undefined && { worth }),
    ...(barcode && { barcode }),
    front: items.filter(({ isSecret }) => !isSecret).map(fieldOf),
    ...(expires && { expires }),
    back: [
      ...items.filter(({ isSecret }) => isSecret).map(fieldOf),
      ...textField("support", "support", support_url, { isLink: true }),
      ...textField("reference", "", filled(words.reference, { reference })),
    ],
    terms: [
      ...textField("how_to_use", "how_to_use", texts?.how_to_use_instructions),
      ...textField("important", "important", texts?.important_instructions),
      ...textField("terms", "terms", texts?.terms_and_conditions),
    ],
    ...(logoUrl !== undefined && { logoUrl }),
  };
}

/** No code goes into it: a digest of a number of few digits could be tried out. */
const serialOf = (site: string, order_id: string, attempt: number): string =>
  toBase64Url(sha256(JSON.stringify(["pass", site, order_id, attempt])));

/** The screen's barcode, where the screen would draw it: both wallets know Code 128 and QR. */
function drawable(barcode: Codes["barcode"]): Codes["barcode"] {
  if (!barcode) return undefined;
  const fits = barcode.type === "c128" ? isCode128Payload : isQrPayload;
  const isShort = fromText(barcode.value).length <= QR_BYTES_MOST;
  return isShort && fits(barcode.value) ? barcode : undefined;
}

/** The largest symbol at error correction M. Source: ISO/IEC 18004, table 7. */
const QR_BYTES_MOST = 2_331;

/** The service's name of an item if it is in the pass's language, otherwise the widget's, as on the screen. */
function labelOf({ name, usage }: CodeItem, { order, locale, words }: PassSource): string {
  const isNamed =
    name !== "" && languageOf(resolveLocale(order.promotion.locale, locale)) === languageOf(locale);
  return isNamed ? name : (words[`usage_${usage}`] ?? name);
}

function worthOf({ value, amount, currency }: Order, locale: string): string | undefined {
  const sum = value ?? (amount === undefined ? undefined : { amount: Number(amount), currency });
  if (!sum) return undefined;
  const write = (options: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(locale, { trailingZeroDisplay: "stripIfInteger", ...options }).format(sum.amount);
  if (sum.currency === undefined) return write({});
  try {
    return write({ style: "currency", currency: sum.currency });
  } catch {
    return `${write({})}\u00a0${sum.currency}`;
  }
}

/** A text that means a day is a day; any other end has its time. The server knows no time zone of the user, and names its own. */
function expiryOf(
  { expiration_datetime: written }: Codes,
  locale: string,
  words: Words,
): PassContent["expires"] {
  if (written === undefined) return undefined;
  const end = new Date(written);
  const isRead = !Number.isNaN(end.getTime());
  const day = isRead ? lastDayOf(written) : undefined;
  const write = (date: Date, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(date);
  const date = !isRead
    ? written
    : day === undefined
      ? write(end, { ...DAY, hour: "numeric", minute: "numeric", timeZoneName: "short" })
      : write(new Date(day), DAY);
  return { text: filled(words.expires, { date }) ?? date, ...(isRead && { end }) };
}

const DAY = { year: "numeric", month: "long", day: "numeric" } as const;

/** Undefined where the words, or a value, are not there. */
function filled(
  words: string | undefined,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (words === undefined || Object.values(values).includes(undefined)) return undefined;
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
