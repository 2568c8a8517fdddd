/**
 * A sample of the states, in Chromium: looks as it did, says to a screen reader what it said, and keeps the criteria of WCAG 2.2
 * that can be measured. `npm run gallery` looks at every state, in every variant and engine.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Frame, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { walk } from "../accessibility/walk.ts";
import { findChromium } from "../browsers/engines.ts";
import { misplaced } from "./boxes.ts";
import type { Window } from "./frame.ts";
import { compare, photograph } from "./pictures.ts";
import type { GalleryState } from "./scenes.ts";
import { readSpoken, spokenIn } from "./spoken.ts";
import { fileOf, STATES } from "./states.ts";
import { openStudio, type Studio, serveGallery } from "./studio.ts";
import { PICTURED, type Variant } from "./variants.ts";

/** One state takes less than a second; the first waits for the browser. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Every tenth state; `GALLERY=all`, as in the long run, takes each. */
const SHARE = process.env.GALLERY === "all" ? 1 : 10;
const SEEN = STATES.filter((_, place) => place % SHARE === 0);

const [PHONE, DARK] = PICTURED as readonly [Variant, Variant];
/** Source: WCAG 2.2, 1.4.4: twice what browsers set. */
const LARGE_TEXT_PX = 32;
const USUAL_TEXT_PX = 16;
const AXE: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  // Of a whole page, which the gallery's has not: its headings and landmarks are the host's.
  rules: {
    region: { enabled: false },
    "page-has-heading-one": { enabled: false },
    "landmark-one-main": { enabled: false },
  },
};

type InPage = {
  readonly gallery: Window;
  readonly axe: { run(on: Element, options: RunOptions): Promise<AxeResults> };
};

let gallery: Awaited<ReturnType<typeof serveGallery>>;
let studio: Studio;
let page: Page;
let axe: string;
beforeAll(async () => {
  if (!findChromium()) return;
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  gallery = await serveGallery();
  studio = await openStudio("Chromium", gallery.address);
  if (!studio.page) throw new Error("Chromium is driven by puppeteer");
  page = studio.page;
});
afterAll(async () => {
  await studio?.close();
  gallery?.close();
});

/** The window of that width, which stays on the table from state to state. */
async function windowOf(width: number): Promise<Frame> {
  const element = await page.$(`iframe[title="${width}"]`);
  const frame = await element?.contentFrame();
  return frame ?? expect.fail(`no window of ${width} px`);
}

