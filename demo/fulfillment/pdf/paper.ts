/** What stands on paper: text blocks in characters that every PDF reader can draw, and where the paper's edges are. */

/** Fonts that every PDF reader has: nothing is embedded. */
export const FONTS = { regular: "Helvetica", bold: "Helvetica-Bold", mono: "Courier-Bold" } as const;

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
export const WIDTH = 595.28;
export const MARGIN = 72;
/** The height of the band on the first page, and on later ones. */
export const BAND = { first: 96, next: 24 } as const;
export const BELOW_BAND = 34;
export const BRAND_SIZE = 28;
/** Between two lines, as a share of the font's size. */
export const LINE_GAP = 0.25;

/** The width between the margins of a page. */
export const widthBetween = (margin = MARGIN): number => WIDTH - 2 * margin;

/** The characters of those fonts: Windows-1252. Source: ISO 32000, annex D, WinAnsiEncoding. */
const WRITABLE = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/** Characters without a shape: controls, joiners, direction marks, variation selectors. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu;
const NO_SIGN = "?";

/** One character as people count them: unchanged, its letters without marks, or the question mark. */
function nearest(grapheme: string): string {
  const shown = /^[\p{Zs}\t]$/u.test(grapheme) ? " " : grapheme.replace(INVISIBLE, "");
  if (WRITABLE.test(shown)) return shown;
  const bare = shown.normalize("NFKD").replace(/\p{M}/gu, "");
  return WRITABLE.test(bare) ? bare : NO_SIGN;
}

/** A paragraph in characters of those fonts, and whether any letter had to be replaced. */
export function writable(text: string): { readonly text: string; readonly complete: boolean } {
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  const given = Array.from(graphemes.segment(text.normalize("NFC")), ({ segment }) => segment);
  const written = given.map(nearest);
  const isReplaced = (grapheme: string, at: number): boolean =>
    !/^[\p{Zs}\t]$/u.test(grapheme) && written[at] !== grapheme.replace(INVISIBLE, "");
  return { text: written.join(""), complete: !given.some(isReplaced) };
}

/** The same for a text with line breaks. */
export const linesOf = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => writable(line).text)
    .join("\n");
