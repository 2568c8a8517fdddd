/**
 * Builds the widget's files into dist/: `widget/{version}/…`, with compressed forms and SRI hashes, and `widget.js`,
 * the one mutable address that leads to the current version. A version is immutable because its name holds a hash of
 * the content.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import config from "../vite.config.ts";
import { describeElement } from "./manifest.ts";
import { en } from "./texts/en.ts";
import { enFlow } from "./texts/en-flow.ts";
import { importTexts, TAGS } from "./texts/languages.ts";
import { ON_PASSES } from "./texts/on-passes.ts";
import { keyed } from "./texts/texts.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
const WIDGET = join(DIST, "widget");
/** The first screen's words of each language, for the opening's answer. */
const FIRST_WORDS = join(DIST, "first-words.json");
/** The words on passes for the phones' wallets, which the server makes. */
const PASS_WORDS = join(DIST, "pass-words.json");
/** What may be set on the element, for the demo's page of knobs. */
const DESCRIPTION = join(DIST, "element.json");
const MANIFEST = join(DIST, "manifest.json");
const ENTRY = "reward-redemption.js";
/** For browsers that are too old. */
const OUTDATED = "outdated.js";
const OPERATOR = join(DIST, "operator");
const INPUTS = [
  "widget/**/*.ts",
  "widget/operator/index.html",
  "shared/**/*.ts",
  "vite.config.ts",
  "package.json",
];
/** Enough of a hash to tell one build of a package version from another. */
const HASH_LENGTH = 8;
const GZIP_BEST = 9;
/** The current version, and those that a starting server may be reading. Pages get older versions from the ledger. */
const VERSIONS_KEPT = 3;
/** Packages whose code is in the files. */
const BUNDLED = ["lit", "lit-html", "lit-element", "@lit/reactive-element", "jsbarcode", "lean-qr"];

interface Manifest {
  readonly version: string;
  readonly inputs: string;
}

function hashOfInputs(): string {
  const hash = createHash("sha256");
  for (const file of globSync(INPUTS, { cwd: ROOT, exclude: ["widget/dist/**"] }).sort())
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

function isFresh(inputs: string): boolean {
  if (!existsSync(MANIFEST)) return false;
  const manifest: Manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  return (
    manifest.inputs === inputs &&
    existsSync(join(WIDGET, manifest.version, ENTRY)) &&
    existsSync(join(DIST, "widget.js")) &&
    existsSync(FIRST_WORDS) &&
    existsSync(PASS_WORDS) &&
    existsSync(DESCRIPTION) &&
    existsSync(join(OPERATOR, "page.js"))
  );
}

/** Writes a file and its compressed forms beside it, so that the server never compresses. */
function write(file: string, content: Buffer): void {
  writeFileSync(file, content);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  );
  writeFileSync(`${file}.gz`, gzipSync(content, { level: GZIP_BEST }));
}

function removeOld(version: string): void {
  const age = (folder: string): number => statSync(join(WIDGET, folder)).mtimeMs;
  const others = readdirSync(WIDGET).filter((folder) => folder !== version && !folder.startsWith("."));
  const old = others.sort((a, b) => age(b) - age(a)).slice(VERSIONS_KEPT - 1);
  for (const folder of old) rmSync(join(WIDGET, folder), { recursive: true });
}

/** The notices are stripped from the code, so the licenses of the bundled packages are written beside it. */
function licenses(): string {
  return BUNDLED.map((name) => {
    const folder = join(ROOT, "node_modules", name);
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    return `${name}\n\n${file ? readFileSync(join(folder, file), "utf8").trim() : "MIT"}\n`;
  }).join("\n---\n\n");
}

