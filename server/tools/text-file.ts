/**
 * Reads a text file as editors write it: in UTF-8 with or without a byte order mark, or in UTF-16 with one, as PowerShell's `>` and
 * Notepad do. Source: WHATWG Encoding, "decode".
 */
import { readFileSync } from "node:fs";

/** Why there is no text: the code of the file system's error (`ENOENT`), or `NOT_TEXT`. */
export interface NoText {
  readonly code: string;
}

const ENCODINGS = [
  { mark: [0xef, 0xbb, 0xbf], label: "utf-8" },
  { mark: [0xff, 0xfe], label: "utf-16le" },
  { mark: [0xfe, 0xff], label: "utf-16be" },
] as const;

const NUL = "\0";

export function readText(path: string): string | NoText {
  try {
    const bytes = readFileSync(path);
    const marked = ENCODINGS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
    const text = new TextDecoder(marked?.label ?? "utf-8", { fatal: true }).decode(bytes);
    // UTF-16 without its mark is valid UTF-8, full of this character.
    return text.includes(NUL) ? { code: "NOT_TEXT" } : text;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && typeof error.code === "string")) throw error;
    return { code: error.code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "NOT_TEXT" : error.code };
  }
}
