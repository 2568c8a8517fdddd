/** What a browser loads before the picker can be used, in brotli-11 bytes; more than the budget fails. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { TEXT_BUDGETS } from "./text-budgets.ts";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
/** Initial JavaScript, Lit included. */
const INITIAL_BUDGET = 14_950;
const QR_BUDGET = 4_000;
/** What a grant or a member's rewards need beside the other screens. */
const WALLET_BUDGET = 6_000;
const NAME_WIDTH = 44;
const BYTES_WIDTH = 7;

/** A version's hash compresses to up to 40 bytes more or less: every one counts the same. */
const VERSION_HASH = /(?<=\/\d+\.\d+\.\d+-)[0-9a-f]{8}/g;

const compressed = (file: string): number =>
  brotliCompressSync(readFileSync(file, "utf8").replaceAll(VERSION_HASH, "0".repeat(8)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }).length;

/** A file and everything that must be here before it has run: what the browser fetches before it runs any of it. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(file, "utf8");
  // `widget.js` fetches the element's code while it runs: it has asked for what the first screen needs by then.
  const imports = /(?:\bfrom|\bimport|\bawait import\()\s*["'`](\.[^"'`]+)["'`]/g;
  for (const [, address] of code.matchAll(imports)) {
    // What stands in for the element in a browser that is too old is fetched there alone.
    if (address && !address.endsWith("/outdated.js")) withImports(resolve(dirname(file), address), found);
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

// Another language's first words come with the answer of the opening.
const initialBytes = list("Before the picker can be used (brotli-11 bytes):", initial);
const isText = (file: string): boolean => /-(first|flow|problems|wallet|staff|phone)\.js$/.test(file);
/** The heaviest file of words in a group. */
const heaviest = (group: string): number =>
  Math.max(0, ...lazy.filter((file) => file.endsWith(`-${group}.js`)).map(compressed));
list(
  "Later, when needed:",
  lazy.filter((file) => !isText(file)),
);
list("Words of other languages, when needed:", lazy.filter(isText));
const heavyTexts = Object.entries(TEXT_BUDGETS).filter(([group, budget]) => heaviest(group) > budget);
const qr = lazy.find((file) => file.endsWith("/qr.js"));
const qrBytes = qr ? compressed(qr) : Number.POSITIVE_INFINITY;
const wallet = lazy.find((file) => file.endsWith("/wallet.js"));
const walletBytes = wallet ? compressed(wallet) : Number.POSITIVE_INFINITY;
console.log(
  `Initial JavaScript: ${initialBytes} of ${INITIAL_BUDGET}. QR: ${qrBytes} of ${QR_BUDGET}. Rewards: ${walletBytes} of ${WALLET_BUDGET}.`,
);
console.log(
  `Words of a language: ${Object.entries(TEXT_BUDGETS)
    .map(([group, budget]) => `${group} ${heaviest(group)} of ${budget}`)
    .join(", ")}.`,
);
if (
  initialBytes > INITIAL_BUDGET ||
  qrBytes > QR_BUDGET ||
  walletBytes > WALLET_BUDGET ||
  heavyTexts.length > 0
) {
  console.error("Over budget.");
  process.exitCode = 1;
}
