/** A PDF of text blocks and barcodes, over as many pages as needed, by pdfkit. */
import PDFDocument from "pdfkit";
import type { Barcode } from "./barcode.ts";

/** Fonts that every PDF reader has: nothing is embedded. */
const FONTS = { regular: "Helvetica", bold: "Helvetica-Bold", mono: "Courier-Bold" } as const;

/** A text in one style; it may have line breaks and any length. */
export interface Block {
  readonly text: string;
  /** In points. */
  readonly size: number;
  /** Default `regular`. */
  readonly font?: keyof typeof FONTS;
  /** Space above it in points; default none. */
  readonly before?: number;
}

export interface PdfOptions {
  /** The title in a reader's window; any characters. */
  readonly title: string;
  /** BCP 47, for screen readers. */
  readonly language: string;
  /** The colours (`#rrggbb`) of the band on top of each page, from left to right. */
  readonly colors: readonly [from: string, to: string];
  /** The name in white on the band of the first page; default: none. */
  readonly brand?: string;
  /** Between the paper's edge and the text, in points. */
  readonly margin?: number;
}

/** A4, in points. */
const WIDTH = 595.28;
const MARGIN = 72;
/** The height of the band on the first page, and on later ones. */
const BAND = { first: 96, next: 24 } as const;
const BELOW_BAND = 34;
const BRAND_SIZE = 28;
/** Between two lines, as a share of the font's size. */
const LINE_GAP = 0.25;

/** The width between the margins of a page. */
export const widthBetween = (margin = MARGIN): number => WIDTH - 2 * margin;

/** The characters of those fonts: Windows-1252. Source: ISO 32000, annex D, WinAnsiEncoding. */
const WRITABLE = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/** Characters without a shape: controls, joiners, direction marks, variation selectors. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu;
const NO_SIGN = "?";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** One character as people count them: unchanged, its letters without marks, or the question mark. */
function nearest(grapheme: string): string {
  const shown = /^[\p{Zs}\t]$/u.test(grapheme) ? " " : grapheme.replace(INVISIBLE, "");
  if (WRITABLE.test(shown)) return shown;
  const bare = shown.normalize("NFKD").replace(/\p{M}/gu, "");
  return WRITABLE.test(bare) ? bare : NO_SIGN;
}

/** A paragraph in characters of those fonts, and whether any letter had to be replaced. */
export function writable(text: string): { readonly text: string; readonly complete: boolean } {
  const given = Array.from(graphemes.segment(text.normalize("NFC")), ({ segment }) => segment);
  const written = given.map(nearest);
  const isReplaced = (grapheme: string, at: number): boolean =>
    !/^[\p{Zs}\t]$/u.test(grapheme) && written[at] !== grapheme.replace(INVISIBLE, "");
  return { text: written.join(""), complete: !given.some(isReplaced) };
}

const linesOf = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => writable(line).text)
    .join("\n");

const isBarcode = (block: Block | Barcode): block is Barcode => "bars" in block;

/** The band on top of a page, with the brand's name on the first one. */
function drawBand(
  doc: PDFKit.PDFDocument,
  height: number,
  { colors, margin = MARGIN, brand }: PdfOptions,
): void {
  const [from, to] = colors;
  const gradient = doc.linearGradient(0, 0, WIDTH, 0).stop(0, from).stop(1, to);
  doc.rect(0, 0, WIDTH, height).fill(gradient);
  if (brand === undefined) return;
  const top = (height - BRAND_SIZE) / 2;
  doc.fillColor("white").font(FONTS.bold).fontSize(BRAND_SIZE);
  doc.text(writable(brand).text, margin, top, { lineBreak: false });
}

/** All bars of a symbol as one shape, filled at once. Below it is as much white as above it. */
function drawBarcode(doc: PDFKit.PDFDocument, { bars, height, before }: Barcode, margin: number): void {
  if (doc.y + height > doc.page.maxY()) doc.addPage();
  for (const { x, y, width, height: bar } of bars) doc.rect(margin + x, doc.y + y, width, bar);
  doc.fill();
  doc.y += height + before;
}

export function pdfFile(blocks: readonly (Block | Barcode)[], options: PdfOptions): Uint8Array<ArrayBuffer> {
  const { title, language, margin = MARGIN } = options;
  // Not compressed: then the whole file is there as soon as it is ended, and a person can read it.
  const doc = new PDFDocument({
    ...{ size: "A4", lang: language, info: { Title: title }, compress: false, autoFirstPage: false },
    margins: { top: BAND.next + BELOW_BAND, bottom: MARGIN, left: margin, right: margin },
  });
  let band: number = BAND.first;
  doc.on("pageAdded", () => {
    drawBand(doc, band, band === BAND.first ? options : { ...options, brand: undefined });
    doc.fillColor("black");
    doc.y = band + BELOW_BAND;
    band = BAND.next;
  });
  doc.addPage();
  for (const block of blocks) {
    doc.y += block.before ?? 0;
    if (isBarcode(block)) drawBarcode(doc, block, margin);
    else {
      const { text, size, font = "regular" } = block;
      doc.font(FONTS[font]).fontSize(size);
      doc.text(linesOf(text), margin, doc.y, { lineGap: size * LINE_GAP });
    }
  }
  doc.end();
  return new Uint8Array(doc.read() as Buffer);
}
