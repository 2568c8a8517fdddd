/** Contents that must be fully visible on the narrowest supported phone, in languages with long words. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LYING, NARROWEST, toConfirm } from "./plain-page.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

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
