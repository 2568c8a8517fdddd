/** The pages of brands: three data sets, a visitor's own brand, and the code that embeds it, run as it is printed. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { FrameLocator } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { foundIn } from "./axe.ts";
import { openShopper, type Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, SOON, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const SITE_KEY = "a-key-of-the-customer-s-own-0123456789abcdef";

/** A customer's own site: files by path, under the policy that its page was told to have. */
const files = new Map<string, { type: string; body: string; policy?: string }>();
let site: Server;
let origin: string;
let demo: Demo;
beforeAll(async () => {
  site = createServer(({ url = "" }, response) => {
    const file = files.get(url);
    response.writeHead(file ? 200 : 404, {
      "content-type": file?.type ?? "text/plain",
      ...(file?.policy && { "content-security-policy": file.policy }),
    });
    response.end(file?.body);
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  demo = await startDemo({
    SITES: JSON.stringify([{ id: "your-site", key: SITE_KEY, origins: [origin] }]),
  });
});
afterAll(async () => {
  await demo.close();
  site.close();
});

/** Every test begins with *Start over*, so that what came before is no help. */
beforeEach(async () => {
  const answer = await fetch(`${demo.server.url}/demo/start-over`, {
    method: "POST",
    headers: { origin: demo.server.url },
  });
  expect(answer.status).toBe(204);
});

const mailbox = (): string => {
  const line = demo.server.lines.find((each) => each.includes("demo: mailbox")) ?? "";
  return (JSON.parse(line) as { url: string }).url;
};

/** The page's policy was kept. */
async function ends(shopper: Shopper): Promise<void> {
  expect(await shopper.violations()).toEqual([]);
  await shopper.close();
}

describe("the pages of brands", () => {
  it("the supermarket gives a barcode in euros, in German", async () => {
    const shopper = await demo.visit("/demo/brands/supermarket/");
    await shopper.sees("open");
    expect(await shopper.text()).toMatch(/5\s€/);
    await shopper.redeem(await firstSku(shopper));
    await shopper.part("barcode").waitFor();
    await ends(shopper);
  });

  it("the bank gives a link in Arabic, from right to left, under a strict policy", async () => {
    const shopper = await demo.visit("/demo/brands/bank/");
    await shopper.sees("open");
    await shopper.page.getByLabel("Language").selectOption("ar");
    await shopper.page.locator("html[dir=rtl]").waitFor();
    await shopper.sees("open");
    await shopper.redeem(await firstSku(shopper));
    const link = (await shopper.part("link").first().getAttribute("href")) ?? "";
    const brand = await shopper.context.newPage();
    await brand.goto(link);
    expect(await brand.locator("html").getAttribute("lang")).toBe("ar");
    await brand.close();
    await ends(shopper);
  });

  it("the employer mails eight people at once, each once, and their budgets follow", async () => {
    const shopper = await demo.visit("/demo/brands/employer/");
    const { page } = shopper;
    await shopper.sees("open");
    await page.getByRole("button", { name: "Send 8 rewards" }).click();
    await page.getByText("8 mails are on their way.").waitFor();
    expect(await page.locator("#people .left").allTextContents()).toEqual(Array(8).fill("£75 left"));
    await page.reload();
    await page.getByText("Choose whom to thank.").waitFor();
    expect(await page.locator("#people .left").allTextContents()).toEqual(Array(8).fill("£75 left"));
    const box = await shopper.context.newPage();
    await box.goto(mailbox());
    await expect.poll(() => box.getByText(/@halden\.example/).count(), SOON).toBeGreaterThanOrEqual(8);
    await box.close();
    await ends(shopper);
  });

  it("a visitor's brand is in its link: name, colour, logo, rewards, and real orders", async () => {
    const shopper = await openShopper(demo.browser, { permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = shopper;
    await page.goto(`${demo.server.url}/demo/brand/`);
    const frame = page.frameLocator("#frame");
    await frame.locator("[part~=reward]").first().waitFor();
    await page.getByLabel("Start from").selectOption({ label: "Bank, English" });
    await page.getByLabel("Name").fill("Acme <b>Club</b>");
    await page.getByLabel("Colour", { exact: true }).first().fill("#ffd400");
    await page.getByLabel("Logo, a picture file").setInputFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 0h40v40z"/></svg>',
      ),
    });
    await page.getByLabel("Values").first().fill("7, 30-60");
    await frame.getByText("Acme <b>Club</b>").first().waitFor();
    await frame.locator("#logo:not([hidden])").waitFor();
    await frame.getByText("$7").first().waitFor();

    await page.getByLabel("Values").first().fill("7, 30-");
    await page.getByText("a field needs another look").waitFor();
    await page.getByLabel("Values").first().fill("7, 30-60");
    await page.getByRole("button", { name: "Copy its link" }).click();
    await page.getByText("Copied").first().waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await redeemIn(frame);
    const events = page.getByRole("log", { name: "Events" });
    await events.getByText("reward-redeem").waitFor();
    const told = page.getByRole("log", { name: "Webhooks" });
    await told.getByText("order.redeemed", { exact: true }).waitFor();
    const code = (await frame.locator("[part~=code-value]").first().textContent()) ?? "no code";
    expect(await page.locator("#developers").textContent()).not.toContain(code);

    // A changed colour and a reload are no other order.
    await page.getByLabel("Colour", { exact: true }).first().fill("005eb8");
    await page.reload();
    await frame.locator("reward-redemption[data-state=redeemed]").waitFor();

    const elsewhere = await demo.shopper();
    await elsewhere.page.goto(link);
    await elsewhere.sees("open");
    expect(await elsewhere.page.locator("#name").textContent()).toBe("Acme <b>Club</b>");
    await elsewhere.page.locator("#logo:not([hidden])").waitFor();
    expect(await elsewhere.text()).toContain("$7");
    await ends(elsewhere);
    await ends(shopper);
  });
});

const PAGES = ["brand/", "brands/supermarket/", "brands/bank/?language=ar", "brands/employer/"];
const LOOKS = [
  { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
] as const;

describe.each(LOOKS)("at $viewport.width, $colorScheme", (look) => {
  it.each(PAGES)("axe finds nothing on /demo/%s, and nothing scrolls sideways", async (path) => {
    const shopper = await demo.visit(`/demo/${path}`, look);
    const { page } = shopper;
    const shown = path === "brand/" ? page.frameLocator("#frame") : page;
    await shown.locator("[part~=reward]").first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(look.viewport.width);
    expect(await foundIn(page)).toEqual([]);
    await shopper.close();
  });
});

it("an address that is no brand leads to the maker", async () => {
  const shopper = await demo.visit("/demo/brands/yours/#nonsense");
  await shopper.page.getByRole("heading", { name: "Your brand, your catalog" }).waitFor();
  await shopper.close();
});

it("script, style, listeners, policy, SITES entry and session call work together as they are printed", async () => {
  const shopper = await openShopper(demo.browser, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = shopper;
  await page.goto(`${demo.server.url}/demo/brand/`);
  await page.frameLocator("#frame").locator("[part~=reward]").first().waitFor();
  /** What *Copy* gives. */
  const printed = async (tab: string): Promise<string> => {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await page
      .getByRole("button", { name: /^Cop(y|ied)$/ })
      .last()
      .click();
    return page.evaluate(() => navigator.clipboard.readText());
  };

  expect(JSON.parse(await printed("SITES"))).toEqual([
    { id: "your-site", key: "SITE_KEY", origins: ["https://www.your-site.example"] },
  ]);
  const order = randomUUID();
  const call = (await printed("Session")).replace("PROMOTION_ID", "4001").replace('"1042"', `"${order}"`);
  // The promotion is one in dollars.
  const { stdout } = await promisify(execFile)(
    "bash",
    ["-c", `${call.replace(/"currency": "\w+"/, '"currency": "USD"')} --silent`],
    {
      env: { ...process.env, SITE_KEY },
    },
  );
  const { session_token } = JSON.parse(stdout).data as { session_token: string };

  const policy = (await printed("CSP")).replace("script-src", "script-src 'self'");
  files.set("/style.css", { type: "text/css", body: await printed("Style") });
  files.set("/events.js", { type: "text/javascript", body: await printed("Events") });
  files.set("/", {
    type: "text/html",
    policy: `default-src 'none'; style-src 'self'; ${policy}`,
    body: `<!doctype html><title>A customer's page</title><link rel="stylesheet" href="/style.css">
${(await printed("Script tag")).replace("SESSION_TOKEN", session_token)}
<script type="module" src="/events.js"></script>`,
  });
  const heard: string[] = [];
  const customer = await demo.shopper();
  customer.page.on("console", (message) => heard.push(message.text()));
  await customer.page.goto(origin);
  await customer.redeem("FERNHALLOW-20");
  expect(heard.some((line) => line.startsWith("reward-redeem"))).toBe(true);
  const accent = await customer.widget.evaluate((host) =>
    getComputedStyle(host).getPropertyValue("--reward-accent"),
  );
  expect(accent).toMatch(/^#[0-9a-f]{6}$/);
  expect(await customer.violations()).toEqual([]);
  await customer.close();
  await shopper.close();
});

it("what is printed of frameworks and backends is the file that is tried elsewhere", async () => {
  const { readFileSync } = await import("node:fs");
  const answer = await fetch(`${demo.server.url}/demo/brand/snippets.json`);
  const { pages, backends } = (await answer.json()) as Record<
    "pages" | "backends",
    { file: string; text: string }[]
  >;
  expect(pages).toHaveLength(4);
  expect(backends).toHaveLength(7);
  for (const { file, text } of [...pages, ...backends]) {
    const original = readFileSync(new URL(`../../demo/${file}`, import.meta.url), "utf8");
    expect(text.replaceAll(demo.server.url, "https://rewards.example")).toBe(original);
  }
});

async function firstSku({ part }: Shopper): Promise<string> {
  return (await part("reward").first().getAttribute("data-sku")) ?? "";
}

async function redeemIn(frame: FrameLocator): Promise<void> {
  await frame.locator("[part~=reward]").first().click();
  await frame.locator("[part~=book]").click();
  await frame.locator("[part~=confirm]").click();
  await frame.locator("reward-redemption[data-state=redeemed]").waitFor();
}
