/** The demo as a visitor finds it after `npm start` without any settings: its shop from the narrowest screen on, and its bar. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { foundIn } from "./axe.ts";
import { chooseIn, type Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const PHONE = { width: 390, height: 844 };
/** The narrowest phone, and a window of 1280 px at 400 %. */
const NARROWEST = { width: 320, height: 640 };

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

  it("begins another order with another shape and with New order, and none with a second tab", async () => {
    const orderNow = () => shopper.page.evaluate(() => document.body.dataset.order);
    const first = await orderNow();
    await choose("Reward shape", "Code, QR code");
    await shopper.sees("details");
    const second = await orderNow();
    expect(second).toMatch(/^code-qr-/);
    expect(second).not.toBe(first);
    await shopper.press("book");
    await shopper.sees("booked");
    const other = await shopper.tab();
    await other.page.goto(shopper.page.url());
    await other.sees("booked");
    await other.close();
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

describe("on a phone", () => {
  it("the first screen has the shop and the beginning of the reward; the controls open by keyboard", async () => {
    const { page, widget } = shopper;
    await page.setViewportSize(PHONE);
    await page.reload();
    await shopper.sees("open");
    const top = (await widget.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    expect(top).toBeLessThan(PHONE.height * (2 / 3));
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("button", { name: "Showing" }).isVisible()).toBe(false);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await choose("Theme", "Dark");
  });

  it.each(["English", "Français"])("nothing scrolls sideways at the narrowest, in %s", async (language) => {
    const { page } = shopper;
    await choose("Language", language);
    await page.keyboard.press("Escape");
    for (const viewport of [PHONE, NARROWEST]) {
      await page.setViewportSize(viewport);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(viewport.width);
    }
  });
});

/** Sets a browser's text to twice the usual size. */
async function enlarge(): Promise<void> {
  const { context, page } = shopper;
  const session = await context.newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await page.reload();
  await shopper.sees("open");
}

describe("with text twice as large", () => {
  it("nothing of the shop is wider than the narrowest window", async () => {
    const { page } = shopper;
    await page.setViewportSize(NARROWEST);
    await enlarge();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("header, header *, main, main *, footer, footer *")]
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map((element) => `${element.tagName} ${element.className}`),
    );
    expect(wide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROWEST.width);
  });
});

describe("accessibility", () => {
  it.each([
    ["dark", "Dark", "English", { width: 1280, height: 800 }],
    ["light at the narrowest", "Light", "Français", NARROWEST],
  ])("axe finds nothing: %s", async (_name, theme, language, viewport) => {
    const { page } = shopper;
    await choose("Theme", theme);
    await choose("Language", language);
    await page.setViewportSize(viewport);
    expect(await foundIn(page)).toEqual([]);
  });
});

it("points fall once by the reward's worth, told by a webhook, and are back for a new order", async () => {
  const { page } = shopper;
  const points = (): Promise<string[]> => page.locator("data.points").allTextContents();
  expect(await points()).toEqual(["12,480", "12,480"]);
  await shopper.redeem("FERNHALLOW-20");
  await page.getByText("−2,000", { exact: true }).waitFor();
  expect(await points()).toEqual(["10,480", "10,480"]);

  await page.reload();
  await page.getByText("−2,000", { exact: true }).waitFor();
  await page.getByRole("button", { name: "New order" }).click();
  await page.getByText("12,480", { exact: true }).first().waitFor();
  expect(await page.getByText("Gift card, collected").isVisible()).toBe(false);
});

it("no request of any page in the bar leaves loopback, nor one on the way to a code", async () => {
  const { context, page } = shopper;
  const hosts = new Set<string>();
  context.on("request", (request) => {
    if (request.url().startsWith("http")) hosts.add(new URL(request.url()).hostname);
  });
  const links = page.locator("aside.demo a");
  await expect.poll(() => links.count(), SOON).toBe(10);
  const addresses = await links.evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
  for (const address of addresses) {
    const answer = await page.goto(address, { waitUntil: "load" });
    expect([address, answer?.status()]).toEqual([address, 200]);
    await page.locator('aside.demo a[aria-current="page"]').waitFor();
  }
  await page.goto(`${demo.server.url}/demo/`);
  await shopper.redeem("FERNHALLOW-20");
  expect([...hosts]).toEqual(["127.0.0.1"]);
});
