/**
 * Contents that must be fully visible on small phones, in languages with long words and with texts up to twice as large; and the
 * screen for the till there. Source: WCAG 2.2, 1.4.4 and 1.4.10.
 */
import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LYING, NARROWEST, toConfirm } from "./plain-page.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const PHONE = { width: 390, height: 844 };
/** The browsers' default, CSS px. */
const USUAL_TEXT_PX = 16;
const TWICE_AS_LARGE = 200;

/** @param percent of the usual text size, in the browser's settings */
async function withText(percent: number, look: BrowserContextOptions): Promise<Shopper> {
  const shopper = await demo.shopper(look);
  const session = await shopper.context.newCDPSession(shopper.page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: (USUAL_TEXT_PX * percent) / 100 } });
  return shopper;
}

/** The height of a button with one line, with its padding; two lines are higher. CSS px. */
const ONE_LINE = 50;
const CHOICES = [
  { what: "the only reward", shape: { shape: "code-pin-c128" }, windows: [NARROWEST, LYING] },
  { what: "one of many", shape: { shape: "whole" }, windows: [LYING, NARROWEST] },
  { what: "an e-mail", shape: { shape: "mail" }, windows: [NARROWEST, LYING] },
];

describe("upright and on its side, in languages with long words", () => {
  it.each(CHOICES)(
    `what confirming means is in sight with the button that confirms: $what`,
    async ({ shape, windows }) => {
      const shopper = await toConfirm(demo, "en", windows[0], shape);
      const seen = () =>
        shopper.widget.evaluate((host) =>
          ["#final > :first-child", "#final > :last-child", '[part~="confirm"]'].map((selector) => {
            const element = host.shadowRoot?.querySelector(selector);
            const box = element?.getBoundingClientRect();
            if (!box) return `no ${selector}`;
            // The first and the last line: an element that covers one of them is found there.
            return [box.top + 4, box.bottom - 4].every((y) => {
              const found = host.shadowRoot?.elementFromPoint(box.left + 24, y);
              return y <= innerHeight && found && element?.contains(found);
            });
          }),
        );
      const buttons = new Set<string>();
      for (const language of ["en", "de", "fr", "fi"]) {
        await shopper.widget.evaluate((host, tag) => host.setAttribute("locale", tag), language);
        await shopper.widget.locator(`[lang^="${language}"]`).first().waitFor();
        buttons.add(await shopper.part("confirm").innerText());
        for (const window of windows) {
          await shopper.page.setViewportSize(window);
          const message = `${language}, ${window.width} × ${window.height}`;
          await expect.poll(seen, { ...SOON, message }).toEqual([true, true, true]);
        }
      }
      expect(buttons.size).toBe(4);
      await shopper.close();
    },
  );
});

const LOW = [
  { width: 667, height: 375 },
  { width: 568, height: 320 },
];

describe.each(["de", "ar"])("on a low phone on its side, language %s", (language) => {
  it("the confirm button is fully in the window, from the title to the words above it", async () => {
    const shopper = await toConfirm(demo, language, LOW[0], CHOICES[0]?.shape, 2);
    const seen = () =>
      shopper.widget.evaluate((host) => {
        const boxOf = (selector: string) => host.shadowRoot?.querySelector(selector)?.getBoundingClientRect();
        const [confirm, back, title] = ['[part~="confirm"]', '[part~="back"]', "h2"].map(boxOf);
        return [
          confirm && confirm.top > 0 && confirm.bottom <= innerHeight,
          back && back.top === confirm?.top,
          title && title.top >= 0 && title.bottom < (confirm?.top ?? 0),
        ];
      });
    for (const window of LOW) {
      await shopper.page.setViewportSize(window);
      const message = `${window.width} × ${window.height}`;
      await expect.poll(seen, { ...SOON, message }).toEqual([true, true, true]);
    }
    // Where the words are scrolled to, the button is below them. Scrolled anew each time: the last turn may still move the page.
    const isBelow = () =>
      shopper.widget.evaluate((host) => {
        const [words, button] = ["#final", '[part~="confirm"]'].map((each) =>
          host.shadowRoot?.querySelector(each),
        );
        words?.scrollIntoView({ block: "center", behavior: "instant" });
        return words && button && words.getBoundingClientRect().bottom <= button.getBoundingClientRect().top;
      });
    await expect.poll(isBelow, SOON).toBe(true);
    await shopper.close();
  });
});

describe.each(["de"])("at 320 × 568, language %s", (language) => {
  it("no button of a code breaks its word, before and after it was pressed", async () => {
    const shopper = await toConfirm(demo, language);
    await shopper.press("confirm");
    await shopper.part("reveal").waitFor();
    for (const part of ["reveal", "hide"]) {
      await shopper.part(part).waitFor();
      // Both at the same moment: a pass that was just unwrapped still moves.
      const [words, copy] = await shopper.widget.evaluate((host, name) => {
        const find = (wanted: string) =>
          host.shadowRoot
            ?.querySelector(`[data-usage="security"] [part~="${wanted}"]`)
            ?.getBoundingClientRect();
        return [find(name), find("copy")].map((box) => box && { y: box.y, height: box.height });
      }, part);
      if (!words || !copy) throw new Error(`${part} and copy are not both there`);
      expect([part, words.height <= ONE_LINE, words.y === copy.y]).toEqual([part, true, true]);
      await shopper.part(part).click();
    }
    await shopper.close();
  });
});

