/** Picking in the demo's shop: the first view, the number of taps to a code, and how details open and close. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TAGS } from "../../widget/texts/languages.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const PHONE = { width: 390, height: 844 };
/** A phone on its side. */
const ON_ITS_SIDE = { width: 844, height: 390 };
const SMALLEST = { width: 320, height: 568 };
const DESKTOP = { width: 1280, height: 720 };

const visit = (viewport: { width: number; height: number }, query = ""): Promise<Shopper> =>
  demo.visit(`/demo/${query}`, { viewport });

/** The share of a sheet's height that may be above the words. */
const MOST_ABOVE_WORDS = 0.25;
/** CSS px. Source: WCAG 2.2, 2.5.5. */
const TARGET = 44;
/** Source: ISO 7810. */
const CARD_RATIO = 1.586;

/** The number of tiles that the window does not cut. */
const wholeTiles = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const tiles = document
      .querySelector("reward-redemption")
      ?.shadowRoot?.querySelectorAll(".cards > li > *");
    return [...(tiles ?? [])].filter((tile) => {
      const { top, bottom, left, right } = tile.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    }).length;
  });

describe("the first view of the shop", () => {
  const views: readonly (typeof PHONE & { least: number; language?: string; budget?: string })[] = [
    { ...SMALLEST, least: 2 },
    { width: 375, height: 667, least: 2 },
    { width: 375, height: 667, least: 2, language: "fr", budget: "Jusqu’à 100\u00a0€" },
    { width: 375, height: 667, least: 2, language: "es", budget: "Hasta 100\u00a0US$" },
    { width: 375, height: 667, least: 2, language: "de", budget: "Bis 100\u00a0$" },
    { width: 375, height: 667, least: 2, language: "ar", budget: "100\u00a0US$" },
    ...["fr", "es", "de", "ar"].map((language) => ({ ...PHONE, least: 2, language, budget: "100" })),
    { ...PHONE, least: 2 },
    { ...DESKTOP, least: 3 },
    { width: 1440, height: 900, least: 4 },
  ];
  it.each(views)(
    "has $least complete tiles or more at $width × $height, language $language",
    async (view) => {
      const { least, language = "en", budget = "Up to $100", ...viewport } = view;
      const shopper = await visit(viewport, `?language=${language}`);
      await shopper.sees("open");
      await shopper.part("reward").first().waitFor();
      expect(await wholeTiles(shopper.page)).toBeGreaterThanOrEqual(least);
      await shopper.reads(budget);
      await shopper.close();
    },
  );

  it.each(TAGS)(
    "has two complete tiles on a small touch phone, opened in the language %s",
    async (language) => {
      const shopper = await demo.visit(`/demo/?language=${language}`, {
        viewport: { width: 375, height: 667 },
        hasTouch: true,
        isMobile: true,
      });
      await shopper.sees("open");
      await shopper.part("reward").first().waitFor();
      await shopper.page.evaluate(() => document.fonts.ready);
      expect(await wholeTiles(shopper.page)).toBeGreaterThanOrEqual(2);
      await shopper.close();
    },
  );
});

describe("values of a brand, on a touch screen", () => {
  it.each([{ width: 375, height: 667 }, PHONE])(
    "are targets large enough, and leave two complete tiles in the first view, at $width × $height",
    async (viewport) => {
      const shopper = await demo.visit("/demo/", { viewport, hasTouch: true, isMobile: true });
      await shopper.sees("open");
      const chip = shopper.widget.locator(".chip").first();
      await chip.waitFor();
      expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(TARGET);
      expect(await wholeTiles(shopper.page)).toBeGreaterThanOrEqual(2);
      await shopper.close();
    },
  );
});

describe("from page to code", () => {
  it.each([
    { from: "a catalog", query: "", taps: ["reward", "book", "confirm"] },
    { from: "one reward", query: "?shape=code-c128", taps: ["book", "confirm"] },
  ])("takes $taps.length taps from $from", async ({ query, taps }) => {
    const shopper = await visit(PHONE, query);
    for (const part of taps) await shopper.part(part).first().click();
    await shopper.sees("redeemed");
    await shopper.part("code").first().waitFor();
    await shopper.close();
  });
});

