/**
 * Any text in the characters that the fonts of every PDF reader have: WinAnsiEncoding, which is Windows-1252. What is not
 * among them is written with the nearest letters (Ł as L, fi for its ligature), and where there are none, as one question
 * mark for each character as people count them; `complete` says whether anything was lost. Nothing invisible passes.
 * Source: ISO 32000, annex D.
 */

export interface Printable {
  /** Only characters that `winAnsi` has a byte for. */
  readonly text: string;
  /** False where a reader sees other characters than were written. */
  readonly complete: boolean;
}

/** Characters of WinAnsiEncoding that are not at their Latin-1 place, from 0x80; a space where it has none. */
const FROM_80 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

const MOVED: ReadonlyMap<string, number> = new Map(
  [...FROM_80].flatMap((char, i) => (char === " " ? [] : [[char, 0x80 + i] as const])),
);

/** Letters that no decomposition takes apart, and signs with a usual stand-in. */
const STAND_INS: Readonly<Record<string, string>> = {
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Ħ: "H",
  ħ: "h",
  ı: "i",
  Ŧ: "T",
  ŧ: "t",
  Ŋ: "N",
  ŋ: "n",
  ĸ: "k",
  ẞ: "SS",
  ə: "e",
  Ə: "E",
  "−": "-",
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "―": "—",
  "′": "'",
  "″": '"',
  "‛": "'",
  "‟": '"',
  "→": "->",
  "←": "<-",
  "≤": "<=",
  "≥": ">=",
  "≠": "!=",
};

/** Reads alike: nobody misses the difference. */
const ALIKE = /^[\p{Zs}\t‐‑‒―−′″‛‟]$/u;

/** Has no picture of its own: controls, joiners, marks of direction, variation selectors, the soft hyphen. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu;

const NO_SIGN = "?";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The byte of a character in WinAnsiEncoding; undefined where it has none. */
export function winAnsi(char: string): number | undefined {
  const code = char.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff && code !== 0xad)) return code;
  return MOVED.get(char);
}

const fits = (text: string): boolean => [...text].every((char) => winAnsi(char) !== undefined);

const standIn = (char: string): string => (/\p{Zs}|\t/u.test(char) ? " " : (STAND_INS[char] ?? char));

/** One character as people count them: itself, its nearest letters, or the sign for "none". */
function nearest(grapheme: string): string {
  const shown = grapheme.replaceAll("\t", " ").replace(INVISIBLE, "");
  if (fits(shown)) return shown;
  const apart = [...shown].map(standIn).join("").normalize("NFKD").replace(/\p{M}/gu, "");
  const letters = [...apart].map(standIn).join("");
  return letters !== "" && fits(letters) ? letters : NO_SIGN;
}

/** One paragraph; line breaks are for who lays it out. */
export function printable(text: string): Printable {
  let complete = true;
  let printed = "";
  for (const { segment } of graphemes.segment(text.normalize("NFC"))) {
    const shown = nearest(segment);
    if (shown !== segment.replace(INVISIBLE, "") && !ALIKE.test(segment)) complete = false;
    printed += shown;
  }
  return { text: printed, complete };
}
