/** Takes the pictures of the README and the documents from the running demo: `npm run pictures`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import type { Browser, Page } from "playwright-core";
import { startServer } from "../support/process.ts";
import { smallPng } from "../support/small-png.ts";
import { openShopper, type Shopper } from "./shopper.ts";
import { openBrowser } from "./world.ts";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
/** A reader on a slow line waits for them all. */
const SIZE_MOST = 200_000;

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

type Viewport = typeof DESKTOP;

async function visit(browser: Browser, url: string, viewport: Viewport): Promise<Shopper> {
  const shopper = await openShopper(browser, { viewport, deviceScaleFactor: 1, colorScheme: "light" });
  await shopper.page.goto(url);
  await shopper.widget.waitFor();
  return shopper;
}

/** Fonts are there, pictures in sight are loaded, and nothing moves. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await document.fonts.ready;
    const images = [
      ...(document.querySelector("reward-redemption")?.shadowRoot?.querySelectorAll("img") ?? []),
    ];
    const inSight = images.filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(inSight.map((image) => image.decode()));
  });
}

async function shoot({ page }: Shopper, name: string): Promise<void> {
  await settled(page);
  const png = await smallPng(browser, await page.screenshot({ animations: "disabled", caret: "hide" }));
  if (png.length > SIZE_MOST) throw new Error(`${name} has ${png.length} bytes, more than ${SIZE_MOST}`);
  writeFileSync(join(FOLDER, name), png);
  process.stdout.write(`docs/images/${name}: ${png.length} bytes\n`);
}

/** Brings the widget to the top of the window, and the focus ring of the last step out of the picture. */
async function widgetOnTop({ page, widget }: Shopper): Promise<void> {
  await widget.evaluate((host) => {
    const { activeElement } = host.shadowRoot ?? document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    const column = host.closest("section") ?? host;
    scrollTo({ top: scrollY + column.getBoundingClientRect().top - 16, behavior: "instant" });
  });
  await page.mouse.move(0, 0);
}

mkdirSync(FOLDER, { recursive: true });
const server = await startServer({ PORT: "0", DATABASE_URL: "memory:" });
const browser = await openBrowser();
try {
  const shop = await visit(browser, `${server.url}/demo/`, DESKTOP);
  await shop.part("reward").first().waitFor();
  await widgetOnTop(shop);
  await shoot(shop, "shop.png");

  const codes = await visit(browser, `${server.url}/demo/?shape=code-pin-c128`, DESKTOP);
  await codes.press("book");
  await codes.press("confirm");
  await codes.part("barcode").waitFor();
  await widgetOnTop(codes);
  await shoot(codes, "codes.png");

  const phone = await visit(browser, `${server.url}/demo/?shape=code-c128`, PHONE);
  await phone.press("book");
  await phone.sees("booked");
  await widgetOnTop(phone);
  await shoot(phone, "phone.png");
} finally {
  await browser.close();
  await server.kill("SIGTERM");
}