describe("details", () => {
  const buttonBottom = async (shopper: Shopper): Promise<number> => {
    const box = await shopper.part("book").boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };

  for (const viewport of [SMALLEST, PHONE])
    it(`come over the picker at ${viewport.width} px with the main button in reach, and go in three ways`, async () => {
      const shopper = await visit(viewport);
      await shopper.sees("open");
      const { page } = shopper;
      for (const leave of [
        () => page.keyboard.press("Escape"),
        () => shopper.press("back"),
        () => page.mouse.click(viewport.width / 2, 4),
      ]) {
        await shopper.pick("VELMORA-25");
        await shopper.sees("details");
        expect(await shopper.widget.locator("dialog:modal").count()).toBe(1);
        expect(await buttonBottom(shopper)).toBeLessThanOrEqual(viewport.height);
        // A raw mouse press does not wait for the button.
        await shopper.canPress("book");
        await leave();
        await shopper.sees("open");
        expect(
          await page.evaluate(
            () =>
              (document.querySelector("reward-redemption")?.shadowRoot?.activeElement as HTMLElement | null)
                ?.dataset.sku,
          ),
        ).toBe("VELMORA-25");
      }
      await shopper.close();
    });

  it("stand in the middle of a tablet, and are no higher than nine tenths of it", async () => {
    const tablet = { width: 768, height: 1024 };
    const shopper = await visit(tablet);
    await shopper.pick("VELMORA-25");
    await shopper.canPress("book");
    const box = await shopper.widget.locator("dialog:modal").boundingBox();
    if (!box) throw new Error("no sheet is open");
    expect(box.y + box.height / 2).toBeCloseTo(tablet.height / 2, 0);
    expect(box.height).toBeLessThanOrEqual(0.9 * tablet.height);
    await shopper.close();
  });

  it.each([SMALLEST, { width: 375, height: 667 }, PHONE])(
    "begin their words within a quarter of the sheet at $width × $height, and cut nothing off the art",
    async (viewport) => {
      const shopper = await visit(viewport);
      await shopper.pick("VELMORA-25");
      const [sheet, art] = await Promise.all(
        ["dialog:modal", "dialog:modal [part~=card]"].map((selector) =>
          shopper.widget.locator(selector).boundingBox(),
        ),
      );
      if (!sheet || !art) throw new Error("no sheet with art is open");
      expect((art.y + art.height - sheet.y) / sheet.height).toBeLessThanOrEqual(MOST_ABOVE_WORDS);
      expect(art.width / art.height).toBeCloseTo(CARD_RATIO, 1);
      await shopper.close();
    },
  );

  it.each([SMALLEST, PHONE, ON_ITS_SIDE, DESKTOP])(
    "have price and description above the main button at $width × $height, and nothing of them under the close button",
    async (viewport) => {
      const shopper = await visit(viewport);
      await shopper.pick("VELMORA-25");
      await shopper.sees("details");
      // Beside the picker the details may be below the window at first.
      await expect
        .poll(
          () =>
            shopper.widget.evaluate((host) => {
              const box = (selector: string) =>
                host.shadowRoot?.querySelector(`.sheet ${selector}`)?.getBoundingClientRect() ??
                new DOMRect();
              const [price, text, dock, cross, picture] = [
                ".top .price",
                ".top .text",
                ".dock",
                ".cross",
                ".top .picture",
              ].map(box);
              if (!price || !text || !dock || !cross || !picture) return [];
              const isClear = ({ top, right }: DOMRect) => top >= cross.bottom || right <= cross.left;
              return [
                picture.right <= cross.left,
                Math.max(price.bottom, text.bottom) <= Math.min(dock.top, innerHeight),
                isClear(price) && isClear(text),
                Math.min(cross.width, cross.height),
              ];
            }),
          SOON,
        )
        .toEqual([true, true, true, TARGET]);
      await shopper.close();
    },
  );

  it.each([
    { language: "en", ...DESKTOP },
    { language: "ar", ...DESKTOP },
    { language: "en", ...ON_ITS_SIDE },
    { language: "ar", ...ON_ITS_SIDE },
  ])(
    "keep a long name clear of the close button, and its worth below it, at $width × $height, language $language",
    async ({ language, ...viewport }) => {
      const shopper = await visit(viewport, `?language=${language}`);
      await shopper.pick(`${language === "ar" ? "AR-" : ""}PLUMVALE-CODE-PIN-C128-30`);
      await shopper.sees("details");
      await shopper.widget.locator(".sheet .price").waitFor();
      const seen = await shopper.widget.evaluate((host) => {
        const find = (selector: string) =>
          host.shadowRoot?.querySelector(`.sheet ${selector}`) ?? document.body;
        const words = document.createRange();
        words.selectNodeContents(find("h2"));
        const [cross, picture, price] = [".cross", ".picture", ".price"].map((each) =>
          find(each).getBoundingClientRect(),
        );
        if (!cross || !picture || !price) return {};
        const name = words.getBoundingClientRect();
        return {
          isClear: name.left >= cross.right || name.right <= cross.left,
          isBelow: price.top > name.bottom,
          isBeside: price.left >= picture.right || price.right <= picture.left,
        };
      });
      expect(seen).toEqual({ isClear: true, isBelow: true, isBeside: true });
      await shopper.close();
    },
  );

  it("open beside the picker on a wide column, and the picker stays usable and in place", async () => {
    const shopper = await visit(DESKTOP);
    await shopper.sees("open");
    const first = shopper.part("reward").first();
    const before = await first.boundingBox();
    await shopper.pick("VELMORA-25");
    await shopper.sees("details");
    expect(await shopper.widget.locator("dialog:modal").count()).toBe(0);
    expect(await first.boundingBox()).toEqual(before);
    expect(await buttonBottom(shopper)).toBeLessThanOrEqual(DESKTOP.height);
    expect(await shopper.reward("VELMORA-25").getAttribute("aria-current")).toBe("true");
    await shopper.part("search").fill("kestrw");
    await shopper.reads(/\d rewards?/);
    await shopper.pick("KESTROW-100");
    await shopper.widget.getByRole("heading", { name: "Kestrow Gift Card" }).waitFor();
    expect(await shopper.reward("KESTROW-100").getAttribute("aria-current")).toBe("true");
    await shopper.close();
  });

  it.each([PHONE, DESKTOP])(
    "show the amounts clear of the close button when the amount is refused, at $width × $height",
    async (viewport) => {
      const shopper = await visit(viewport);
      await shopper.pick("PLUMVALE-VAR");
      await shopper.part("amount").waitFor();
      // The terms were read: the field is above what is in sight.
      await shopper.widget
        .locator(".scroll:has(.field)")
        .evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
      await shopper.press("book");
      await shopper.widget.locator("[part~=amount]:focus").waitFor();
      await shopper.page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const { looked, covered } = await shopper.widget.locator(".cross").evaluate((cross) => {
        const close = cross.getBoundingClientRect();
        const root = cross.getRootNode() as ShadowRoot;
        const boxes = [...root.querySelectorAll(".field .label > *, .field .chip")].map((each) =>
          each.getBoundingClientRect(),
        );
        const isCovered = ({ left, right, top, bottom }: DOMRect) =>
          left < close.right && right > close.left && top < close.bottom && bottom > close.top;
        return { looked: boxes.length, covered: boxes.filter(isCovered).length };
      });
      expect(looked).toBeGreaterThan(2);
      expect(covered).toBe(0);
      await shopper.close();
    },
  );

  it("have the height of the rest of the window, also after the page was scrolled", async () => {
    const shopper = await visit(DESKTOP);
    await shopper.pick("KESTROW-100");
    await shopper.sees("details");
    const panel = shopper.widget.locator(".beside dialog");
    const boxAt = async (y: number) => {
      await shopper.page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), y);
      return panel;
    };
    const heightOf = async (y: number): Promise<number> =>
      (await (await boxAt(y)).boundingBox())?.height ?? 0;
    const above = await heightOf(0);
    await expect.poll(() => heightOf(400), SOON).toBeGreaterThan(above + 100);
    expect(await buttonBottom(shopper)).toBeLessThanOrEqual(DESKTOP.height);
    await expect.poll(() => heightOf(0), SOON).toBe(above);
    await shopper.close();
  });
});

