/** Accessibility of the partner portal: axe on every view, narrow windows and the keyboard. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { setUpCounter } from "./counter.ts";
import { FEW_SKU } from "./desk.ts";
import { JOURNEY_TIMEOUTS } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const NARROWEST = { width: 320, height: 640 };

const counter = setUpCounter();

describe("for everybody", () => {
  async function axeFindings(page: Page): Promise<unknown[]> {
    await page.evaluate(AXE);
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
      };
      const found = (await axe.run()).violations;
      return found.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => JSON.stringify(target))]);
    });
  }

  /** Checks light and dark, wide and narrowest, where nothing may scroll sideways. */
  async function isFine(view: string): Promise<void> {
    const { page } = counter;
    for (const [colorScheme, viewport] of [
      ["light", { width: 1280, height: 800 }],
      ["dark", NARROWEST],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      expect([view, colorScheme, await axeFindings(page)]).toEqual([view, colorScheme, []]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([view, width]).toEqual([view, viewport.width]);
    }
    await page.setViewportSize({ width: 720, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(720);
  }

  it("axe finds nothing in any view, and nothing scrolls sideways", async () => {
    const { desk, page, shopper } = counter;
    const email = `a.name.that.has.no.end.and.goes.on.and.on.and.on@customer.example`;
    await desk.newOrder({ name: "Anneliese-Charlotte Featherstonehaugh-Cholmondeley", email });
    await desk.press("Hand out");
    await shopper.book(FEW_SKU);
    await desk.stands("Reserved");
    await isFine("order");
    await desk.press("Cancel order");
    await isFine("dialog");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "New order" }).click();
    await page.getByLabel("Only some").check();
    await desk.press("Create order");
    await isFine("new order");
    await page.getByRole("link", { name: "All orders" }).click();
    await desk.newOrder({ name: "Waiting", email });
    await page.getByRole("link", { name: "All orders" }).click();
    await page.locator("#list:not([aria-busy])").getByRole("row").nth(1).waitFor();
    await isFine("list");
    await desk.find("nobody@customer.example");
    await page.getByRole("heading", { name: "Nothing found" }).waitFor();
    await isFine("nothing found");
  });

  it("the skip link leads to the content, and leaves the view as it is", async () => {
    const { address, desk, page } = counter;
    await page.goto(`${address}#/new`);
    await page.getByRole("radio", { name: "Code shown" }).waitFor();
    await page.reload();
    await page.getByRole("radio", { name: "Code shown" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await desk.isFocused("main");
    expect(await desk.title.textContent()).toBe("New order");
  });
});
