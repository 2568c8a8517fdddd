/** The page in a real browser: its layout from the narrowest screen on, and its accessibility. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { foundIn } from "../../../journey/axe.ts";
import { chooseIn, type Shopper } from "../../../journey/shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, startDemo } from "../../../journey/world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

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

const choose = (control: string, label: string) => chooseIn(shopper.page, control, label);

describe("on a phone", () => {
  it("the first screen has the shop and the beginning of the reward; the controls open by keyboard", async () => {
    const { page, widget } = shopper;
    await page.setViewportSize(PHONE);
    await page.reload();
    await shopper.sees("open");
    const top = (await widget.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    expect(top).toBeLessThan(PHONE.height * (2 / 3));
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("button", { name: "Showing" }).isVisible()).toBe(false);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await choose("Theme", "Dark");
  });

  it.each(["English", "Français"])("nothing scrolls sideways at the narrowest, in %s", async (language) => {
    const { page } = shopper;
    await choose("Language", language);
    await page.keyboard.press("Escape");
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
