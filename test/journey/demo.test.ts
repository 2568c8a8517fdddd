/** The demo as a visitor finds it after `npm start` without any settings. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { chooseIn, type Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

let demo: Demo;
let shopper: Shopper;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());
beforeEach(async () => {
  shopper = await demo.visit("/");
  await shopper.sees("open");
});
afterEach(async () => {
  expect(await shopper.violations()).toEqual([]);
  await shopper.close();
});

const choose = (control: string, label: string) => chooseIn(shopper.page, control, label);

it("shows the codes of a chosen shape, and has them again after a reload, masked", async () => {
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
  await shopper.part("code").first().waitFor();
  expect((await shopper.codes()).map(({ value }) => value)).toEqual([undefined, undefined]);
  expect(await shopper.part("barcode").count()).toBe(0);
  await shopper.reveal();
  await shopper.part("barcode").waitFor();
  expect(await shopper.codes()).toEqual(codes);
});

it("changes its language on request, without losing the place", async () => {
  await choose("Reward shape", "Code, no barcode");
  await shopper.press("book");
  await shopper.reads("Confirm your reward");
  await choose("Language", "Français");
  await shopper.reads("Confirmez votre récompense");
  await shopper.press("confirm");
  await shopper.reads("Votre récompense est prête");
});

describe("what is set", () => {
  it("changes neither order nor widget, and is kept in the address", async () => {
    await choose("Reward shape", "Code and PIN, no barcode");
    await shopper.press("book");
    await shopper.sees("booked");
    const { page, widget } = shopper;
    await widget.evaluate((host) => Object.assign(host, { isTheSame: true }));
    const sessions: string[] = [];
    page.on("request", (request) => sessions.push(new URL(request.url()).pathname));
    await choose("Theme", "Dark");
    await choose("Language", "Français");
    await choose("Column", "360 px");
    await shopper.reads("Confirmez votre récompense");
    expect(await widget.evaluate((host) => "isTheSame" in host)).toBe(true);
    expect(await widget.getAttribute("data-state")).toBe("booked");
    expect((await widget.boundingBox())?.width).toBe(360);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
    expect(sessions).not.toContain("/demo/session");
    expect(new URL(page.url()).search).toBe("?shape=code-pin-plain&theme=dark&language=fr&width=360");
    await page.reload();
    await shopper.reads("Confirmez votre récompense");
    expect((await widget.boundingBox())?.width).toBe(360);
  });

  it("begins another order with another shape, and with New order", async () => {
    const orderNow = () => shopper.page.evaluate(() => sessionStorage.getItem("linden-cart"));
    const first = await orderNow();
    await choose("Reward shape", "Code, QR code");
    await shopper.sees("details");
    const second = await orderNow();
    expect(second).toMatch(/^code-qr\//);
    expect(second).not.toBe(first);
    await shopper.press("book");
    await shopper.sees("booked");
    await shopper.page.getByRole("button", { name: "New order" }).click();
    await shopper.sees("details");
    expect(await orderNow()).not.toBe(second);
  });
});

describe("the shop", () => {
  it("speaks French when the widget does: every text, numbers and dates, and back again", async () => {
    const { page } = shopper;
    const words = () => page.locator("header, main, footer").allTextContents();
    await page.getByRole("heading", { name: "Your gift card" }).waitFor();
    const before = await words();
    await choose("Language", "Français");
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    await page.getByRole("heading", { name: "Votre carte cadeau" }).waitFor();
    await page.getByText("Hier", { exact: true }).waitFor();
    await page.getByText(/^−2\s500$/).waitFor();
    expect(await page.title()).toBe("Votre récompense · Linden Club");
    await page.getByRole("navigation", { name: "Navigation principale" }).waitFor();
    await choose("Language", "English");
    expect(await words()).toEqual(before);
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    await page.getByText("−2,500", { exact: true }).waitFor();
    await choose("Language", "Automatic");
    await choose("Reward shape", "French promotion, euros");
    await page.getByRole("heading", { name: "Votre carte cadeau" }).waitFor();
  });

  it("says in its own words that it cannot be reached, and tries again on request", async () => {
    const { page } = shopper;
    await page.route("**/demo/session", (route) => route.abort("connectionreset"), { times: 1 });
    await choose("Reward shape", "Code, no barcode");
    await page.getByText("The shop cannot be reached.").waitFor();
    await choose("Language", "Français");
    await page.getByText("La boutique est injoignable.").waitFor();
    expect(await shopper.widget.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Réessayer" }).click();
    await shopper.sees("details");
    expect(await page.getByText("La boutique est injoignable.").isVisible()).toBe(false);
  });
});
