/** Breaks text into lines that fit the paper, by the real widths of its characters. */
import { printable, winAnsi } from "./printable.ts";
import { type Font, widthOf } from "./widths.ts";

/** A text in one style; it may have line breaks and any length. */
export interface Block {
  readonly text: string;
  /** In points. */
  readonly size: number;
  /** Default `regular`. */
  readonly font?: Font;
  /** Space above it in points; default none. */
  readonly before?: number;
}

/** One line on the paper, in bytes of WinAnsiEncoding. */
export interface Line {
  readonly bytes: readonly number[];
  readonly font: Font;
  readonly size: number;
  readonly before: number;
}

const SPACE = 0x20;

const bytesOf = (text: string): number[] => [...printable(text).text].map((char) => winAnsi(char) ?? SPACE);

/** The words of a paragraph with the spaces before them, which keeps indentation. */
function wordsOf(bytes: readonly number[]): number[][] {
  const words: number[][] = [];
  let word: number[] = [];
  bytes.forEach((byte, i) => {
    if (byte === SPACE && i > 0 && bytes[i - 1] !== SPACE) {
      words.push(word);
      word = [];
    }
    word.push(byte);
  });
  return [...words, word];
}

/** Breaks one paragraph. A word wider than the paper is broken anywhere. */
function breakParagraph(bytes: readonly number[], width: (byte: number) => number, most: number): number[][] {
  const lines: number[][] = [];
  let line: number[] = [];
  let used = 0;
  const turn = (): void => {
    lines.push(line);
    line = [];
    used = 0;
  };
  for (const word of wordsOf(bytes)) {
    const long = word.reduce((sum, byte) => sum + width(byte), 0);
    const breaks = line.length > 0 && used + long > most;
    if (breaks) turn();
    const start = breaks ? word.findIndex((byte) => byte !== SPACE) : 0;
    for (const byte of start < 0 ? [] : word.slice(start)) {
      if (used + width(byte) > most) turn();
      line.push(byte);
      used += width(byte);
    }
  }
  return [...lines, line];
}

/** @param most the width of the paper between its margins, in points */
export function linesOf({ text, size, font = "regular", before = 0 }: Block, most: number): Line[] {
  const width = (byte: number): number => widthOf(byte, font, size);
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((paragraph) => breakParagraph(bytesOf(paragraph), width, most))
    .map((bytes, i) => ({ bytes, font, size, before: i === 0 ? before : 0 }));
}
