/**
 * Converts text to the characters that every PDF reader's fonts have: WinAnsiEncoding, which is Windows-1252. Other
 * characters become the nearest letters (Ł becomes L, a ligature fi), or one question mark for each character as people
 * count them. `complete` says whether anything was lost. Invisible characters are removed. Source: ISO 32000, annex D.
 */

export interface Printable {
  /** Only characters that `winAnsi` has a byte for. */
  readonly text: string;
  /** False if some characters differ visibly from the original. */
  readonly complete: boolean;
}

/** Characters of WinAnsiEncoding from 0x80 that are not at their Latin-1 place; a space where there is none. */
const FROM_80 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

const MOVED: ReadonlyMap<string, number> = new Map(
  [...FROM_80].flatMap((char, i) => (char === " " ? [] : [[char, 0x80 + i] as const])),
);

/** Letters that Unicode does not decompose, and signs with a usual substitute. */
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

/** Characters that look like their substitutes: no reader notices the difference. */
const ALIKE = /^[\p{Zs}\t‐‑‒―−′″‛‟]$/u;

/** Characters without a shape: controls, joiners, direction marks, variation selectors, the soft hyphen. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu;

const NO_SIGN = "?";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The byte of a character in WinAnsiEncoding; undefined if it has none. */
export function winAnsi(char: string): number | undefined {
  const code = char.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff && code !== 0xad)) return code;
  return MOVED.get(char);
}

const fits = (text: string): boolean => [...text].every((char) => winAnsi(char) !== undefined);

const standIn = (char: string): string => (/\p{Zs}|\t/u.test(char) ? " " : (STAND_INS[char] ?? char));

/** One character as people count them: unchanged, its nearest letters, or the question mark. */
function nearest(grapheme: string): string {
  const shown = grapheme.replaceAll("\t", " ").replace(INVISIBLE, "");
  if (fits(shown)) return shown;
  const apart = [...shown].map(standIn).join("").normalize("NFKD").replace(/\p{M}/gu, "");
  const letters = [...apart].map(standIn).join("");
  return letters !== "" && fits(letters) ? letters : NO_SIGN;
}

/** Converts one paragraph; the caller handles line breaks. */
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
