/**
 * Where the gallery is shown: its pages, built from the sources and served on this machine, in a tab of any of the three
 * engines that can also take pictures.
 */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import process from "node:process";
import { launch, type Page } from "puppeteer-core";
import { build } from "vite";
import { CHROMIUM_FLAGS, type Engine, findChromium, findFirefox } from "../browsers/engines.ts";
import { openWebKit } from "../browsers/webkit.ts";
import type { Inspected, Place, Table } from "./table.ts";
import type { Variant } from "./variants.ts";

/** As in the other browser tests: not UTC, so that a time in the machine's own zone differs, and the same everywhere. */
const ZONE = "America/St_Johns";
/** The windows of one state in one theme and direction, beside each other, and as high as the highest may be. */
const TABLE = { width: 1_456, height: 1_608 };
const FONTS = resolve(import.meta.dirname, "../../node_modules/@fontsource-variable/vazirmatn/files");
/** A letter's edge is as thick on every machine: no hints, and no colours of a screen's stripes. */
const DRAWING_FLAGS = [
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  "--hide-scrollbars",
];
/** Twelve widgets, started at once on a busy machine. */
const SHOW_LIMIT_MS = 60_000;

/** One file of the gallery's own page, everything that it imports in it. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry: resolve(import.meta.dirname, entry), formats: ["es"], fileName: "page" },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = [built].flat();
  if (!output || !("output" in output)) throw new Error(`${entry} was not built`);
  const [chunk] = output.output;
  return chunk.code;
}

const pageOf = (script: string, style: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <title>Gallery</title><style>body { margin: 0; background: Canvas } ${style}</style><body></body><script type="module" src="${script}"></script></html>`;

/** The gallery's pages at an address of this machine. */
export async function serveGallery(): Promise<{ readonly address: string; close(): void }> {
  const [frame, table, latin, arabic] = await Promise.all([
    bundle("frame.ts"),
    bundle("table.ts"),
    readFile(`${FONTS}/vazirmatn-latin-wght-normal.woff2`),
    readFile(`${FONTS}/vazirmatn-arabic-wght-normal.woff2`),
  ]);
  const files: Record<string, readonly [type: string, content: string | Buffer]> = {
    "/": ["text/html", pageOf("/table.js", "")],
    "/frame.html": ["text/html", pageOf("/frame.js", "")],
    "/frame.js": ["text/javascript", frame],
    "/table.js": ["text/javascript", table],
    "/latin.woff2": ["font/woff2", latin],
    "/arabic.woff2": ["font/woff2", arabic],
  };
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ""] ?? [];
    if (type === undefined) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(content);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export interface Studio {
  /** Shows a state in those variants; answers where each of them lies. */
  show(state: string, variants: readonly Variant[]): Promise<readonly Place[]>;
  /** What is wrong in each of the windows that are shown, and where their parts lie. */
  inspect(variants: readonly Variant[]): Promise<readonly Inspected[]>;
  /** The tab, where puppeteer drives it. */
  readonly page?: Page;
  close(): Promise<void>;
}

declare const table: Table;

async function openPuppeteer(
  address: string,
  options: NonNullable<Parameters<typeof launch>[0]>,
): Promise<Studio> {
  const browser = await launch({ ...options, protocolTimeout: SHOW_LIMIT_MS, defaultViewport: TABLE });
  const page = await browser.newPage();
  await page.goto(address);
  return {
    page,
    show: (state, variants) =>
      page.evaluate((name, wanted) => table.show(name, wanted), state, variants as Variant[]),
    inspect: (variants) => page.evaluate((wanted) => table.inspect(wanted), variants as Variant[]),
    close: () => browser.close(),
  };
}

async function openWebKitStudio(address: string): Promise<Studio> {
  const webkit = await openWebKit({ width: TABLE.width, height: TABLE.height });
  await webkit.resize(TABLE.width, TABLE.height);
  await webkit.goto(address);
  return {
    show: async (state, variants) =>
      (await webkit.runAsync("table.show(arguments[0], arguments[1])", state, variants)) as Place[],
    inspect: async (variants) =>
      (await webkit.run("return table.inspect(arguments[0])", variants)) as Inspected[],
    close: () => webkit.close(),
  };
}

/** A tab of that engine with the gallery in it. */
export async function openStudio(engine: Engine["name"], address: string): Promise<Studio> {
  process.env.TZ = ZONE;
  switch (engine) {
    case "Chromium":
      return openPuppeteer(address, {
        executablePath: findChromium(),
        args: [...CHROMIUM_FLAGS, ...DRAWING_FLAGS],
      });
    case "Firefox":
      return openPuppeteer(address, { browser: "firefox", executablePath: findFirefox() });
    case "WebKit":
      return openWebKitStudio(address);
  }
}
