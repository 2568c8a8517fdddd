/**
 * The printable card of a redemption, behind the link `printable_document_url`: codes, validity, the personal message
 * and the sender's name, the instructions. Source: docs/proof/interface.md, "Fields" and "Operations".
 */
import type { PromotionRecord } from "./catalog/promotions.ts";
import { dayOf, moneyOf } from "./days.ts";
import { type Spoken, spokenOf } from "./languages.ts";
import { type Barcode, barcodeOf } from "./pdf/barcode.ts";
import { pdfFile } from "./pdf/file.ts";
import { type Block, widthBetween, writable } from "./pdf/paper.ts";
import type { RedemptionRecord } from "./store.ts";

/** Languages whose letters every PDF reader's fonts have. */
const PRINTED = ["en", "fr", "de", "es"] as const satisfies readonly Spoken[];
type Printed = (typeof PRINTED)[number];

/** The language of a promotion's card; English if the promotion's letters cannot be printed. */
const printedOf = (locale: string): Printed =>
  PRINTED.find((language) => language === spokenOf(locale)) ?? "en";

const WORDS = {
  en: {
    from: "From",
    validUntil: "Valid until",
    howToUse: "How to use it",
    important: "Good to know",
    terms: "Terms and conditions",
    replaced: "Some characters of the message cannot be printed here and were replaced.",
  },
  fr: {
    from: "De la part de",
    validUntil: "Valable jusqu’au",
    howToUse: "Mode d’emploi",
    important: "Bon à savoir",
    terms: "Conditions d’utilisation",
    replaced: "Certains caractères du message ne peuvent pas être imprimés ici et ont été remplacés.",
  },
  de: {
    from: "Von",
    validUntil: "Gültig bis",
    howToUse: "So lösen Sie die Karte ein",
    important: "Gut zu wissen",
    terms: "Bedingungen",
    replaced: "Einige Zeichen der Nachricht lassen sich hier nicht drucken und wurden ersetzt.",
  },
  es: {
    from: "De",
    validUntil: "Válida hasta el",
    howToUse: "Cómo se usa",
    important: "Conviene saber",
    terms: "Condiciones",
    replaced: "Algunos caracteres del mensaje no se pueden imprimir aquí y se han sustituido.",
  },
} as const satisfies Record<Printed, object>;

type Words = (typeof WORDS)[Printed];

/** Sizes in points. The largest text is what a till needs. */
const SIZE = { title: 24, code: 20, link: 13, message: 13, text: 10, small: 8 } as const;
const GAP = { section: 22, item: 10 } as const;

/** Shorter codes are easy to read. A code with any other sign is already grouped. */
const GROUPABLE = /^[\p{L}\p{N}]{8,}$/u;

/** A number in groups of four, as people read it out. The barcode keeps the value unchanged. */
const grouped = (value: string): string =>
  GROUPABLE.test(value) ? value.replace(/.{4}(?=..)/g, "$& ") : value;

const heading = (text: string): Block => ({ text, size: SIZE.text, font: "bold", before: GAP.section });

function codeBlocks({ reward, codes }: RedemptionRecord, words: Words, language: Printed): Block[] {
  const shown = reward.format.usages.flatMap(
    (usage) => codes?.items.filter((item) => item.usage === usage) ?? [],
  );
  const validUntil = codes?.expiresAt
    ? [{ text: `${words.validUntil} ${dayOf(codes.expiresAt, language)}`, size: SIZE.text, before: GAP.item }]
    : [];
  return [
    ...shown.flatMap(({ name, value, format }, i): Block[] => [
      { text: name, size: SIZE.text, before: i === 0 ? GAP.section : GAP.item },
      format === "url"
        ? { text: value, size: SIZE.link, font: "mono" }
        : { text: grouped(value), size: SIZE.code, font: "mono" },
    ]),
    ...validUntil,
  ];
}

/** The barcode in the reward's format: of the item made for the barcode, otherwise of the shown item. */
export function barcodeFor({ reward, codes }: RedemptionRecord, most: number): Barcode | undefined {
  const { barcode_type: type, usages } = reward.format;
  if (type === "none") return undefined;
  const find = (wanted: string) => codes?.items.find(({ usage }) => usage === wanted)?.value;
  const isLink = usages.some((usage) => usage.endsWith("url"));
  const value = (isLink ? undefined : find("barcode")) ?? find(usages[0] ?? "");
  return value === undefined ? undefined : barcodeOf(type, value, most);
}

function barcode(record: RedemptionRecord): Barcode[] {
  const symbol = barcodeFor(record, widthBetween());
  return symbol ? [{ ...symbol, before: symbol.before + GAP.item }] : [];
}

/** The giver's message, and a note if some of its characters could not be printed. */
function personalBlocks({ customization }: RedemptionRecord, words: Words): Block[] {
  const { message = "", senderName = "" } = customization;
  const blocks: Block[] = [];
  if (message.trim() !== "") blocks.push({ text: message, size: SIZE.message, before: GAP.section });
  if (senderName.trim() !== "")
    blocks.push({
      text: `${words.from} ${senderName}`,
      size: SIZE.message,
      font: "bold",
      before: blocks.length === 0 ? GAP.section : GAP.item,
    });
  const complete = blocks.every(({ text }) => text.split(/\s/).every((word) => writable(word).complete));
  if (!complete) blocks.push({ text: words.replaced, size: SIZE.small, before: GAP.item });
  return blocks;
}

export function printableCard(
  record: RedemptionRecord,
  { locale }: PromotionRecord,
): Uint8Array<ArrayBuffer> {
  const language = printedOf(locale);
  const words = WORDS[language];
  const { reward } = record;
  const { description, howToUse, important, terms } = reward.texts;
  return pdfFile(
    [
      {
        text: `${reward.title}, ${moneyOf(record.amount, reward.currency, language)}`,
        size: SIZE.title,
        font: "bold",
      },
      { text: description, size: SIZE.text, before: GAP.item },
      // The codes come first: a long message must not push them from the first page.
      ...barcode(record),
      ...codeBlocks(record, words, language),
      ...personalBlocks(record, words),
      heading(words.howToUse),
      { text: howToUse, size: SIZE.text },
      heading(words.important),
      { text: important, size: SIZE.text },
      heading(words.terms),
      { text: terms, size: SIZE.small },
    ],
    { title: reward.title, language, colors: reward.brand.colors, brand: reward.brand.name },
  );
}