describe("the code", () => {
  const UPRIGHT = [
    { width: 320, height: 568 },
    { width: 375, height: 667 },
    PHONE,
    DESKTOP,
    { width: 1440, height: 900 },
  ];
  it.each([
    ...UPRIGHT.map((size) => ({ ...size, shape: "code-pin-c128", parts: ["title", "barcode", "till"] })),
    ...UPRIGHT.map((size) => ({ ...size, shape: "code-pin-qr", parts: ["title", "barcode", "till"] })),
    // A phone on its side has no room for the title.
    { ...ON_ITS_SIDE, shape: "code-pin-c128", parts: ["barcode", "till"] },
  ])(
    "is in sight with its title and main action at $width × $height, without scrolling by hand: $shape",
    async ({ shape, parts, ...viewport }) => {
      const shopper = await demo.shopper({ viewport, deviceScaleFactor: 2 });
      await shopper.page.goto(`${demo.server.url}/demo/?shape=${shape}`);
      for (const part of ["book", "confirm"]) await shopper.press(part);
      await shopper.sees("redeemed");
      await shopper.part("barcode").waitFor();
      // All at the same time; otherwise one of them may only have passed by.
      const areSeen = async (): Promise<boolean> => {
        const boxes = await Promise.all(parts.map((part) => shopper.part(part).first().boundingBox()));
        return boxes.every((box) => box && box.y >= 0 && box.y + box.height <= viewport.height);
      };
      await expect.poll(areSeen, SOON).toBe(true);
      await shopper.close();
    },
  );
});

describe("sizes", () => {
  it("follow the text size of the browser, and not the page's root", async () => {
    const heights: number[] = [];
    for (const [size, root] of [
      [16, ""],
      [16, "html { font-size: 62.5% }"],
      [32, ""],
    ] as const) {
      const shopper = await demo.shopper({ viewport: { width: 1280, height: 900 } });
      const session = await shopper.context.newCDPSession(shopper.page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: size } });
      await shopper.page.goto(`${demo.server.url}/demo/?shape=code-c128`);
      if (root)
        await shopper.page.evaluate((css) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets.push(sheet);
        }, root);
      // Engines place boxes on fractions of a pixel.
      heights.push(Math.round((await shopper.part("book").boundingBox())?.height ?? 0));
      await shopper.close();
    }
    const [usual = 0, tiny, doubled] = heights;
    expect([tiny, doubled]).toEqual([usual, 2 * usual]);
  });
});
