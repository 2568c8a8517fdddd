/** The demo as a visitor finds it after `npm start` without any settings. */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RunningServer, startServer } from "../support/process.ts";
import { openShopper, type Shopper } from "./shopper.ts";
import { JOURNEY_TIMEOUTS, openBrowser } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let server: RunningServer;
let browser: Browser;
let shopper: Shopper;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ PORT: "0", DATABASE_URL: "memory:" }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.kill("SIGTERM");
});
beforeEach(async () => {
  shopper = await openShopper(browser);
  await shopper.page.goto(`${server.url}/`);
  await shopper.sees("open");
});
afterEach(async () => {
  expect(await shopper.violations()).toEqual([]);
  await shopper.close();
});

const choose = (control: string, label: string) =>
  shopper.page.getByLabel(control, { exact: true }).selectOption({ label });

it("shows the codes of a chosen shape, and shows them again after a reload", async () => {
  await choose("Reward shape", "Code and PIN, Code 128");
  await shopper.press("book");
  await shopper.press("confirm");
  await shopper.part("barcode").waitFor();
  await shopper.reveal();
  const codes = await shopper.codes();
  expect(codes).toEqual([
    { usage: "primary", value: expect.stringMatching(/./) },
    { usage: "security", value: expect.stringMatching(/^\d{4}$/) },
  ]);
  await shopper.page.reload();
  await shopper.part("barcode").waitFor();
  await shopper.reveal();
  expect(await shopper.codes()).toEqual(codes);
});

it("speaks French where the promotion does, to the end", async () => {
  await choose("Reward shape", "French promotion, euros");
  await shopper.reads("Choisissez votre récompense");
  await shopper.pick("FR-QUILLMARSH-20");
  await shopper.press("book");
  await shopper.reads("Confirmez votre récompense");
  await shopper.press("confirm");
  await shopper.reads("Votre récompense est prête");
  await shopper.reads("Code PIN");
  await shopper.reads(/20\s€/);
});

it("changes its language when asked to, without losing the place", async () => {
  await choose("Reward shape", "Code, no barcode");
  await shopper.press("book");
  await shopper.reads("Confirm your reward");
  await choose("Widget language", "Français");
  await shopper.reads("Confirmez votre récompense");
  await shopper.press("confirm");
  await shopper.reads("Votre récompense est prête");
});

it("takes an amount within the shop's own limit, and says why another is refused", async () => {
  await choose("Reward shape", "Amount chosen by the member, up to $100");
  await shopper.part("amount").fill("101");
  await shopper.press("book");
  await shopper.reads("Please enter an amount between");
  await shopper.part("amount").fill("55");
  await shopper.press("book");
  await shopper.sees("booked");
  await shopper.reads("$55");
  await shopper.press("confirm");
  await shopper.sees("redeemed");
  await shopper.reads("$55");
});

it("leaves no choice to make where there is one reward only", async () => {
  await choose("Reward shape", "Promotion with one reward only");
  await shopper.sees("details");
  expect(await shopper.part("reward").count()).toBe(0);
  expect(await shopper.part("back").count()).toBe(0);
  await shopper.press("book");
  await shopper.press("confirm");
  await shopper.part("code-value").first().waitFor();
});
