/** Picking in the demo's shop: the first view, the number of taps to a code, and how details open and close. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
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

/** CSS px. Source: WCAG 2.2, 2.5.5. */
const TARGET = 44;

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
    { width: 375, height: 667, least: 2, language: "de", budget: "Bis 100\u00a0€" },
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
    await shopper.widget.getByRole("heading", { name: "Kestrow" }).waitFor();
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
});

describe("the code", () => {
  const UPRIGHT = [{ width: 320, height: 568 }, PHONE, DESKTOP];
  it.each([
    ...UPRIGHT.map((size) => ({ ...size, shape: "code-pin-c128", parts: ["title", "barcode", "till"] })),
    { ...PHONE, shape: "code-pin-qr", parts: ["title", "barcode", "till"] },
    // A phone on its side has no room for more: that the reward is ready comes first.
    { ...ON_ITS_SIDE, shape: "code-pin-c128", parts: ["title"] },
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
