/** The demo's sites are told of their orders by webhook: the shop's points. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Demo, JOURNEY_TIMEOUTS, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const points = (page: Page): Promise<string[]> => page.locator("data.points").allTextContents();
it("points fall once by the reward's worth, and are back for a new order", async () => {
  const shopper = await demo.visit("/demo/");
  const { page } = shopper;
  await shopper.sees("open");
  expect(await points(page)).toEqual(["12,480", "12,480"]);
  await shopper.redeem("FERNHALLOW-20");
  await page.getByText("−2,000", { exact: true }).waitFor();
  expect(await points(page)).toEqual(["10,480", "10,480"]);

  await page.reload();
  await page.getByText("−2,000", { exact: true }).waitFor();
  await page.getByRole("button", { name: "New order" }).click();
  await page.getByText("12,480", { exact: true }).first().waitFor();
  expect(await page.getByText("Gift card, collected").isVisible()).toBe(false);
  expect(await shopper.violations()).toEqual([]);
  await shopper.close();
});
