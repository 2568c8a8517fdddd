/** Reads our PDFs: the pages with their lines, and whether the cross-reference table finds the objects. */

export interface ShownLine {
  readonly text: string;
  readonly font: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

const windows = new TextDecoder("windows-1252");

/** The characters of a string in parentheses. */
function unescaped(literal: string): string {
  const bytes = [...literal.matchAll(/\\(\d{3})|\\(.)|(.)/g)].map(([, octal, escaped, plain]) =>
    octal === undefined ? (escaped ?? plain ?? "").charCodeAt(0) : Number.parseInt(octal, 8),
  );
  return windows.decode(Uint8Array.from(bytes));
}

const SHOW = /^BT \/(F\d) ([\d.]+) Tf ([\d.]+) ([\d.-]+) Td \((.*)\) Tj ET$/gm;

/** The lines of each page, from top to bottom, including page numbers. */
export function pagesOf(pdf: Uint8Array): ShownLine[][] {
  const file = Buffer.from(pdf).toString("latin1");
  return [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, content = ""]) =>
    [...content.matchAll(SHOW)].map(([, font = "", size, x, y, text = ""]) => ({
      text: unescaped(text),
      font,
      size: Number(size),
      x: Number(x),
      y: Number(y),
    })),
  );
}

/** All text, one line each, without page numbers. */
export const textOf = (pdf: Uint8Array): string =>
  pagesOf(pdf)
    .flat()
    .map(({ text }) => text)
    .filter((text) => !/^\d+ \/ \d+$/.test(text))
    .join("\n");
