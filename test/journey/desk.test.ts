/** The care desk in a browser, with the orders that there are from the start. */
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ORDER_STATES } from "../../shared/order-states.ts";
import { foundIn } from "./axe.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const folder = mkdtempSync(join(tmpdir(), "desk-"));
let demo: Demo;
beforeAll(async () => {
  // Orders that are kept have some from the start.
  demo = await startDemo({ DATABASE_URL: `file:${join(folder, "ledger.db")}` });
});
afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true });
});

const rows = (page: Page) => page.locator("#orders .row");
const row = (page: Page, customer: string) => rows(page).filter({ hasText: customer });

async function listed(url: string) {
  const response = await fetch(`${url}/demo/desk/api/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: "{}",
  });
  return (await response.json()) as { orders: { state: string; shop: string; notes: object[] }[] };
}

async function openDesk(options?: Parameters<Demo["visit"]>[1]): Promise<Shopper> {
  const shopper = await demo.visit("/demo/desk/", options);
  await expect.poll(() => rows(shopper.page).count(), SOON).toBeGreaterThanOrEqual(20);
  return shopper;
}

async function ends(shopper: Shopper): Promise<void> {
  expect(await shopper.violations()).toEqual([]);
  await shopper.close();
}

it("has an order in progress from the start, and no warning of it in a presenter's terminal", async () => {
  const { lines } = demo.server;
  const shopper = await openDesk();
  await row(shopper.page, "Kofi Mensah").getByText("In progress").waitFor();
  expect(lines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
  await shopper.close();
});

describe("at work", () => {
  it("refunds and cancels with a reason and a name, noted with the order and in the CSV", async () => {
    const shopper = await openDesk();
    const { page } = shopper;
    await page.getByLabel("Signed in as").selectOption("Joy Okonkwo");
    await page.getByLabel("Search").fill("noah.lindgren@");
    await page.getByLabel("State").selectOption("Issued");
    await expect.poll(() => rows(page).count(), SOON).toBe(1);
    await row(page, "Noah Lindgren").click();
    await page.getByRole("button", { name: "Read again" }).click();
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByRole("button", { name: "Go back" }).click();
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByLabel("Why?").selectOption("Goodwill");
    await page.locator("#ask-yes").click();
    await page.getByText(/^Refunded by Joy Okonkwo, .*: Goodwill$/).waitFor();
    // It is no longer in the selection, but still open, and the keyboard is in it.
    await expect.poll(() => rows(page).count(), SOON).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("order");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByLabel("Search").fill("");
    await page.getByLabel("State").selectOption("All");
    await row(page, "Noah Lindgren").getByText("Refunded").waitFor();

    await row(page, "Aylin Demir").click();
    await page.getByRole("button", { name: "Cancel the order" }).click();
    await page.getByLabel("Why?").selectOption("Another reason");
    await page.getByLabel("In your words").fill("<b>She</b> called");
    await page.locator("#ask-yes").click();
    await page.getByText(/^Canceled by Joy Okonkwo, .*: <b>She<\/b> called$/).waitFor();
    expect(await page.locator("main b").count()).toBe(0);

    await page.getByLabel("Shop").selectOption("Nordhof Markt");
    await expect.poll(() => row(page, "Noah Lindgren").count(), SOON).toBe(0);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    const text = readFileSync(await (await downloading).path(), "utf8");
    expect(text).toContain('"cancel, Joy Okonkwo: <b>She</b> called"');
    expect(text).not.toContain("Noah Lindgren");
    await ends(shopper);
  });

  it("shows by itself what a customer does in a shop", async () => {
    const shopper = await openDesk();
    const { page } = shopper;
    const member = await demo.visit("/demo/brands/bank/");
    await row(page, "Layla Haddad").getByText("Waiting for the customer").waitFor();
    await member.close();
    const customer = await demo.visit("/demo/");
    await customer.sees("open");
    await row(page, "Mara Okafor").getByText("Waiting for the customer").waitFor();
    await customer.redeem("FERNHALLOW-20");
    await row(page, "Mara Okafor").getByText("Issued").waitFor();
    await customer.close();
    await ends(shopper);
  });
});

it("has some twenty orders of all shops in every state, but the one that takes half an hour, however often Start over is pressed", async () => {
  const { url } = demo.server;
  for (const _ of [1, 2]) await fetch(`${url}/demo/start-over`, { method: "POST", headers: { origin: url } });
  const found = async () => {
    const { orders } = await listed(url);
    const states = new Set(orders.map(({ state }) => state));
    const noted = orders.filter(({ notes }) => notes.length > 0);
    return [orders.length, noted.length, ORDER_STATES.filter((state) => !states.has(state))];
  };
  // The last of them is processed for as long as its answer is lost.
  await expect.poll(found, SOON).toEqual([21, 3, ["failed"]]);
  const { orders } = await listed(url);
  expect(new Set(orders.map(({ shop }) => shop)).size).toBe(4);
  // What was issued today is counted since the clerk's midnight: for this one it is afternoon.
  const ahead = 14 - new Date().getUTCHours();
  const shopper = await openDesk({ timezoneId: `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}` });
  for (const number of await shopper.page.locator("#numbers dd").allTextContents())
    expect(number).toMatch(/\d/);
  await ends(shopper);
});

it("says that it cannot be reached until it can", async () => {
  const shopper = await openDesk();
  const { page } = shopper;
  await page.route("**/api/orders", (route) => route.abort());
  await page.getByText("The desk cannot be reached").waitFor();
  await page.unroute("**/api/orders");
  await page.getByText("The desk cannot be reached").waitFor({ state: "detached" });
  await shopper.close();
});

it("on a phone the first order is on the first screen, in German too, and the order's own view above the list", async () => {
  const viewport = { width: 390, height: 844 };
  const shopper = await openDesk({ viewport, locale: "de-DE" });
  const { page } = shopper;
  await page.getByRole("heading", { name: "Kundendienst" }).waitFor();
  const box = await rows(page).first().boundingBox();
  expect((box?.y ?? 9e9) + (box?.height ?? 0)).toBeLessThan(viewport.height);
  await row(page, "Ole Harms").click();
  await page.getByText("Erstattet von Marek Zielinski").waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("order");
  await page.getByRole("button", { name: "Schließen" }).click();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Ole Harms");
  await ends(shopper);
});

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

it.each([
  { viewport: PHONE, colorScheme: "light" },
  { viewport: PHONE, colorScheme: "dark" },
  { viewport: DESKTOP, colorScheme: "light" },
  { viewport: DESKTOP, colorScheme: "dark" },
] as const)(
  "axe finds nothing at $viewport.width, $colorScheme, and nothing scrolls sideways",
  async (look) => {
    const shopper = await openDesk(look);
    const { page } = shopper;
    expect(await foundIn(page)).toEqual([]);
    await row(page, "Maya Torres").click();
    expect(await foundIn(page)).toEqual([]);
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    expect(await foundIn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.viewport.width);
    await shopper.close();
  },
);
