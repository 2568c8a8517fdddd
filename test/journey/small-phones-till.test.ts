/** The screen for the till on small phones: upright, on their side, and with large text. */
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { NARROWEST, toConfirm } from "./plain-page.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

/** Bars of 2.5 CSS px with their quiet zones are wider than this window without its padding. */
const MODULE_PX_AT_667 = 2.5;

/** A browser's usual text size is 16 px. */
const TWICE_AS_LARGE_PX = 32;

/**
 * The screen for the till, opened on the narrowest phone.
 * @param textSizePx the text size of the browser's settings, if it is not the usual one
 */
async function atTill(look: BrowserContextOptions = {}, textSizePx?: number): Promise<Shopper> {
  const shopper = await toCode("code-pin-c128", look, textSizePx);
  await shopper.press("till");
  return shopper;
}

/** The pass with the code, on the narrowest phone. */
async function toCode(shape: string, look: BrowserContextOptions, textSizePx?: number): Promise<Shopper> {
  const shopper = await demo.shopper({ viewport: NARROWEST, ...look });
  if (textSizePx !== undefined) {
    const session = await shopper.context.newCDPSession(shopper.page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: textSizePx } });
  }
  await shopper.page.goto(`${demo.server.url}/demo/?shape=${shape}`);
  for (const part of ["book", "confirm"]) await shopper.press(part);
  return shopper;
}

describe("the screen for the till of a phone on its side", () => {
  it("has bars as thick as the window allows, sizes in one row free of the words above, and no single word of the name on a line", async () => {
    const shopper = await toConfirm(demo, "en", { width: 667, height: 375 }, { shape: "code-pin-c128" }, 2);
    for (const part of ["confirm", "till"]) await shopper.press(part);
    const dialog = shopper.widget.locator("dialog.till");
    await dialog.locator("svg").waitFor();
    const seen = () =>
      dialog.evaluate((element) => {
        const boxOf = (each: Element | null | undefined) => each?.getBoundingClientRect() ?? new DOMRect();
        const svg = element.querySelector("svg");
        const words = document.createRange();
        words.selectNodeContents(element.querySelector(".name") ?? element);
        const lines = [...words.getClientRects()].filter(({ width }) => width > 1);
        const chips = [...element.querySelectorAll<HTMLElement>(".chip")];
        const hints = [...element.querySelectorAll(".small")].filter((each) => boxOf(each).height > 0);
        return {
          modulePx: boxOf(svg).width / (svg?.viewBox.baseVal.width ?? 1),
          // The last line has more than one short word of the name.
          lastLine: lines.length === 1 || (lines.at(-1)?.width ?? 0) > 0.5 * (lines[0]?.width ?? 0),
          rows: new Set(chips.map((chip) => boxOf(chip).top)).size,
          isHinted: hints.length > 0,
          air: Math.min(...hints.map((hint) => boxOf(chips[0]).top - boxOf(hint).bottom)) >= 3,
        };
      });
    await expect
      .poll(seen, SOON)
      .toEqual({ modulePx: MODULE_PX_AT_667, lastLine: true, rows: 1, isHinted: true, air: true });
    await shopper.close();
  });
});

describe("at 320 × 568, on a screen of one pixel a CSS pixel", () => {
  it("the screen for the till keeps the hint, the name and readable bars, and hides the test mark for them", async () => {
    const shopper = await atTill();
    const dialog = shopper.widget.locator("dialog.till");
    const drawn = dialog.locator("svg");
    await drawn.waitFor();
    const seen = async () => ({
      modulePixels: await drawn.evaluate(
        (svg: SVGSVGElement) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
      ),
      isHinted: await dialog.getByText("Turn your screen’s brightness up.").isVisible(),
      isNamed: await dialog.locator(".name").isVisible(),
      isMarked: await dialog.locator(".test").isVisible(),
      height: await dialog.evaluate((element) => element.firstElementChild?.scrollHeight),
    });
    await expect
      .poll(seen, SOON)
      .toEqual({ modulePixels: 2, isHinted: true, isNamed: true, isMarked: false, height: NARROWEST.height });
    await shopper.close();
  });
});

describe("with a text twice as large", () => {
  for (const viewport of [NARROWEST, { width: 390, height: 844 }])
    it(`a QR code is larger on the screen for the till than on the pass, at ${viewport.width} × ${viewport.height}`, async () => {
      const shopper = await toCode("code-pin-qr", { viewport, deviceScaleFactor: 2 }, TWICE_AS_LARGE_PX);
      const widthIn = async (place: string): Promise<number> => {
        const drawn = shopper.widget.locator(`${place} svg`);
        await drawn.waitFor();
        return drawn.evaluate((svg) => svg.getBoundingClientRect().width);
      };
      const onPass = await widthIn(".paper");
      await shopper.press("till");
      await expect.poll(() => widthIn("dialog.till"), SOON).toBeGreaterThan(onPass);
      await shopper.close();
    });
});
