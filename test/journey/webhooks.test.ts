/** The demo's sites are told of their orders by webhook: the shop's points, the portal's list. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FEW_SKU, openDesk, portalOf } from "./desk.ts";
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

it("the portal's list shows by itself what the customer does elsewhere, and keeps the focus", async () => {
  const shopper = await demo.shopper();
  const { page } = shopper;
  await page.goto(portalOf(demo.server));
  const order = await openDesk(page).newOrder({ email: "elsewhere@customer.example" });
  const beside = await shopper.context.newPage();
  await beside.goto(portalOf(demo.server));
  const link = beside.getByRole("link", { name: order });
  await beside.locator("#waiting").getByRole("link", { name: order }).focus();
  await openDesk(page).press("Hand out");
  await shopper.book(FEW_SKU);
  await beside.getByRole("row", { name: order }).locator(".chip", { hasText: "Reserved" }).waitFor();
  expect(await beside.locator("#waiting").getByRole("link", { name: order }).count()).toBe(0);
  expect(await link.evaluate((each) => each === document.activeElement)).toBe(true);
  await shopper.press("confirm");
  await beside.getByRole("row", { name: order }).locator(".chip", { hasText: "Issued" }).waitFor();
  expect(await shopper.violations()).toEqual([]);
  await beside.close();
  await shopper.close();
});
