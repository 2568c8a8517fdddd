/**
 * A real PDF of text blocks and barcodes, over as many pages as needed. Source: ISO 32000, version 1.4 of the format.
 */

import type { Barcode } from "./barcode.ts";
import { type Block, type Line, linesOf } from "./lines.ts";
import { FONTS, type Font } from "./widths.ts";

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
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 72;
/** The height of the band on the first page, and on later ones. */
const BAND = { first: 96, next: 24 } as const;
const BELOW_BAND = 34;
const LEADING = 1.4;
const BRAND_SIZE = 28;
/** The height of the font's capitals, as a share of its size. */
const CAPITALS = 0.72;
const FOOT = { y: 34, size: 9 } as const;

const FONT_NAMES = Object.keys(FONTS) as Font[];
const resourceName = (font: Font): string => `F${FONT_NAMES.indexOf(font) + 1}`;

/** A string in parentheses. Characters outside printable ASCII are written in octal. */
function literal(bytes: readonly number[]): string {
  const chars = bytes.map((byte) => {
    const char = String.fromCharCode(byte);
    if ("()\\".includes(char)) return `\\${char}`;
    return byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, "0")}` : char;
  });
  return `(${chars.join("")})`;
}

/** Text outside of a page: UTF-16 with a byte order mark, in hexadecimal. */
function unicode(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return `<FEFF${units.map((unit) => unit.toString(16).padStart(4, "0")).join("")}>`;
}

const show = ({ bytes, font, size }: Omit<Line, "before">, x: number, y: number): string =>
  `BT /${resourceName(font)} ${size} Tf ${x} ${y.toFixed(1)} Td ${literal(bytes)} Tj ET`;

/** The width between the margins of a page. */
export const widthBetween = (margin = MARGIN): number => WIDTH - 2 * margin;

const isBarcode = (block: Block | Line | Barcode): block is Barcode => "bars" in block;

/** All bars of a symbol as one shape, filled at once. */
function draw({ bars }: Barcode, left: number, top: number): string {
  const number = (value: number): string => String(Number(value.toFixed(3)));
  const rectangles = bars.map(({ x, y, width, height }) =>
    [left + x, top - y - height, width, height].map(number).join(" "),
  );
  return rectangles
    .map((rectangle) => `${rectangle} re`)
    .join("\n")
    .concat("\nf");
}

/** The drawing operators of text lines and symbols, page by page. */
function layOut(blocks: readonly (Block | Barcode)[], margin: number): string[][] {
  const pages: string[][] = [[]];
  let y = HEIGHT - BAND.first - BELOW_BAND;
  const rows = blocks.flatMap((block): readonly (Line | Barcode)[] =>
    isBarcode(block) ? [block] : linesOf(block, widthBetween(margin)),
  );
  for (const row of rows) {
    const height = isBarcode(row) ? row.height : row.size * LEADING;
    y -= row.before + height;
    if (y < MARGIN) {
      pages.push([]);
      y = HEIGHT - BAND.next - BELOW_BAND - height;
    }
    if (isBarcode(row)) pages.at(-1)?.push(draw(row, margin, y + height));
    else if (row.bytes.length > 0) pages.at(-1)?.push(show(row, margin, y));
  }
  return pages;
}

const rgb = (color: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(" ");

/** A gradient from the paper's left edge to the right one. */
const shading = ([from, to]: PdfOptions["colors"]): string =>
  `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 ${WIDTH} 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [${rgb(from)}] /C1 [${rgb(to)}] /N 1 >> >>`;

/** The brand's name, in the middle of the band's height. */
function showBrand(brand: string, margin: number): string[] {
  const [line] = linesOf({ text: brand, size: BRAND_SIZE, font: "bold" }, widthBetween(margin));
  const y = HEIGHT - (BAND.first + BRAND_SIZE * CAPITALS) / 2;
  return line === undefined || line.bytes.length === 0 ? [] : ["1 g", show(line, margin, y)];
}

function pageContent(drawn: readonly string[], index: number, count: number, brand: string, margin: number) {
  const band = index === 0 ? BAND.first : BAND.next;
  const number = { bytes: [...`${index + 1} / ${count}`].map((char) => char.charCodeAt(0)) };
  return [
    `q 0 ${HEIGHT - band} ${WIDTH} ${band} re W n /Band sh Q`,
    ...(index === 0 ? showBrand(brand, margin) : []),
    "0 g",
    ...drawn,
    ...(count > 1 ? [show({ ...number, font: "regular", size: FOOT.size }, margin, FOOT.y)] : []),
  ].join("\n");
}

/**
 * Writes the objects one after the other, and the cross-reference table. The first object is the catalog, the last the
 * title.
 */
function fileOf(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts = ["%PDF-1.4\n"];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((object, i) => {
    const offset = String(length).padStart(10, "0");
    const part = `${i + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
    return `${offset} 00000 n \n`;
  });
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`);
  parts.push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\n`);
  parts.push(`startxref\n${length}\n%%EOF\n`);
  // All parts are ASCII.
  return new TextEncoder().encode(parts.join(""));
}

export function pdfFile(blocks: readonly (Block | Barcode)[], options: PdfOptions): Uint8Array<ArrayBuffer> {
  const { title, language, colors, brand = "", margin = MARGIN } = options;
  const pages = layOut(blocks, margin);
  // Order: catalog, page tree, fonts; then each page with its content; then the title.
  const firstFont = 3;
  const firstPage = firstFont + FONT_NAMES.length;
  const pageObject = (index: number): number => firstPage + 2 * index;
  const fonts = FONT_NAMES.map((font, i) => `/${resourceName(font)} ${firstFont + i} 0 R`).join(" ");
  return fileOf([
    `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) >>`,
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${pageObject(i)} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ...FONT_NAMES.map(
      (font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${FONTS[font]} /Encoding /WinAnsiEncoding >>`,
    ),
    ...pages.flatMap((drawn, i) => {
      const content = pageContent(drawn, i, pages.length, brand, margin);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${pageObject(i) + 1} 0 R /Resources << /Font << ${fonts} >> /Shading << /Band ${shading(colors)} >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
    `<< /Title ${unicode(title)} >>`,
  ]);
}
