/** A PDF of text blocks and barcodes, over as many pages as needed, by pdfkit. In a browser file.web.ts takes the place of this file. */
import PDFDocument from "pdfkit";
import type { Barcode } from "./barcode.ts";
import {
  BAND,
  BELOW_BAND,
  type Block,
  BRAND_SIZE,
  FONTS,
  LINE_GAP,
  linesOf,
  MARGIN,
  type PdfOptions,
  WIDTH,
  writable,
} from "./paper.ts";

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
