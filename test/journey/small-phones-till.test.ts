/** The screen for the till on small phones: upright, on their side, and with large text. */
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LANGUAGES } from "../../widget/texts/languages.ts";
import { LYING, NARROWEST, toConfirm } from "./plain-page.ts";
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

  it("has the words of each size in one line, free of its border, in every language, upright as well", async () => {
    const shopper = await toConfirm(demo, "en", LYING, { shape: "code-pin-qr" }, 2);
    for (const part of ["confirm", "till"]) await shopper.press(part);
    const dialog = shopper.widget.locator("dialog.till");
    await dialog.locator("svg").waitFor();
    const chips = () =>
      dialog.evaluate((element) =>
        [...element.querySelectorAll<HTMLElement>(".chip")].flatMap((chip) => {
          const words = document.createRange();
          words.selectNodeContents(chip);
          const [text, box] = [words.getBoundingClientRect(), chip.getBoundingClientRect()];
          if (box.width === 0) return [];
          const isInLine = text.height < 1.8 * Number.parseFloat(getComputedStyle(chip).fontSize);
          return isInLine && text.left - box.left >= 4 ? [] : [chip.innerText];
        }),
      );
    for (const window of [LYING, { width: 390, height: 844 }]) {
      await shopper.page.setViewportSize(window);
      for (const language of Object.keys(LANGUAGES)) {
        await shopper.widget.evaluate((host, tag) => host.setAttribute("locale", tag), language);
        await shopper.widget.locator(`.frame[lang="${language}"]`).waitFor({ state: "attached" });
        await expect.poll(chips, { ...SOON, message: `${language} at ${window.width} px` }).toEqual([]);
      }
    }
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

describe("with a text twice as large, at 320 × 568", () => {
  it("the foot of the screen for the till covers nothing, and looks like an edge where the rest goes on", async () => {
    const shopper = await atTill({ deviceScaleFactor: 2 }, TWICE_AS_LARGE_PX);
    const dialog = shopper.widget.locator("dialog.till");
    await dialog.locator("svg").waitFor();
    const seen = () =>
      dialog.evaluate((element) => {
        const foot = element.querySelector(".shut");
        const top = foot?.getBoundingClientRect().top ?? 0;
        return {
          covered: [...element.querySelectorAll(".pin > *")].some(
            (each) => each.getBoundingClientRect().bottom > top,
          ),
          edge: foot ? getComputedStyle(foot).borderTopWidth : "",
        };
      });
    await expect.poll(seen, SOON).toEqual({ covered: false, edge: "0px" });
    await shopper.page.setViewportSize({ ...NARROWEST, height: 400 });
    await expect.poll(seen, SOON).toEqual({ covered: true, edge: "1px" });
    await shopper.close();
  });

  it("the screen for the till begins with its code, and nothing of it is wider than the window", async () => {
    const shopper = await atTill({ deviceScaleFactor: 2 }, TWICE_AS_LARGE_PX);
    await shopper.part("close").waitFor();
    const boxes = await shopper.widget.evaluate((host) => {
      const screen = host.shadowRoot?.querySelector("dialog[open]");
      const drawn = screen?.querySelector("svg")?.getBoundingClientRect();
      const texts = [...(screen?.querySelectorAll("p, code, button") ?? [])];
      return {
        top: drawn?.top,
        bottom: drawn?.bottom,
        right: Math.max(...texts.map((each) => each.getBoundingClientRect().right)),
        // Lines of groups, each centred in the window.
        middles: [
          ...new Set(
            [...(screen?.querySelectorAll(".number span") ?? [])].map((group, _, groups) => {
              const { top, left } = group.getBoundingClientRect();
              const line = groups.filter((each) => each.getBoundingClientRect().top === top);
              const right = Math.max(...line.map((each) => each.getBoundingClientRect().right));
              return Math.min(left, ...line.map((each) => each.getBoundingClientRect().left)) + right;
            }),
          ),
        ],
      };
    });
    expect(boxes.top).toBeGreaterThanOrEqual(0);
    expect(boxes.bottom).toBeLessThanOrEqual(NARROWEST.height);
    expect(boxes.right).toBeLessThanOrEqual(NARROWEST.width);
    expect(boxes.middles).toEqual([NARROWEST.width]);
    await shopper.close();
  });
});
