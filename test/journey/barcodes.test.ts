/**
 * Barcodes that every scanner reads: random payloads, drawn by the built widget in a real Chromium, and read from its
 * screenshots by two scanners that share no code with the drawing. `BARCODE_SEED=…` repeats a run, `BARCODES=<count>`
 * draws more.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import bwip from "bwip-js/node";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type BarcodePage, serveBarcodePage } from "../support/barcode-page.ts";
import { inEachType, KIND_COUNT, type Payload, randomPayloads } from "../support/barcode-payloads.ts";
import { lay, type Photo, photograph, type Scene, type Wish } from "../support/barcode-photos.ts";
import { type Pixels, readPng, toPgm } from "../support/pixels.ts";
import { canUse } from "../support/programs.ts";
import { type Scanned, scan } from "../support/scanner.ts";
import { ZBAR, zbar } from "../support/zbar.ts";
import { openBrowser } from "./world.ts";

const SEED = Number(process.env.BARCODE_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Enough for each theme, ratio and width to meet each type; `npm run prove` draws 500. */
const FEW_PAYLOADS = 16;
const PAYLOADS = Number(process.env.BARCODES ?? FEW_PAYLOADS);
const IS_LONG = PAYLOADS > FEW_PAYLOADS;
/** Only a QR code can hold these. */
const ACCENTED = [
  "Café crème",
  "Größe 42 – süß",
  "Señal ñandú 10 €",
  "Łódź żółć",
  "奖励代码 1042",
  "🎁 1042",
];
const THEMES = ["light", "dark"] as const;
const RATIOS: readonly number[] = [1, 1.5, 2, 3];
const WIDTHS = [320, 360, 412, 480, 600, 720] as const;
const FORMATS = { c128: "Code128", qrcode: "QRCode" } as const;
/** Scanners and cameras miss bars of one device pixel. */
const LEAST_PIXELS = 2;
/** Of a linear code, on the left and right. Source: ISO/IEC 15417. */
const QUIET_MODULES = 10;
/** Two hundred pictures take some ten seconds; a busy machine gets much more time. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const SCENES: readonly Scene[] = THEMES.flatMap((theme) => RATIOS.map((ratio) => ({ theme, ratio })));
const ALL: readonly Payload[] = [
  ...inEachType(randomPayloads(SEED, PAYLOADS)),
  ...ACCENTED.map((value) => ({ type: "qrcode", value }) as const),
];
/** Scenes and widths alternate at different rates, so that each scene meets each width. */
const wishesOf = (scene: Scene): Wish[] =>
  ALL.flatMap((payload, at) => {
    const width = WIDTHS[Math.floor(at / SCENES.length) % WIDTHS.length] ?? 0;
    return SCENES[at % SCENES.length] === scene ? [{ ...payload, width }] : [];
  });

const folder = mkdtempSync(join(tmpdir(), "barcodes-"));
const hasZbar = canUse(ZBAR);
let host: BarcodePage;
let browser: Browser;

beforeAll(async () => {
  process.stdout.write(`BARCODE_SEED=${SEED}\n`);
  const build = resolve(import.meta.dirname, "../../widget/build.ts");
  expect(spawnSync(process.execPath, [build, "--if-stale"]).status).toBe(0);
  [host, browser] = await Promise.all([serveBarcodePage(), openBrowser()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), host?.close()]);
  rmSync(folder, { recursive: true });
});

const named = ({ type, value, theme, ratio, width }: Photo): string =>
  `${JSON.stringify(value)} as ${type}, ${theme}, ratio ${ratio}, column ${width} (BARCODE_SEED=${SEED})`;
const expected = ({ type, value }: Payload): Scanned[] => [{ format: FORMATS[type], text: value }];

async function byZxing(pictures: readonly Pixels[]): Promise<Scanned[][]> {
  const read: Scanned[][] = [];
  for (const picture of pictures) read.push(await scan(toPgm(picture)));
  return read;
}

