/**
 * Takes the pictures of the README and the documents from the running demo, one for each display: `npm run pictures`,
 * or only the named ones, `npm run pictures -- desk`. The demo's own bar is not in them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import type { Page } from "playwright-core";
import type { Shopper } from "./shopper.ts";
import { startDemo } from "./world.ts";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
/** Picture pixels per page pixel, for screens on which letters have sharp edges. */
const DENSITY = 2;
/** Of WebP, at most 1, which is more bytes for no difference that is seen: letters and bars have clean edges from here on. */
const QUALITY = 0.9;

/** Two rows of the shop's gift cards, with their values. */
const DESKTOP = { width: 1280, height: 900 };

interface Picture {
  readonly name: string;
  /** From `/demo/` on; default: the shop. */
  readonly path?: string;
  /** The demo's settings, as in its address. */
  readonly settings: string;
  readonly viewport: typeof DESKTOP;
  /** The steps from the first screen to the display. */
  readonly steps?: (shopper: Shopper) => Promise<unknown>;
}

const ofSite = (site: string, query = ""): Picture => ({
  name: `brand-${site}`,
  path: `brands/${site}/`,
  settings: query,
  viewport: DESKTOP,
});

const atTheDesk = async ({ page }: Shopper): Promise<void> => {
  await page.getByText("Ole Harms").waitFor();
  await page.getByText("Ole Harms").click();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
};

const OPERATOR_KEY = "the-key-of-the-pictures-0123456789";
const OPERATOR = "../operator/";
const asOperator = async ({ page }: Shopper): Promise<void> => {
  await page.getByLabel("Your operator’s key").fill(OPERATOR_KEY);
  await page.keyboard.press("Enter");
  await page.getByRole("article").first().waitFor();
};

const PICTURES: readonly Picture[] = [
  ofSite("supermarket"),
  ofSite("bank", "language=ar"),
  ofSite("employer"),
  { name: "desk", path: "desk/", settings: "", viewport: DESKTOP, steps: atTheDesk },
  { name: "maker", path: "brand/", settings: "", viewport: DESKTOP },
  { name: "operator", path: OPERATOR, settings: "", viewport: DESKTOP, steps: asOperator },
];

// Orders that are kept have some from the start.
const folder = mkdtempSync(join(tmpdir(), "pictures-"));
const demo = await startDemo({ DATABASE_URL: `file:${join(folder, "ledger.db")}`, OPERATOR_KEY });
/** An empty page on which pictures are encoded. */
const easel = await demo.browser.newPage();

async function visit({ path = "", settings, viewport }: Picture): Promise<Shopper> {
  const shopper = await demo.shopper({
    viewport,
    deviceScaleFactor: DENSITY,
    colorScheme: "light",
  });
  await shopper.page.goto(`${demo.server.url}/demo/${path}?present&${settings}`);
  const page = path === "brand/" ? shopper.page.frameLocator("#frame") : shopper.page;
  if (path !== "desk/" && path !== OPERATOR)
    await page.locator("reward-redemption:not([data-state=loading])").waitFor();
  return shopper;
}

/** Waits until fonts and visible pictures are loaded, and nothing moves or keeps the focus of the last step. */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await document.fonts.ready;
    const { shadowRoot } = document.querySelector("reward-redemption") ?? {};
    const ending = (shadowRoot?.getAnimations() ?? []).filter(
      ({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
    );
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
    if (shadowRoot?.activeElement instanceof HTMLElement) shadowRoot.activeElement.blur();
    // Pictures out of sight are loaded only when they come into sight.
    const inSight = [...(shadowRoot?.querySelectorAll("img") ?? [])].filter((image) => {
      const { top, bottom, height } = image.getBoundingClientRect();
      return height > 0 && bottom > 0 && top < innerHeight && !image.complete;
    });
    await Promise.all(inSight.map((image) => image.decode().catch(() => undefined)));
  });
}

/**
 * In a fifth of a PNG's bytes, encoded by Chromium: a gradient of the cards has so many colours that without loss a shop takes a
 * megabyte.
 */
async function webpOf(png: Buffer): Promise<Buffer> {
  const url = await easel.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d", { alpha: false })?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    { source: `data:image/png;base64,${png.toString("base64")}`, quality: QUALITY },
  );
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

async function shoot(picture: Picture, shopper: Shopper): Promise<void> {
  const { page } = shopper;
  await settled(page);
  const webp = await webpOf(await page.screenshot({ animations: "disabled", caret: "hide" }));
  const name = `${picture.name}.webp`;
  writeFileSync(join(FOLDER, name), webp);
  process.stdout.write(`docs/images/${name}: ${webp.length} bytes\n`);
}

async function take(picture: Picture): Promise<void> {
  const shopper = await visit(picture);
  await picture.steps?.(shopper);
  await shoot(picture, shopper);
  await shopper.close();
}

const named = process.argv.slice(2);
const isWanted = (name: string): boolean => named.length === 0 || named.includes(name);

mkdirSync(FOLDER, { recursive: true });
try {
  for (const picture of PICTURES.filter(({ name }) => isWanted(name))) await take(picture);
} finally {
  await demo.close();
  rmSync(folder, { recursive: true });
}
