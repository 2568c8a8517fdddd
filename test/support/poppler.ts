/** Reads PDF files with an independent reader: `pdftoppm` and `pdftotext` of Poppler share no code with our writer. */
import { execFileSync } from "node:child_process";
import { findProgram, type Program } from "./programs.ts";

/** A printer's resolution: thin bars are several pixels wide. */
const DOTS_PER_INCH = 200;
/** A page at that resolution has four megabytes. */
const OUTPUT_BYTES = 64 * 1024 * 1024;

export const POPPLER: Program = {
  name: "Poppler",
  packages: ["poppler-utils"],
  variables: [],
  isThere: () => findProgram("", ["pdftoppm"]) !== undefined,
};

/** A page as a printer would print it, as a grey picture (PGM). */
export const pictureOf = (pdf: string, page = 1): Buffer =>
  execFileSync(
    "pdftoppm",
    ["-gray", "-r", `${DOTS_PER_INCH}`, "-f", `${page}`, "-l", `${page}`, "-singlefile", pdf],
    { maxBuffer: OUTPUT_BYTES },
  );

/** All words of the file. */
export const wordsOf = (pdf: string): string =>
  execFileSync("pdftotext", ["-layout", pdf, "-"], { maxBuffer: OUTPUT_BYTES, encoding: "utf8" });