async function axeIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.addScriptTag({ content: axe });
  const { violations } = await frame.evaluate(
    (options) => (window as unknown as InPage).axe.run(document.body, options),
    AXE,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`),
  );
}

const look = (frame: Frame) => frame.evaluate(() => (window as unknown as InPage).gallery.look());
const spaced = (frame: Frame) =>
  frame.evaluate(() => (window as unknown as InPage).gallery.unreadableSpaced());

describe.runIf(findChromium())("every state", { retry: 2 }, () => {
  it.each(SEEN)("$name", async (state) => {
    const dark = await photograph(studio, state, DARK);
    expect.soft(compare(state, DARK, dark), "it looks otherwise").toEqual([]);
    expect.soft(await look(await windowOf(DARK.width)), "in the dark, from right to left").toEqual([]);
    expect.soft(await axeIn(await windowOf(DARK.width)), "axe, in the dark").toEqual([]);

    const light = await photograph(studio, state, PHONE);
    expect.soft(compare(state, PHONE, light), "it looks otherwise").toEqual([]);
    const frame = await windowOf(PHONE.width);
    expect.soft(await spokenIn(page, PHONE.width), "it sounds otherwise").toBe(readSpoken(fileOf(state)));
    expect.soft(await look(frame), "on a phone").toEqual([]);
    expect.soft(await axeIn(frame), "axe").toEqual([]);
    expect.soft(await spaced(frame), "set wider").toEqual([]);
    expect.soft(await walk(page, frame), "by keyboard").toEqual([]);
  });
});

describe.runIf(findChromium())("with the browser's text set to twice its size", () => {
  const size = async (standard: number): Promise<void> => {
    const session = await page.createCDPSession();
    await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
    await session.detach();
  };
  beforeAll(() => size(LARGE_TEXT_PX));
  afterAll(() => size(USUAL_TEXT_PX));

  it.each(SEEN)("$name can be read", async ({ name }) => {
    await studio.show(name, [{ ...PHONE, width: 720 }]);
    const frame = await windowOf(720);
    expect(await frame.evaluate(() => (window as unknown as InPage).gallery.textSize())).toBe(LARGE_TEXT_PX);
    expect(await frame.evaluate(() => (window as unknown as InPage).gallery.unreadable())).toEqual([]);
  });
});

const plant = (css: string) => async (): Promise<void> => {
  const frame = await windowOf(PHONE.width);
  await frame.evaluate((rules) => (window as unknown as InPage).gallery.plant(rules), css);
};
const stateOf = (name: string): GalleryState =>
  STATES.find((state) => state.name === name) ?? expect.fail(`no state ${name}`);

/** Mistakes in style as they are made, each where it is hardest to see. */
const SLIPS: readonly [what: string, state: string, css: string][] = [
  ["a button that is gone", "redeemed, a barcode", "[part~=copy] { visibility: hidden }"],
  ["a link that is gone", "blocked", "[part~=support] { visibility: hidden }"],
  [
    "a line that moved by 4 px",
    "booked",
    ".final p:first-child { position: relative; inset-block-start: 4px }",
  ],
  ["a card that moved sideways by 4 px", "picker of few", "li:nth-child(2) { translate: 4px }"],
  ["a button in a bluer blue", "details", "[part~=book] { filter: hue-rotate(14deg) }"],
  ["grey words that are half as dark", "notified", ".small { opacity: 0.5 }"],
  [
    "a name that is cut off",
    "booked",
    ".face .name, .face .about { overflow: hidden; max-inline-size: 90px; white-space: nowrap }",
  ],
  ["corners that are not round", "redeemed, a code", "[part~=primary] { border-radius: 0 !important }"],
  ["a heading that is thinner", "canceled", "h2 { font-weight: 400 !important }"],
];

describe.runIf(findChromium())("the pictures", () => {
  it.each(SLIPS)("show %s", async (_, name, css) => {
    const state = stateOf(name);
    expect(compare(state, PHONE, await photograph(studio, state, PHONE))).toEqual([]);
    expect(compare(state, PHONE, await photograph(studio, state, PHONE, plant(css)))).toHaveLength(1);
  });
});

describe.runIf(findChromium())("the boxes", () => {
  it.each([
    ["moved by 60 px", "[part~=book] { translate: 0 -60px }"],
    ["half as wide", "[part~=book] { scale: 0.5 1 }"],
    ["gone", "[part~=book] { display: none !important }"],
  ])("show a button that is %s", async (_, css) => {
    await studio.show("details", [PHONE]);
    const [asItIs] = await studio.inspect([PHONE]);
    await plant(css)();
    const [broken] = await studio.inspect([PHONE]);
    if (!asItIs || !broken) throw new Error("nothing was inspected");
    expect(misplaced(asItIs, asItIs)).toEqual([]);
    expect(misplaced(asItIs, broken).join("\n")).toMatch(/^book/m);
  });
});

/** Mistakes that a person notices who spaces texts out, uses a keyboard, or sees little. */
const BARRIERS: readonly [criterion: string, state: string, css: string, finds: RegExp][] = [
  ["1.4.10", "booked", ".frame { inline-size: 500px }", /reaches out of the window/],
  [
    "1.4.12",
    "redeemed, a code",
    "[part~=title] { max-block-size: 1.3em; overflow: hidden; white-space: nowrap; max-inline-size: 11.4em }",
    /spaced out, cut off/,
  ],
  [
    "1.4.11",
    "details with an amount to choose",
    "[part~=amount] { border-color: #ccc !important }",
    /contrast of 1\./,
  ],
  ["2.4.7", "blocked", ":focus-visible { outline: none !important }", /its focus is not seen/],
  [
    "2.4.11",
    "redeemed, a code",
    ".frame::after { content: ''; position: fixed; inset: 0; background: white }",
    /something lies over/,
  ],
  [
    "2.5.8",
    "redeemed, a barcode",
    "[part~=copy] { block-size: 18px !important; min-block-size: 0 !important }",
    /× 18 px/,
  ],
];

describe.runIf(findChromium())("the rules for everybody", () => {
  it.each(BARRIERS)("%s: a slip in %s is found", async (_, name, css, finds) => {
    await studio.show(name, [PHONE]);
    const frame = await windowOf(PHONE.width);
    const all = async () => [...(await look(frame)), ...(await spaced(frame)), ...(await walk(page, frame))];
    expect(await all()).toEqual([]);
    await plant(css)();
    expect((await all()).join("\n")).toMatch(finds);
  });
});
