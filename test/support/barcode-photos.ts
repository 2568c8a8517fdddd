/** Takes pictures of barcodes as on a user's screen: the built widget, real pixels, and the surroundings. */
import { chromium, type Page } from "playwright-core";
import { CHROMIUM_FLAGS, findHeadlessChromium } from "../browsers/engines.ts";
import type { BarcodePage } from "./barcode-page.ts";
import type { Payload } from "./barcode-payloads.ts";
import { type Box, crop, type Pixels, readPng } from "./pixels.ts";

export interface Scene {
  readonly theme: "light" | "dark";
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

/** A payload, and the width of the column that shows it. */
export interface Wish extends Payload {
  readonly width: number;
}

export interface Photo extends Wish, Scene {
  /** With its surroundings. */
  readonly pixels: Pixels;
  /** The symbol and its quiet zone alone. */
  readonly symbol: Pixels;
  /** The length of the symbol without its quiet zone. */
  readonly modules: number;
  /** Device pixels per module. */
  readonly modulePixels: number;
  readonly isTurned: boolean;
}

/** Widgets on one page at the same time. */
const WIDGETS = 16;
/**
 * Room for the widest column, or the longest turned code, with surroundings. A larger window is slower to photograph.
 */
const WINDOW = "--window-size=800,1000";
/** The surroundings that a scanner sees, with the theme's own colours. */
const SURROUNDINGS_PX = 24;
const PATIENCE_MS = 30_000;
/** Source: ISO/IEC 15417 and 18004. */
const QUIET = { c128: 10, qrcode: 4 } as const;

/** Puts widgets on an open page and waits until each has drawn its barcode. */
export async function lay(
  page: Page,
  host: BarcodePage,
  wishes: readonly Wish[],
  theme: Scene["theme"],
): Promise<void> {
  const widgets = wishes.map((wish) => ({ session: host.sessionFor(wish), width: wish.width }));
  await page.evaluate(
    ([all, look]) => {
      document.body.style.cssText = "display: flex; flex-wrap: wrap; align-items: start; gap: 8px; margin: 0";
      document.body.style.background = look === "dark" ? "#000" : "#eee";
      document.body.replaceChildren(
        ...all.map(({ session, width }) => {
          const widget = document.createElement("reward-redemption");
          widget.setAttribute("theme", look);
          widget.setAttribute("session", session);
          widget.style.width = `${width}px`;
          return widget;
        }),
      );
    },
    [widgets, theme] as const,
  );
  // After a return the number is masked, and its barcode with it.
  const masked = page.locator("reward-redemption [part~=reveal]");
  await masked.nth(wishes.length - 1).waitFor({ timeout: PATIENCE_MS });
  await masked.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
  const drawn = page.locator("reward-redemption [part~=barcode]");
  await drawn.nth(wishes.length - 1).waitFor({ timeout: PATIENCE_MS });
}

interface Drawn {
  readonly box: Box;
  /** The size of the view box: columns and lines. */
  readonly columns: number;
  readonly lines: number;
}

/** Scrolls to a barcode and returns its place on the page. */
const find = (page: Page, index: number): Promise<Drawn> =>
  page
    .locator("reward-redemption [part~=barcode]")
    .nth(index)
    .evaluate((svg) => {
      svg.scrollIntoView({ block: "center" });
      const { x, y, width, height } = svg.getBoundingClientRect();
      const [, , columns = 0, lines = 0] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
      return { box: { x: x + scrollX, y: y + scrollY, width, height }, columns, lines };
    });

/** Rounded to whole CSS pixels. */
function around({ x, y, width, height }: Box): Box {
  const left = Math.max(0, Math.floor(x - SURROUNDINGS_PX));
  const top = Math.max(0, Math.floor(y - SURROUNDINGS_PX));
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width + SURROUNDINGS_PX) - left,
    height: Math.ceil(y + height + SURROUNDINGS_PX) - top,
  };
}

function within({ x, y, width, height }: Box, outer: Box, ratio: number): Box {
  return {
    x: (x - outer.x) * ratio,
    y: (y - outer.y) * ratio,
    width: width * ratio,
    height: height * ratio,
  };
}

/** One picture for each wish, in the same order. */
export async function photograph(host: BarcodePage, scene: Scene, wishes: readonly Wish[]): Promise<Photo[]> {
  const { theme, ratio } = scene;
  // Set for the whole browser: the ratio of a single page puts boxes on half pixels, which no real screen has.
  const screen = `--force-device-scale-factor=${ratio}`;
  const args = [...CHROMIUM_FLAGS, screen, WINDOW];
  const browser = await chromium.launch({ executablePath: findHeadlessChromium(), args });
  const context = await browser.newContext({ viewport: null });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(host.url);
  await page.evaluate(() => customElements.whenDefined("reward-redemption"));
  const photos: Photo[] = [];
  for (let at = 0; at < wishes.length; at += WIDGETS) {
    const some = wishes.slice(at, at + WIDGETS);
    await lay(page, host, some, theme);
    for (const [index, wish] of some.entries()) {
      const { box, columns, lines } = await find(page, index);
      const clip = around(box);
      const { data } = await devtools.send("Page.captureScreenshot", {
        optimizeForSpeed: true,
        clip: { ...clip, scale: 1 },
      });
      const pixels = readPng(Buffer.from(data, "base64"));
      const isTurned = wish.type === "c128" && lines > columns;
      photos.push({
        ...wish,
        ...scene,
        pixels,
        symbol: crop(pixels, within(box, clip, ratio)),
        modules: (isTurned ? lines : columns) - 2 * QUIET[wish.type],
        modulePixels: (box.width * ratio) / columns,
        isTurned,
      });
    }
  }
  await browser.close();
  return photos;
}
