/** What must be seen whole on the narrowest phone that is supported, in languages with long words. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { en } from "../../widget/texts/en.ts";
import { LANGUAGES } from "../../widget/texts/languages.ts";
import { scan } from "../support/scanner.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const NARROWEST = { width: 320, height: 568 };
/** A phone on its side. */
const LYING = { width: 844, height: 390 };
/** One line of a button, with its padding; two are higher. CSS px. */
const ONE_LINE = 50;

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

/** Until the choice can be confirmed, on a page that has the element alone. */
async function toConfirm(
  language: string,
  viewport = NARROWEST,
  shape: object = { shape: "code-pin-c128" },
  deviceScaleFactor = 1,
): Promise<Shopper> {
  const shopper = await demo.shopper({ viewport, deviceScaleFactor });
  await shopper.page.route("**/plain.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin: 16px">
        <script type="module" src="/widget.js"></script><reward-redemption locale="${language}"></reward-redemption>`,
    }),
  );
  await shopper.page.goto(`${demo.server.url}/demo/plain.html`);
  const cart = crypto.randomUUID().replaceAll("-", "");
  await shopper.widget.evaluate(
    (host, order) =>
      Object.assign(host, {
        getSession: async () => {
          const headers = { "Content-Type": "application/json" };
          const body = JSON.stringify(order);
          const answer = await fetch("/demo/session", { method: "POST", headers, body });
          return ((await answer.json()) as { session_token: string }).session_token;
        },
      }),
    { ...shape, cart },
  );
  const reward = shopper.part("reward").first();
  await reward.or(shopper.part("book")).first().waitFor();
  if ((await reward.count()) > 0) await reward.click();
  await shopper.press("book");
  await shopper.part("confirm").waitFor();
  return shopper;
}

const CHOICES = [
  { what: "the only reward", shape: { shape: "code-pin-c128" }, windows: [NARROWEST, LYING] },
  { what: "one of many", shape: { shape: "whole" }, windows: [LYING, NARROWEST] },
  { what: "an e-mail", shape: { shape: "mail" }, windows: [NARROWEST, LYING] },
];

describe("upright and on its side, in languages with long words", () => {
  it.each(CHOICES)(
    `what confirming means is in sight with the button that confirms: $what`,
    async ({ shape, windows }) => {
      const shopper = await toConfirm("en", windows[0], shape);
      const seen = () =>
        shopper.widget.evaluate((host) =>
          ["#final > :first-child", "#final > :last-child", '[part~="confirm"]'].map((selector) => {
            const element = host.shadowRoot?.querySelector(selector);
            const box = element?.getBoundingClientRect();
            if (!box) return `no ${selector}`;
            // Its first and its last line: whatever lies over one of them is found there.
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
  it("the button that confirms is whole in the window, from the title to the words above it", async () => {
    const shopper = await toConfirm(language, LOW[0], CHOICES[0]?.shape, 2);
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
    // Where the words are scrolled to, the button stands below them.
    await shopper.widget.evaluate((host) =>
      host.shadowRoot?.querySelector("#final")?.scrollIntoView({ block: "center", behavior: "instant" }),
    );
    const [words, button] = await shopper.widget.evaluate((host) =>
      ["#final", '[part~="confirm"]'].map((each, at) => {
        const box = host.shadowRoot?.querySelector(each)?.getBoundingClientRect();
        return at === 0 ? box?.bottom : box?.top;
      }),
    );
    if (words === undefined || button === undefined) throw new Error("words and button are not both there");
    expect(words).toBeLessThanOrEqual(button);
    await shopper.close();
  });
});

describe.each(["en", "de", "fr"])("at 320 × 568, language %s", (language) => {
  it("no button of a code breaks its word, before and after it was pressed", async () => {
    const shopper = await toConfirm(language);
    await shopper.press("confirm");
    await shopper.part("reveal").waitFor();
    for (const part of ["reveal", "hide"]) {
      await shopper.part(part).waitFor();
      // Both at one moment: a pass that was just unwrapped still moves.
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
/** Of a window's width: what the code has beside the number. */
const CODE_SHARE = 0.58;
/** What the widest monospaced letters of a phone are wider than ours; and letters that no phone has, for two lines. */
const WIDEST = "0.016em";
const MUCH_WIDER = "0.2em";

describe.each(["en", "ar"])("the screen for the till of a phone on its side, language %s", (language) => {
  it.each(["code-pin-c128", "code-pin-qr"])(
    "has the number in one line, or in lines of one length, beside a code that is read: %s",
    async (shape) => {
      const shopper = await toConfirm(language, LYING, { shape }, 2);
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
            // What stands beside the code is laid out from the foot upwards.
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

/** Bars of 2.5 CSS px and their quiet zones are wider than the place that padding would leave of such a window. */
const MODULE_PX_AT_667 = 2.5;

describe("the screen for the till of a phone on its side", () => {
  it("has bars as thick as the window has room for, sizes in one row free of the words above, and no word of the name alone", async () => {
    const shopper = await toConfirm("en", { width: 667, height: 375 }, { shape: "code-pin-c128" }, 2);
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
    const shopper = await toConfirm("en", LYING, { shape: "code-pin-qr" }, 2);
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
  it("the screen for the till keeps the hint, and the name and bars that a scanner reads, and gives up the mark of a test for them", async () => {
    const shopper = await demo.shopper({ viewport: NARROWEST });
    await shopper.page.goto(`${demo.server.url}/demo/?shape=code-pin-c128`);
    for (const part of ["book", "confirm", "till"]) await shopper.press(part);
    const dialog = shopper.widget.locator("dialog.till");
    const drawn = dialog.locator("svg");
    await drawn.waitFor();
    const modulePixels = () =>
      drawn.evaluate((svg: SVGSVGElement) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width);
    await expect.poll(modulePixels, SOON).toBe(2);
    expect(await dialog.getByText("Turn your screen’s brightness up.").isVisible()).toBe(true);
    expect(await dialog.locator(".name").isVisible()).toBe(true);
    expect(await dialog.locator(".test").isVisible()).toBe(false);
    expect(await dialog.evaluate((element) => element.firstElementChild?.scrollHeight)).toBe(
      NARROWEST.height,
    );
    await shopper.close();
  });
});

describe("a reward that is sold out, at 320 × 568", () => {
  it("says what to do above its button, without being scrolled", async () => {
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
  it("has its limits and its field in sight above the button, without being scrolled", async () => {
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

describe("with a text twice as large, at 320 × 568", () => {
  it("the foot of the screen for the till covers nothing, and looks like an edge where the rest goes on", async () => {
    const shopper = await demo.shopper({ viewport: NARROWEST, deviceScaleFactor: 2 });
    const session = await shopper.context.newCDPSession(shopper.page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await shopper.page.goto(`${demo.server.url}/demo/?shape=code-pin-c128`);
    for (const part of ["book", "confirm", "till"]) await shopper.press(part);
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
    const shopper = await demo.shopper({ viewport: NARROWEST, deviceScaleFactor: 2 });
    const session = await shopper.context.newCDPSession(shopper.page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await shopper.page.goto(`${demo.server.url}/demo/?shape=code-pin-c128`);
    for (const part of ["book", "confirm", "till"]) await shopper.press(part);
    await shopper.part("close").waitFor();
    const boxes = await shopper.widget.evaluate((host) => {
      const screen = host.shadowRoot?.querySelector("dialog[open]");
      const drawn = screen?.querySelector("svg")?.getBoundingClientRect();
      const texts = [...(screen?.querySelectorAll("p, code, button") ?? [])];
      return {
        top: drawn?.top,
        bottom: drawn?.bottom,
        right: Math.max(...texts.map((each) => each.getBoundingClientRect().right)),
        // Lines of groups, each in the middle of the window.
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
