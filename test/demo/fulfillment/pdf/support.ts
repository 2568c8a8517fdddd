/** Reads the text of our PDFs, which are not compressed: a line for each line on the paper. */

const windows = new TextDecoder("windows-1252");

/** The characters of `[<48656c> 10 <6c6f> 0] TJ`: in between stand distances. */
const shown = (parts: string): string =>
  windows
    .decode(Buffer.from([...parts.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex]) => hex).join(""), "hex"))
    .trimEnd();

/** The lines of each page, from top to bottom. */
export function pagesOf(pdf: Uint8Array): string[][] {
  const streams = Buffer.from(pdf)
    .toString("latin1")
    .matchAll(/stream\n([\s\S]*?)\nendstream/g);
  return [...streams]
    .map(([, content = ""]) => [...content.matchAll(/\[(.*)\] TJ/g)].map(([, parts = ""]) => shown(parts)))
    .filter((lines) => lines.length > 0);
}

export const textOf = (pdf: Uint8Array): string => pagesOf(pdf).flat().join("\n");