function byZbar(pictures: readonly Pixels[]): Promise<Scanned[][]> {
  const files = pictures.map((picture, at) => {
    const file = join(folder, `${at}.pgm`);
    writeFileSync(file, toPgm(picture));
    return file;
  });
  return zbar(files);
}

const SCANNERS = [
  { name: "zxing", isThere: true, read: byZxing },
  { name: "zbar", isThere: hasZbar, read: byZbar },
] as const;

/** What is wrong with a symbol's pixels; undefined if every module is whole and sharp. */
function blemish({ symbol, modulePixels, isTurned }: Photo): string | undefined {
  const size = Math.round(modulePixels);
  if (Math.abs(modulePixels - size) > 0.01) return `${modulePixels} pixels a module`;
  if (size < LEAST_PIXELS) return `${size} pixel a module`;
  if (!symbol.grey.every((pixel) => pixel === 0 || pixel === 255)) return "grey pixels";
  const { width, height, grey } = symbol;
  const line = isTurned
    ? Array.from({ length: height }, (_, y) => grey[y * width + (width >> 1)])
    : [...grey.subarray((height >> 1) * width, ((height >> 1) + 1) * width)];
  const runs =
    line
      .map((pixel) => (pixel === 0 ? "#" : " "))
      .join("")
      .trim()
      .match(/(.)\1*/g) ?? [];
  const odd = runs.find((run) => run.length % size !== 0);
  return odd && `a run of ${odd.length} pixels where a module has ${size}`;
}

/** The length, in modules, of the symbol that bwip-js makes. */
function modulesByBwip({ type, value }: Payload): number {
  if (type === "c128") {
    const [{ sbs = [] } = {}] = bwip.raw({ bcid: "code128", text: value }) as { sbs?: number[] }[];
    return sbs.reduce((sum, width) => sum + width, 0);
  }
  const options = { bcid: "qrcode", text: value, eclevel: "M" };
  const [{ pixx = 0 } = {}] = bwip.raw(options) as { pixx?: number }[];
  return pixx;
}

/** On the narrowest phone: as many digits as a gift card has. */
const GIFT_CARD: Wish = { type: "c128", value: "6006491286999911", width: 320 };
/** Its modules with the quiet zones: at two CSS px each they fill the pass's whole column. */
const GIFT_CARD_MODULES = 143;

describe.each(RATIOS)("barcodes at ratio %s", (ratio) => {
  const scenes = SCENES.filter((scene) => scene.ratio === ratio);
  let photos: readonly Photo[] = [];
  beforeAll(async () => {
    const taken = scenes.map((scene) => photograph(host, scene, [...wishesOf(scene), GIFT_CARD]));
    photos = (await Promise.all(taken)).flat();
    expect(photos).toHaveLength(scenes.flatMap(wishesOf).length + scenes.length);
  });

  for (const { name, isThere, read } of SCANNERS) {
    it.skipIf(!isThere)(`are read by ${name} as their payloads`, async () => {
      const found = await read(photos.map(({ pixels }) => pixels));
      expect(photos.map((photo, at) => ({ of: named(photo), found: found[at] }))).toEqual(
        photos.map((photo) => ({ of: named(photo), found: expected(photo) })),
      );
    });
  }

  it("have modules of whole device pixels, two or more, black or white", () => {
    expect(photos.map((photo) => [named(photo), blemish(photo)]).filter(([, wrong]) => wrong)).toEqual([]);
  });

  it("are no longer than bwip-js makes them", () => {
    const ascii = photos.filter(({ value }) => /^[\x20-\x7e]+$/.test(value));
    const longer = ascii.filter((photo) => photo.modules > modulesByBwip(photo));
    expect(longer.map(named)).toEqual([]);
  });

  it("of sixteen digits lie along their pass on the narrowest phone, each module two CSS px", () => {
    const cards = photos.filter(({ value }) => value === GIFT_CARD.value);
    expect(cards.map(({ theme }) => theme)).toEqual(THEMES);
    for (const card of cards) {
      expect([card.isTurned, Math.round(card.modulePixels)], named(card)).toEqual([false, 2 * ratio]);
      expect(card.modules, named(card)).toBe(GIFT_CARD_MODULES - 2 * QUIET_MODULES);
    }
  });
});