describe.each([
  { what: "a phone", window: NARROWEST },
  { what: "a phone on its side", window: { width: 667, height: 375 } },
  { what: "a laptop", window: { width: 1280, height: 720 } },
])("an amount to be chosen, on $what", ({ window }) => {
  it("has its limits and its field in sight above the button, without scrolling", async () => {
    const shopper = await demo.visit("/demo/", { viewport: window });
    await shopper.widget.locator('[data-sku="VELMORA-VAR"]').click();
    await shopper.part("book").waitFor();
    const seen = () =>
      shopper.widget.evaluate((host) => {
        const find = (selector: string) => host.shadowRoot?.querySelector(selector);
        const dock = find(".dock")?.getBoundingClientRect().top ?? 0;
        const bottom = (selector: string) => find(selector)?.getBoundingClientRect().bottom ?? 9e9;
        const words = (find("#range") as HTMLElement | null)?.innerText ?? "";
        return [
          words,
          bottom("#range") <= dock,
          bottom("#amount") <= dock,
          find(".look > .scroll")?.scrollTop,
        ];
      });
    await expect.poll(seen, SOON).toEqual(["$5 to $100, whole amounts only", true, true, 0]);
    await shopper.close();
  });
});

it("a field that a finger types into has 16 px in a small type, so that an iPhone does not zoom", async () => {
  const shopper = await demo.visit("/demo/brands/bank/", {
    viewport: NARROWEST,
    hasTouch: true,
    isMobile: true,
  });
  const sizes = await shopper.widget.evaluate((host) =>
    [...(host.shadowRoot?.querySelectorAll("input") ?? [])].map((field) =>
      parseFloat(getComputedStyle(field).fontSize),
    ),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  await shopper.close();
});

it("at 400 % an amount can be chosen without scrolling by hand, and no button lies over it", async () => {
  const window = { width: 320, height: 256 };
  const shopper = await demo.visit("/demo/", { viewport: window });
  await shopper.widget.locator('[data-sku="VELMORA-VAR"]').click();
  const chip = shopper.part("amount-choice").first();
  await chip.waitFor();
  await expect.poll(async () => ((await chip.boundingBox())?.y ?? 9e9) < window.height - 24, SOON).toBe(true);
  await chip.click({ timeout: 5_000 });
  await shopper.close();
});

it.each([100, 125, 150, 175, 200])(
  "with texts of %i percent the confirm button and the reward it confirms are in sight together",
  async (percent) => {
    const shopper = await withText(percent, { viewport: PHONE });
    await shopper.page.goto(`${demo.server.url}/demo/?shape=code-pin-c128`);
    await shopper.press("book");
    await shopper.part("confirm").waitFor();
    const covered = () =>
      shopper.widget.evaluate((host) =>
        [".pass .name", ".pass .worth", '[part~="confirm"]'].filter((selector) => {
          const element = host.shadowRoot?.querySelector(selector);
          const box = element?.getBoundingClientRect();
          if (!box) return true;
          // The first and the last line: an element that covers one of them is found there.
          return [box.top + 4, box.bottom - 4].some((y) => {
            const found = host.shadowRoot?.elementFromPoint(box.left + 24, y);
            return y > innerHeight || !found || !element?.contains(found);
          });
        }),
      );
    await expect.poll(covered, SOON).toEqual([]);
    await shopper.close();
  },
);

it.each([
  [150, NARROWEST],
  [200, PHONE],
  [200, NARROWEST],
])("with texts of %i percent nothing of the picker is wider than the window", async (percent, window) => {
  const shopper = await withText(percent, { viewport: window });
  await shopper.page.goto(`${demo.server.url}/demo/?shape=whole`);
  await shopper.part("reward").first().waitFor();
  const wider = await shopper.widget.evaluate((host) =>
    [...(host.shadowRoot?.querySelectorAll("input, button, h2, p") ?? [])]
      .filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map((each) => each.outerHTML),
  );
  expect(wider).toEqual([]);
  await shopper.close();
});

/** Bars of 2.5 CSS px with their quiet zones are wider than this window without its padding. */
const MODULE_PX_AT_667 = 2.5;

/** The pass with the code. */
async function toCode(shape: string, look: BrowserContextOptions, textPercent = 100): Promise<Shopper> {
  const shopper = await withText(textPercent, look);
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
    const shopper = await toCode("code-pin-c128", { viewport: NARROWEST });
    await shopper.press("till");
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
  for (const viewport of [NARROWEST, PHONE])
    it(`a QR code is larger on the screen for the till than on the pass, at ${viewport.width} × ${viewport.height}`, async () => {
      const shopper = await toCode("code-pin-qr", { viewport, deviceScaleFactor: 2 }, TWICE_AS_LARGE);
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
