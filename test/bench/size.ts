/** What a browser loads before the picker can be used, in brotli-11 bytes; more than the budget fails. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
/** Initial JavaScript, Lit included. */
const INITIAL_BUDGET = 12_000;
const QR_BUDGET = 4_000;
const NAME_WIDTH = 44;
const BYTES_WIDTH = 7;

const compressed = (file: string): number =>
  brotliCompressSync(readFileSync(file), {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }).length;

/** A file and everything it imports statically: what the browser fetches before it runs any of it. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(file, "utf8");
  for (const [, address] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)) {
    if (address) withImports(resolve(dirname(file), address), found);
  }
  return found;
}

function list(title: string, files: Iterable<string>): number {
  let sum = 0;
  console.log(title);
  for (const file of files) {
    const bytes = compressed(file);
    sum += bytes;
    console.log(`  ${relative(DIST, file).padEnd(NAME_WIDTH)}${String(bytes).padStart(BYTES_WIDTH)}`);
  }
  return sum;
}

const initial = withImports(join(DIST, "widget.js"));
const { version } = JSON.parse(readFileSync(join(DIST, "manifest.json"), "utf8"));
const folder = join(DIST, "widget", version);
const lazy = readdirSync(folder)
  .filter((name) => name.endsWith(".js"))
  .map((name) => join(folder, name))
  .filter((file) => !initial.has(file));

const englishBytes = list("Before the picker can be used (brotli-11 bytes):", initial);
// Another language's first words come before the picker as well; the largest counts.
const languages = lazy.filter((file) => /\/[a-z]{2,3}\.js$/.test(file) && !file.endsWith("/qr.js"));
const languageBytes = Math.max(0, ...languages.map(compressed));
const initialBytes = englishBytes + languageBytes;
list("Later, when needed:", lazy);
const qr = lazy.find((file) => file.endsWith("/qr.js"));
const qrBytes = qr ? compressed(qr) : Number.POSITIVE_INFINITY;
console.log(
  `Initial JavaScript, with the largest language: ${initialBytes} of ${INITIAL_BUDGET}. QR: ${qrBytes} of ${QR_BUDGET}.`,
);
if (initialBytes > INITIAL_BUDGET || qrBytes > QR_BUDGET) {
  console.error("Over budget.");
  process.exitCode = 1;
}