/** A full screen is slow to photograph: a long run shows this many payloads on it, at least one of each kind. */
const SHOWN_MOST = Math.max(KIND_COUNT, Math.round(PAYLOADS / 48));

/**
 * The payloads of full screen number `at`: one, of another kind on the next screen; in a long run several of each kind.
 */
function sampleOf(seed: number, at: number): Payload[] {
  const kind = at % KIND_COUNT;
  const payloads = IS_LONG
    ? randomPayloads(seed, SHOWN_MOST)
    : randomPayloads(seed, KIND_COUNT).slice(kind, kind + 1);
  return inEachType(payloads);
}

interface Screen {
  readonly screen: string;
  readonly ratio: number;
  readonly width: number;
  readonly height: number;
}

const SIZES = ["small", "medium", "large"] as const;
const SCREENS: readonly Screen[] = [
  { screen: "a small phone", ratio: 2, width: 320, height: 568 },
  { screen: "a small phone on its side", ratio: 2, width: 568, height: 320 },
  { screen: "a phone", ratio: 2.625, width: 412, height: 915 },
  { screen: "a desktop", ratio: 1, width: 1280, height: 720 },
  { screen: "a zoomed desktop", ratio: 1.5, width: 853, height: 480 },
];
/** A linear code may lie if turning would enlarge it by less than this. */
const WORTH_TURNING = 1.25;
/** From this width on the largest bars are longer than a hand-held scanner's view. CSS px. */
const WIDE = 960;

describe.each(SCREENS)("on $screen the till", ({ screen, ratio, width, height }) => {
  const at = SCREENS.findIndex((each) => each.screen === screen);
  const sample = sampleOf(SEED + width, at);
  const theme = THEMES[at % THEMES.length] ?? "light";

  it("shows the barcode as large as possible, and returns the focus", async () => {
    const context = await browser.newContext({ deviceScaleFactor: ratio, viewport: { width, height } });
    const page = await context.newPage();
    await page.goto(host.url);
    await page.evaluate(() => customElements.whenDefined("reward-redemption"));
    const pictures: Pixels[] = [];
    for (const payload of sample) {
      await lay(page, host, [{ ...payload, width }], theme);
      // Whatever style the page gives the widget's container.
      await page.evaluate(() => {
        document.body.style.transform = "scale(0.9) rotate(2deg)";
        document.body.style.overflow = "hidden";
      });
      await page.locator("[part~=till]").click();
      const dialog = page.locator("dialog");
      await dialog.locator("svg").waitFor();
      const sizes = dialog.locator("[part~=size]");
      const first = await sizes.evaluateAll((all) =>
        all.findIndex(({ ariaPressed }) => ariaPressed === "true"),
      );
      const isLong = payload.type === "c128" && width >= WIDE;
      expect(SIZES[first]).toBe(isLong ? "medium" : "large");
      if (isLong) await sizes.last().click();
      const [whole, stage, drawing] = await dialog.evaluate((opened) =>
        [opened, opened.querySelector(".screen"), opened.querySelector("svg")].map((each) => {
          const { x, y, width: wide = 0, height: tall = 0 } = each?.getBoundingClientRect() ?? {};
          const view = (each?.getAttribute("viewBox") ?? "").split(" ").map(Number);
          return { at: [x, y], wide, tall, along: Math.max(view[2] ?? 0, view[3] ?? 0) };
        }),
      );
      if (!whole || !stage || !drawing) throw new Error("nothing is drawn");
      expect(whole).toEqual({ at: [0, 0], wide: width, tall: height, along: 0 });
      const { along } = drawing;
      const pixels = (Math.max(drawing.wide, drawing.tall) / along) * ratio;
      expect(pixels).toBeCloseTo(Math.round(pixels), 1);
      expect(drawing.wide).toBeLessThan(stage.wide + 1);
      expect(drawing.tall).toBeLessThan(stage.tall + 1);
      // With one more device pixel per module the code would not fit.
      const more = (Math.round(pixels) + 1) / ratio;
      const longest = Math.max(stage.wide, stage.tall);
      if (payload.type === "c128") expect(more * along * WORTH_TURNING).toBeGreaterThan(longest);
      else expect(more * along).toBeGreaterThan(Math.min(stage.wide, stage.tall));
      pictures.push(readPng(await page.screenshot()));
      await page.keyboard.press("Escape");
      await page.locator("[part~=till]:focus").waitFor();
      expect(await dialog.count()).toBe(0);
    }
    await context.close();
    for (const { read } of SCANNERS.filter(({ isThere }) => isThere)) {
      const found = await read(pictures);
      expect(sample.map(({ value }, at) => [value, found[at]])).toEqual(
        sample.map((payload) => [payload.value, expected(payload)]),
      );
    }
  });
});

