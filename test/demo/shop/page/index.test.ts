/** The page in a real browser: its layout from the narrowest screen on, and its accessibility. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BRANDS, BRANDS_PATH } from "../../../../demo/brands/brands.ts";
import type { Shopper } from "../../../journey/shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, startDemo } from "../../../journey/world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

/** The same rules as for the element's own tests. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PHONE = { width: 390, height: 844 };
/** The narrowest phone, and a window of 1280 px at 400 %. */
const NARROWEST = { width: 320, height: 640 };

let demo: Demo;
let shopper: Shopper;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());
beforeEach(async () => {
  shopper = await demo.visit("/demo/");
  await shopper.sees("open");
});
afterEach(async () => {
  expect(await shopper.violations()).toEqual([]);
  await shopper.close();
});

const choose = (control: string, label: string) =>
  shopper.page.getByLabel(control, { exact: true }).selectOption({ label });

/** The findings of axe: each rule with the elements that break it. */
async function foundIn(page: Page): Promise<string[][]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
    };
    const found = (await axe.run()).violations;
    return found.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => JSON.stringify(target))]);
  });
}

describe("on a phone", () => {
  it("the first screen has the shop and the beginning of the reward; the controls open by keyboard", async () => {
    const { page, widget } = shopper;
    await page.setViewportSize(PHONE);
    await page.reload();
    await shopper.sees("open");
    const top = (await widget.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    expect(top).toBeLessThan(PHONE.height * (2 / 3));
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByLabel("Theme").isVisible()).toBe(false);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await choose("Theme", "Dark");
  });

  it.each(["English", "Français"])("nothing scrolls sideways at the narrowest, in %s", async (language) => {
    const { page } = shopper;
    await choose("Language", language);
    for (const viewport of [PHONE, NARROWEST]) {
      await page.setViewportSize(viewport);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(viewport.width);
    }
  });
});

/** Sets a browser's text to twice the usual size. */
async function enlarge(): Promise<void> {
  const { context, page } = shopper;
  const session = await context.newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await page.reload();
  await shopper.sees("open");
}

describe("with text twice as large", () => {
  it("nothing of the shop is wider than the narrowest window", async () => {
    const { page } = shopper;
    await page.setViewportSize(NARROWEST);
    await enlarge();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("header, header *, main, main *, footer, footer *")]
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map((element) => `${element.tagName} ${element.className}`),
    );
    expect(wide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROWEST.width);
  });
});

describe("accessibility", () => {
  it.each([
    ["dark", "Dark", "English", { width: 1280, height: 800 }],
    ["light at the narrowest", "Light", "Français", NARROWEST],
  ])("axe finds nothing: %s", async (_name, theme, language, viewport) => {
    const { page } = shopper;
    await choose("Theme", theme);
    await choose("Language", language);
    await page.setViewportSize(viewport);
    expect(await foundIn(page)).toEqual([]);
  });
});

describe("the page of a brand", () => {
  it.each(BRANDS)("%s has no findings of axe, in the picker and in the details", async (id) => {
    const { page } = shopper;
    await page.setViewportSize(PHONE);
    await page.goto(`${demo.server.url}${BRANDS_PATH}${id}/`);
    await shopper.sees("open");
    expect(await foundIn(page)).toEqual([]);
    await shopper.part("reward").first().click();
    await shopper.sees("details");
    await shopper.part("terms").waitFor();
    expect(await foundIn(page)).toEqual([]);
  });
});
