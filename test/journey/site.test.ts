/**
 * The documentation site in a browser, below a path and in a folder of its version: axe finds nothing, everything can be done by
 * keyboard, and nothing is asked of anybody else. Its files: `test/site/site.test.ts`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MOVED } from "../../docs/site/moved.ts";
import { CHROMIUM_FLAGS, findHeadlessChromium } from "../browsers/engines.ts";
import { addressesIn, siteFolder } from "../support/site.ts";
import { type StaticHost, serveFolder } from "../support/static-host.ts";
import { foundIn } from "./axe.ts";
import { JOURNEY_TIMEOUTS, SOON } from "./world.ts";

// Sixty pages in two widths.
vi.setConfig({ ...JOURNEY_TIMEOUTS, testTimeout: 240_000 });

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const VERSION: string = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
).version;
/** The site below a path, and once more in the folder of its version. */
const PLACES = ["/a/b/", `/versions/${VERSION}/`, "/versions/0.0.9/"];

let folder: string;
let host: StaticHost;
let browser: Browser;
let page: Page;
let origin: string;
let asked: string[] = [];
let complaints: string[] = [];

/** The list of versions, and an older one that lacks a page. */
function instead(path: string): string | null | undefined {
  if (path === "/versions/versions.json") return JSON.stringify([VERSION, "0.0.9"]);
  return path.startsWith("/versions/0.0.9/webhooks") ? null : undefined;
}

beforeAll(async () => {
  folder = await siteFolder();
  host = await serveFolder(folder, { places: PLACES, instead });
  origin = host.url;
  browser = await chromium.launch({ executablePath: findHeadlessChromium() ?? "", args: CHROMIUM_FLAGS });
  const context = await browser.newContext({
    viewport: DESK,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  page = await context.newPage();
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (line) => complaints.push(`${page.url()}: ${line.text()}`));
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
});
afterAll(async () => {
  await Promise.all([browser.close(), host.close()]);
});

beforeEach(async () => {
  [asked, complaints] = [[], []];
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: "light", media: "screen" });
});
afterEach(() => {
  expect(
    asked.filter((url) => !url.startsWith(origin) && !url.startsWith("data:") && !url.startsWith("blob:")),
  ).toEqual([]);
  expect(complaints).toEqual([]);
});

const open = (address: string, place = PLACES[0]): Promise<unknown> =>
  page.goto(`${origin}${place}${address}`);
/** A window of another size, drawn. */
async function resize(size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}
const focused = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.replace(/>[\s\S]*/, ">") ?? "");

it("axe finds nothing on any page, wide or narrow, and no page is wider than its window", async () => {
  for (const address of addressesIn(folder)) {
    // They lead elsewhere at once.
    if (address === "start/once/" || address in MOVED) continue;
    await resize(DESK);
    await open(address);
    expect(await foundIn(page), `${address} at ${DESK.width}`).toEqual([]);
    await resize(PHONE);
    expect(await foundIn(page), `${address} at ${PHONE.width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(PHONE.width);
  }
});

it.each(["", "start/react/", "server/routes/", "element/states/"])(
  "axe finds nothing on /%s in the dark",
  async (address) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(address);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      "rgb(16, 20, 23)",
    );
    expect(await foundIn(page)).toEqual([]);
  },
);

describe("the search", () => {
  it("leads from / to a heading by keys alone, and its index is fetched when it is first used", async () => {
    await open("start/react/");
    expect(asked.filter((url) => /search/.test(url))).toEqual([]);
    await page.keyboard.press("/");
    await page.keyboard.type("choosing an order");
    const first = page.getByRole("option").first();
    await first.waitFor(SOON);
    expect(await page.getByRole("combobox").getAttribute("aria-expanded")).toBe("true");
    expect(await page.getByRole("status").first().textContent()).toMatch(/^\d found$/);
    await page.keyboard.press("ArrowDown");
    expect(await first.getAttribute("aria-selected")).toBe("true");
    expect(await page.getByRole("combobox").getAttribute("aria-activedescendant")).toBe(
      await first.getAttribute("id"),
    );
    expect(await foundIn(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${origin}/a/b/points/#choosing-an-order-id`, SOON);
  });

  it("goes round its list, closes by Escape, and says that nothing was found", async () => {
    await open("");
    await page.keyboard.press("/");
    await page.keyboard.type("session");
    await page.getByRole("option").first().waitFor(SOON);
    await page.keyboard.press("ArrowUp");
    expect(await page.getByRole("option").last().getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowDown");
    expect(await page.getByRole("option").first().getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("option").count()).toBe(0);
    await page.getByRole("combobox").fill("xqzxqz");
    await page.getByText("Nothing found").waitFor(SOON);
    // What was typed is text.
    await page.getByRole("combobox").fill("<b>(session");
    await page.getByRole("option").first().waitFor(SOON);
  });
});