/** A phone held out to a cashier. */
const HELD = { width: 390, height: 844 };
/** Each ratio in one of the themes; in a long run in both. */
const TILL_SCENES = SCENES.filter(
  ({ theme, ratio }) => IS_LONG || THEMES.indexOf(theme) === RATIOS.indexOf(ratio) % THEMES.length,
);

describe.each(TILL_SCENES)("at the till, $theme, ratio $ratio", ({ theme, ratio }) => {
  it("every scanner reads each offered size, and each is larger than the one before", async () => {
    const seed = SEED + Math.round(ratio * 10);
    const sample = sampleOf(seed, RATIOS.indexOf(ratio));
    const options = { deviceScaleFactor: ratio, viewport: HELD, colorScheme: theme };
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(host.url);
    await page.evaluate(() => customElements.whenDefined("reward-redemption"));
    const shown: { readonly payload: Payload; readonly size: string; readonly pixels: Pixels }[] = [];
    const counts: number[] = [];
    for (const payload of sample) {
      await lay(page, host, [{ ...payload, width: HELD.width }], theme);
      await page.locator("[part~=till]").click();
      const drawing = page.locator("dialog .screen svg");
      let before = 0;
      await drawing.waitFor();
      // A code longer than the room has one size, the largest that fits.
      const isTight = (await page.locator("dialog [data-spared~=sizes]").count()) > 0;
      const offered: number[] = [];
      for (const at of SIZES.keys())
        if (await page.locator("dialog [part~=size]").nth(at).isVisible()) offered.push(at);
      if (isTight) expect(offered).toEqual([]);
      else expect(offered.at(-1)).toBe(offered.length > 0 ? SIZES.indexOf("large") : undefined);
      counts.push(offered.length);
      const photograph = async (size: string): Promise<void> => {
        shown.push({ payload, size, pixels: readPng(await page.screenshot()) });
      };
      if (offered.length === 0) await photograph("only");
      for (const at of offered) {
        const size = SIZES[at] ?? "";
        await page.locator("dialog [part~=size]").nth(at).click();
        await page
          .locator("dialog [part~=size][aria-pressed=true]")
          .filter({ hasText: new RegExp(size, "i") })
          .waitFor();
        const { width = 0, height = 0 } = (await drawing.boundingBox()) ?? {};
        expect(Math.max(width, height)).toBeGreaterThan(before);
        before = Math.max(width, height);
        await photograph(size);
      }
      await page.locator("[part~=close]").click();
      await page.locator("[part~=till]:focus").waitFor();
    }
    await context.close();
    // A square code has room for three sizes on any screen.
    expect(Math.max(...counts)).toBe(SIZES.length);
    for (const { name, read } of SCANNERS.filter(({ isThere }) => isThere)) {
      const found = await read(shown.map(({ pixels }) => pixels));
      const missed = shown.flatMap(({ payload, size }, at) =>
        JSON.stringify(found[at]) === JSON.stringify(expected(payload))
          ? []
          : [`${name}: ${size} ${payload.value} read as ${JSON.stringify(found[at])}`],
      );
      expect(missed, `${shown.length} pictures (BARCODE_SEED=${SEED})`).toEqual([]);
    }
  });
});