/** One file with everything that it imports. @param define names that stand for values in it */
async function buildFile(entry: string, define: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const built = await build({
    ...config,
    root: ROOT,
    configFile: false,
    define: { ...config.define, ...define },
    build: { ...config.build, write: false, lib: { entry: { entry }, formats: ["es"] } },
  });
  const [file] = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  if (file?.type !== "chunk") throw new Error(`${entry} was not built`);
  return Buffer.from(file.code);
}

/** By language and by name: a page may have another version of the widget, with other words in another order. */
async function firstWords(): Promise<string> {
  const words = TAGS.map(async (tag) => [tag, keyed(en, await importTexts(tag, "first"))] as const);
  return JSON.stringify(Object.fromEntries(await Promise.all(words)));
}

/** By language, English too, and by name. */
async function passWords(): Promise<string> {
  const pick = (words: typeof enFlow) => Object.fromEntries(ON_PASSES.map((key) => [key, words[key]]));
  const words = TAGS.map(async (tag) => [tag, pick(keyed(enFlow, await importTexts(tag, "flow")))] as const);
  return JSON.stringify({ en: pick(enFlow), ...Object.fromEntries(await Promise.all(words)) });
}

async function buildOperatorPage(): Promise<void> {
  mkdirSync(OPERATOR, { recursive: true });
  write(join(OPERATOR, "page.js"), await buildFile("widget/operator/page.ts"));
  write(join(OPERATOR, "index.html"), readFileSync(join(ROOT, "widget/operator/index.html")));
}

async function buildWidget(inputs: string): Promise<string> {
  // Each process has a folder of its own: two builds at the same time must not mix.
  const fresh = join(WIDGET, `.new-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  await build({
    root: ROOT,
    configFile: join(ROOT, "vite.config.ts"),
    build: { outDir: fresh, emptyOutDir: true },
  });
  // A file of its own: what it shares with the element is not to be fetched apart.
  writeFileSync(join(fresh, OUTDATED), await buildFile("widget/outdated.ts"));
  const files = globSync("**/*.js", { cwd: fresh }).sort();
  const hash = createHash("sha256");
  const integrity: Record<string, string> = {};
  for (const file of files) {
    const content = readFileSync(join(fresh, file));
    hash.update(file).update("\0").update(content);
    integrity[file] = `sha384-${createHash("sha384").update(content).digest("base64")}`;
    write(join(fresh, file), content);
  }
  writeFileSync(join(fresh, "licenses.txt"), licenses());
  writeFileSync(join(fresh, "integrity.json"), `${JSON.stringify(integrity, null, 2)}\n`);
  const { version: packageVersion } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const version = `${packageVersion}-${hash.digest("hex").slice(0, HASH_LENGTH)}`;
  rmSync(join(WIDGET, version), { recursive: true, force: true });
  renameSync(fresh, join(WIDGET, version));
  const addresses = {
    MODULE: JSON.stringify(`./widget/${version}/${ENTRY}`),
    OUTDATED: JSON.stringify(`./widget/${version}/${OUTDATED}`),
  };
  write(join(DIST, "widget.js"), await buildFile("widget/entry.ts", addresses));
  await buildOperatorPage();
  writeFileSync(FIRST_WORDS, await firstWords());
  writeFileSync(PASS_WORDS, await passWords());
  const element = readFileSync(join(ROOT, "widget/reward-redemption.ts"), "utf8");
  writeFileSync(DESCRIPTION, JSON.stringify(describeElement(element)));
  writeFileSync(MANIFEST, `${JSON.stringify({ version, inputs } satisfies Manifest)}\n`);
  removeOld(version);
  return version;
}

// Production, even if a test runs this build: the files are for everybody, and libraries have a heavier form for
// development.
process.env.NODE_ENV = "production";
const inputs = hashOfInputs();
if (!process.argv.includes("--if-stale") || !isFresh(inputs)) {
  mkdirSync(WIDGET, { recursive: true });
  // Only a new build is reported: `npm start` builds silently if nothing changed.
  process.stdout.write(`widget ${await buildWidget(inputs)}\n`);
}
