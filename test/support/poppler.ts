/**
 * Reads PDF files with an independent reader: `pdftoppm` and `pdftotext` of Poppler share no code with our writer.
 * Missing programs are installed if that needs no question: as root on Debian or Ubuntu.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";

const DEBIAN = "/etc/debian_version";
/** A printer's resolution: thin bars are several pixels wide. */
const DOTS_PER_INCH = 200;
/** A page at that resolution has four megabytes. */
const OUTPUT_BYTES = 64 * 1024 * 1024;

const isThere = (): boolean => spawnSync("pdftoppm", ["-v"]).status === 0;

/** Whether Poppler can be used. Its absence is printed, and is an error if no test may be left out. */
export function ensurePoppler(): boolean {
  if (!isThere() && process.getuid?.() === 0 && existsSync(DEBIAN)) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (...args: string[]) =>
      spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", "poppler-utils");
  }
  if (isThere()) return true;
  const words = "pdftoppm was not found: install poppler-utils (Debian, Ubuntu) or poppler (Homebrew)";
  if (process.env.CI) throw new Error(words);
  process.stderr.write(`${words}. What is on paper is not looked at.\n`);
  return false;
}

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
