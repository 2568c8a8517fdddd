/** The pixels of the documents' pictures, as Chromium decodes them: sharp on every screen, and in the colours that the demo has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FILM, FOLDER, shownImages } from "../docs/images.ts";
import { JOURNEY_TIMEOUTS, openBrowser } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const shown = shownImages();
/** Letters have sharp edges on the screens of phones and of most laptops. */
const DENSITY_LEAST = 2;
/** A palette has 256 at most: it makes stripes of a gradient, and speckles of a picture. */
const COLOURS_LEAST = 1000;
/**
 * Filled by the gradients of gift cards. An encoder with loss smears a palette into thousands of colours, each of them in few pixels:
 * here it is not enough that there are many.
 */
const GRADIENTS = [FILM];
/** So much of a picture has to consist of many colours. */
const SHARE = 0.9;

interface Seen {
  readonly width: number;
  readonly colours: number;
  /** How many of them it takes, the most frequent ones first, for the share of the picture. */
  readonly main: number;
}

/** Runs in the browser. */
async function look({ source, share }: { readonly source: string; readonly share: number }): Promise<Seen> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d", { alpha: false });
  if (!context) throw new Error("there is no canvas");
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  let main = 0;
  let left = pixels.length * share;
  for (const count of [...counts.values()].sort((one, other) => other - one)) {
    if (left <= 0) break;
    left -= count;
    main++;
  }
  return { width, colours: counts.size, main };
}

let browser: Browser;
const seen = new Map<string, Seen>();

beforeAll(async () => {
  browser = await openBrowser();
  const page = await browser.newPage();
  for (const name of new Set(shown.map((image) => image.name))) {
    const source = `data:image/webp;base64,${readFileSync(join(FOLDER, name), "base64")}`;
    seen.set(name, await page.evaluate(look, { source, share: SHARE }));
  }
});
afterAll(() => browser?.close());

describe("the pictures of the documents", () => {
  it("have twice as many pixels as the page gives them", () => {
    const density = ({ name, width }: (typeof shown)[number]) => (seen.get(name)?.width ?? 0) / width;
    // Each pixel of the film costs in every frame, and nobody reads what moves.
    const blurred = shown.filter((image) => density(image) < (image.name === FILM ? 1 : DENSITY_LEAST));
    expect(blurred).toEqual([]);
  });

  it("have more colours than a palette", () => {
    expect([...seen].filter(([, { colours }]) => colours < COLOURS_LEAST)).toEqual([]);
  });

  it.each(GRADIENTS)("consist of more colours than a palette where gift cards fill them: %s", (name) => {
    expect(seen.get(name)?.main).toBeGreaterThan(COLOURS_LEAST);
  });
});