it("the first stop leads past the menu, and every link beside a heading is a stop that is seen", async () => {
  await open("start/");
  await page.keyboard.press("Tab");
  expect(await focused()).toContain("skip");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  const link = page.getByRole("link", { name: "Link to In your framework" });
  await link.focus();
  expect(await link.evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
});

it("the menu of a narrow window opens and closes by keys, and lies over the page", async () => {
  await page.setViewportSize(PHONE);
  await open("start/react/");
  const menu = page.getByRole("navigation", { name: "Documents" });
  expect(await menu.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).focus();
  await page.keyboard.press("Enter");
  expect(await menu.isVisible()).toBe(true);
  expect(await foundIn(page)).toEqual([]);
  await menu.getByRole("link", { name: "Next" }).focus();
  await page.keyboard.press("Escape");
  expect(await menu.isVisible()).toBe(false);
  expect(await focused()).toContain("menu-button");
  await page.keyboard.press("Enter");
  await menu.getByRole("link", { name: "Vue" }).press("Enter");
  await page.waitForURL("**/a/b/start/vue/", SOON);
});

it("the chosen colours stay, and the system's come back", async () => {
  await open("start/");
  const dark = page.getByRole("button", { name: "Dark" });
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await dark.getAttribute("aria-pressed")).toBe("false");
  await dark.click();
  await open("points/");
  expect(await scheme()).toBe("dark");
  expect(await dark.getAttribute("aria-pressed")).toBe("true");
  await dark.click();
  await open("start/");
  expect(await scheme()).toBe("light dark");
});

it("a block of code is copied as it is written", async () => {
  await open("start/");
  const block = page.locator(".code").first();
  await block.hover();
  await block.getByRole("button", { name: "Copy" }).click();
  await block.getByRole("button", { name: "Copied" }).waitFor(SOON);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^npm ci\nSITES='\[\{"id":"shop".*npm start\n$/,
  );
});

it("on paper there is the text alone, and links say where they lead", async () => {
  await open("start/");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  for (const role of ["banner", "navigation", "contentinfo"] as const)
    expect(await page.getByRole(role).filter({ visible: true }).count(), role).toBe(0);
  const address = await page
    .locator("article a", { hasText: "how to choose it" })
    .evaluate((link) => getComputedStyle(link, "::after").content);
  expect(address).toContain(`${origin}/a/b/points/#choosing-an-order-id`);
});

it("an address that has gone is followed: a page's and a heading's", async () => {
  await open("start/once/#part");
  await page.waitForURL("**/a/b/start/#in-your-framework", SOON);
  await open("start/vue/#gone");
  await page.waitForURL("**/a/b/start/#in-your-framework", SOON);
  await open("start/once/");
  await page.waitForURL("**/a/b/start/react/", SOON);
});

describe("in the folder of its version", () => {
  it("offers the others: the same page, or their first where they lack it", async () => {
    await open("start/react/", PLACES[1]);
    await page.locator("summary", { hasText: VERSION }).press("Enter");
    expect(await foundIn(page)).toEqual([]);
    await page.getByRole("link", { name: "0.0.9" }).click();
    await page.waitForURL("**/versions/0.0.9/start/react/", SOON);
    await open("webhooks/", PLACES[1]);
    await page.locator("summary", { hasText: VERSION }).press("Enter");
    await page.getByRole("link", { name: "0.0.9" }).click();
    await page.waitForURL("**/versions/0.0.9/", SOON);
    // The browser itself reports that the page was not there.
    complaints = complaints.filter((line) => !/404/.test(line));
  });
});
