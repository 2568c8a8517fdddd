/** Contents that must be fully visible on the narrowest supported phone, in languages with long words. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { en } from "../../widget/texts/en.ts";
import { LANGUAGES } from "../../widget/texts/languages.ts";
import { scan } from "../support/scanner.ts";
import { LYING, NARROWEST, toConfirm } from "./plain-page.ts";
import type { Shopper } from "./shopper.ts";
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

describe.each(["en", "de", "ar"])("on a low phone on its side, language %s", (language) => {
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

/** Sizes are measured in the frame after a change, and drawn in the next. */
const painted = ({ page }: Shopper): Promise<void> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 4; frames++) await new Promise((done) => requestAnimationFrame(done));
  });

describe("the QR code of a pass", () => {
  it("keeps its size while the browser's bars come and go, and is measured anew on a phone that is turned", async () => {
    const shopper = await toConfirm(demo, "en", { width: 390, height: 664 }, { shape: "code-qr" }, 2);
    await shopper.press("confirm");
    const drawn = shopper.widget.locator(".pass svg[role=img]");
    await drawn.waitFor();
    const side = async () => Math.round((await drawn.boundingBox())?.width ?? 0);
    const first = await side();
    for (const height of [844, 600]) {
      await shopper.page.setViewportSize({ width: 390, height });
      // A change of the pass draws the code again.
      await shopper.press("copy");
      await painted(shopper);
      expect(await side(), `in a window ${height} px high`).toBe(first);
    }
    await shopper.page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(side, SOON).toBeLessThan(first);
    await shopper.close();
  });

  it.each([LYING, ...LOW])(
    "is whole above its main button on a phone on its side: $width × $height",
    async (window) => {
      const shopper = await toConfirm(demo, "en", window, { shape: "code-qr" }, 2);
      await shopper.press("confirm");
      const seen = () =>
        shopper.widget.evaluate((host) => {
          const boxes = [".pass svg[role=img]", ".pass .main"].map((each) =>
            host.shadowRoot?.querySelector(each)?.getBoundingClientRect(),
          );
          return boxes.map((box) => box !== undefined && box.top >= 0 && box.bottom <= innerHeight);
        });
      await expect.poll(seen, SOON).toEqual([true, true]);
      await shopper.close();
    },
  );
});

describe.each(["en", "de", "fr"])("at 320 × 568, language %s", (language) => {
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

const ON_THEIR_SIDE = [LYING, { width: 667, height: 375 }, { width: 568, height: 320 }];
/** The share of a window's width that the code has beside the number. */
const CODE_SHARE = 0.58;
/**
 * How much wider a phone's widest monospaced letters are than ours; and a width that no phone has, to force two lines.
 */
const WIDEST = "0.016em";
const MUCH_WIDER = "0.2em";

describe.each(["en", "ar"])("the screen for the till of a phone on its side, language %s", (language) => {
  it.each(["code-pin-c128", "code-pin-qr"])(
    "has the number in one line, or in lines of one length, beside a readable code: %s",
    async (shape) => {
      const shopper = await toConfirm(demo, language, LYING, { shape }, 2);
      for (const part of ["confirm", "till"]) await shopper.press(part);
      const dialog = shopper.widget.locator("dialog.till");
      await dialog.locator("svg").waitFor();
      const seen = () =>
        dialog.evaluate((element) => {
          const boxOf = (selector: string) => element.querySelector(selector)?.getBoundingClientRect();
          const groups = [...element.querySelectorAll(".number > .value > span")];
          const lines = groups.map((group) => Math.round(group.getBoundingClientRect().top));
          return {
            groups: [...new Set(lines)].map((line) => lines.filter((each) => each === line).length),
            share: (boxOf(".screen")?.width ?? 0) / innerWidth,
            // The contents beside the code are laid out from the bottom upwards.
            isBelowName: (boxOf(".name")?.bottom ?? 0) <= (boxOf(".number")?.top ?? 0) + 1,
            isWhole: (boxOf(".shut > .main")?.bottom ?? Infinity) <= innerHeight,
          };
        });
      const setLetters = (spacing: string) =>
        dialog
          .locator(".number > .value")
          .evaluate(
            (element: HTMLElement, value) => element.style.setProperty("letter-spacing", value),
            spacing,
          );
      await setLetters(WIDEST);
      const texts = new Set<string>();
      for (const isPinShown of [false, true]) {
        if (isPinShown) await dialog.locator('[part~="reveal"]').click();
        for (const window of ON_THEIR_SIDE) {
          await shopper.page.setViewportSize(window);
          const said = { groups: [4], isBelowName: true, isWhole: true };
          await expect.poll(seen, { ...SOON, message: `${window.width} px` }).toMatchObject(said);
          expect((await seen()).share, `${window.width} px`).toBeGreaterThan(CODE_SHARE);
          const found = await scan(await shopper.page.screenshot());
          texts.add(found.map(({ text }) => text).join(" and ") || "nothing");
        }
      }
      expect([...texts]).toEqual([expect.stringMatching(/^\d+$/)]);
      await setLetters(MUCH_WIDER);
      await expect.poll(async () => (await seen()).groups, SOON).toEqual([2, 2]);
      await shopper.close();
    },
  );
});

describe("a reward that is sold out, at 320 × 568", () => {
  it("says what to do above its button, without scrolling", async () => {
    const shopper = await demo.visit("/demo/?shape=sold-out", { viewport: NARROWEST });
    await shopper.part("support").waitFor();
    const below = () =>
      shopper.widget.evaluate((host) => {
        const dock = host.shadowRoot?.querySelector(".dock")?.getBoundingClientRect().top ?? 0;
        const words = host.shadowRoot?.querySelector(".stock.out + p")?.getBoundingClientRect().bottom ?? 9e9;
        return words - dock;
      });
    await expect.poll(below, SOON).toBeLessThanOrEqual(0);
    expect(await shopper.page.evaluate(() => scrollY)).toBe(0);
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

describe("the mark of a test, at 320 px", () => {
  it("stands free between the frame's edge and the title", async () => {
    const shopper = await demo.visit("/demo/", { viewport: NARROWEST });
    await shopper.part("badge").waitFor();
    const [above, below] = await shopper.widget.evaluate((host) => {
      const [frame, badge, title] = [".frame", "[part~=badge]", "h2"].map((each) =>
        host.shadowRoot?.querySelector(each)?.getBoundingClientRect(),
      );
      return frame && badge && title ? [badge.top - frame.top, title.top - badge.bottom] : [];
    });
    expect(above).toBeGreaterThanOrEqual(12);
    expect(below).toBeGreaterThanOrEqual(8);
    await shopper.close();
  });

  it("is one line in every language", async () => {
    const shopper = await demo.visit("/demo/", { viewport: NARROWEST });
    await shopper.part("badge").waitFor();
    const languages = await Promise.all(Object.values(LANGUAGES).map((load) => load()));
    const notes = [en.test_note, ...languages.map(({ language }) => language.first.test_note)];
    const tooLong = await shopper.part("badge").evaluate((badge, texts) => {
      const heightOf = (text: string): number => {
        badge.textContent = text;
        return badge.getBoundingClientRect().height;
      };
      const line = heightOf("Test");
      return texts.filter((text) => heightOf(text) > 1.5 * line);
    }, notes);
    expect(tooLong).toEqual([]);
    await shopper.close();
  });
});
