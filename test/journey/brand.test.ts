/** The pages of brands: three data sets, a visitor's own brand, and the code that embeds it, run as it is printed. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { OrderWishes } from "../../demo/brand/asked.ts";
import type { BrandSpec } from "../../demo/brand/spec.ts";
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
    await opens(page, "Catalog");
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
    await page.locator("#tab-events").click();
    const events = page.getByRole("log", { name: "Events" });
    await events.getByText("reward-redeem").waitFor();
    await page.locator("#tab-webhooks").click();
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

  it("axe finds nothing in any group and pane of the maker", async () => {
    const { page, close } = await demo.visit("/demo/brand/", look);
    const frame = page.frameLocator("#frame");
    await frame.locator("[part~=reward]").first().waitFor();
    const views = look.viewport.width < 1_080 ? ["knobs", "heard"] : ["all"];
    for (const view of views) {
      if (view !== "all") await page.locator(`.views [data-view=${view}]`).click();
      if (view !== "heard")
        for (const group of ["Catalog", "Order", "Element", "Custom properties", "CSS", "Parts"])
          await opens(page, group);
      if (view !== "knobs")
        for (const pane of ["code", "events", "webhooks", "network"]) {
          await page.locator(`#tab-${pane}`).click();
          expect([view, pane, await foundIn(page)]).toEqual([view, pane, []]);
        }
      else expect(await foundIn(page)).toEqual([]);
    }
    await close();
  });
});

/** Resolves when the frame has a session of what `fits`: until then its element is that of earlier knobs. */
const opened = (page: Page, fits: (asked: { spec: BrandSpec; order?: OrderWishes }) => boolean) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith("/demo/brand/session") && fits(answer.request().postDataJSON()),
  );

/** The maker with a brand whose first reward has fixed values, and its frame. */
async function maker(options: Parameters<typeof openShopper>[1] = {}) {
  const shopper = await demo.visit("/demo/brand/", options);
  const frame = shopper.page.frameLocator("#frame");
  await frame.locator("[part~=reward]").first().waitFor();
  const { page } = shopper;
  const ready = opened(page, ({ spec }) => spec.name === "Meridian Bank" && spec.delivery === "redeem");
  await page.getByLabel("Start from").selectOption({ label: "Bank, English" });
  await page.getByLabel("How rewards reach people").selectOption("redeem");
  await ready;
  await frame.locator("[part~=reward]").first().waitFor();
  return { shopper, page, frame, host: frame.locator("reward-redemption") };
}

describe("the maker's knobs", () => {
  const page = (name: string) =>
    readFileSync(new URL(`../../docs/element/${name}.md`, import.meta.url), "utf8");
  const [table = ""] = page("index").split("`data-state` on the host");
  const documented = [
    ...Array.from(table.matchAll(/^\| ?`([\w-]+)`/gm), ([, name]) => name),
    ...new Set(Array.from(page("style").matchAll(/`(--reward-[a-z-]+)`/g), ([, name]) => name)),
  ];

  it("are one for each attribute, property and custom property that is documented", async () => {
    const { shopper, page } = await maker();
    const knobs = await page
      .locator("[data-knob]")
      .evaluateAll((all) => all.flatMap((each) => (each as HTMLElement).dataset.knob?.split(" ")));
    expect(documented.length).toBeGreaterThan(30);
    expect([...knobs].sort()).toEqual([...documented].sort());
    const labels = await page
      .locator("[data-knob]")
      .evaluateAll((all) => all.filter((each) => (each as HTMLInputElement).labels?.length !== 1));
    expect(labels).toEqual([]);
    await ends(shopper);
  });

  it("turn the widget, are in the code and in the address, and survive a reload", async () => {
    const { shopper, page, host, frame } = await maker();
    for (const group of ["Order", "Element", "Custom properties", "CSS"]) await opens(page, group);
    const turned = {
      theme: "dark",
      locale: "fr",
      "--reward-surface": "#102030",
      "--reward-heading-transform": "uppercase",
      messages: '{\n  "pick_title": "Votre merci"\n}',
    };
    const set = async (name: string, value: string) => {
      const control = page.locator(`[id="knob-${name}"]`);
      if (name === "theme") await control.selectOption(value);
      else await control.fill(value);
    };
    for (const [name, value] of Object.entries(turned)) await set(name, value);
    const css = "reward-redemption::part(title) { text-decoration: underline; }";
    await page.locator("#css").fill(css);
    await page.locator("#points_per_unit").fill("100");

    const isTurned = async () => {
      await frame.getByText("Votre merci").first().waitFor();
      await frame
        .getByText(/points/)
        .first()
        .waitFor();
      expect(await host.getAttribute("theme")).toBe("dark");
      const [surface, line] = await host.evaluate((element) => [
        getComputedStyle(element).getPropertyValue("--reward-surface"),
        getComputedStyle(element.shadowRoot?.querySelector("[part~=title]") ?? element).textDecorationLine,
      ]);
      expect([surface, line]).toEqual(["#102030", "underline"]);
    };
    await isTurned();
    const code = async (piece: string): Promise<string> => {
      await page.getByLabel("Code for").selectOption(piece);
      return (await page.locator("#code-text").textContent()) ?? "";
    };
    expect(await code("Script tag")).toContain('session="SESSION_TOKEN" locale="fr" theme="dark">');
    const style = await code("Style");
    for (const part of ["--reward-surface: #102030;", "--reward-heading-transform: uppercase;", css])
      expect(style).toContain(part);
    expect(await code("Script")).toContain('"pick_title": "Votre merci"');
    expect(await code("Session")).toContain('"points_per_unit": 100');

    await page.reload();
    await isTurned();
    for (const [name, value] of Object.entries(turned))
      expect(await page.locator(`[id="knob-${name}"]`).inputValue()).toBe(value);
    expect(await page.locator("#css").inputValue()).toBe(css);

    await opens(page, "Element");
    await set("messages", '{"pick_title": ');
    await page.getByText("a field needs another look").waitFor();
    await page.getByRole("button", { name: "Reset all" }).click();
    await frame.getByText("Choose your reward").first().waitFor();
    expect(await host.getAttribute("theme")).toBe(null);
    await ends(shopper);
  });

  it("let a page ask before, and its backend deny with a reason that is read in the widget", async () => {
    const { shopper, page, frame, host } = await maker();
    for (const group of ["Order", "Element"]) await opens(page, group);
    const first = opened(page, ({ order }) => order?.reason !== undefined);
    await page.locator("#authorize").selectOption("deny");
    await page.locator("#reason").fill("You have 30 points less.");
    await page.locator("#knob-beforeConfirm").selectOption("age");
    await first;
    await frame.locator("reward-redemption[data-state=open]").waitFor();
    await frame.locator("[part~=reward]").first().click();
    await frame.locator("[part~=book]").click();
    await frame.locator("[part~=confirm]").click();
    await frame.getByRole("button", { name: "No" }).click();
    await frame.getByRole("dialog").waitFor({ state: "detached" });
    expect(await host.getAttribute("data-state")).toBe("booked");
    // A pointer's press right after the dialog may be one on a button that was still covered, which confirms nothing in a frame.
    await frame.locator("[part~=confirm]").press("Enter");
    await frame.getByRole("button", { name: "Yes" }).click();
    await frame.getByText("You have 30 points less.").waitFor();
    await page.locator("#tab-webhooks").click();
    await page.getByText("answered: deny").waitFor();
    const second = opened(page, ({ order }) => order === undefined);
    await page.locator("#authorize").selectOption("");
    await page.locator("#knob-beforeConfirm").selectOption("");
    await second;
    await frame.locator("reward-redemption[data-state=booked]").waitFor();
    await frame.locator("[part~=confirm]").click();
    await frame.locator("reward-redemption[data-state=redeemed]").waitFor();
    await ends(shopper);
  });

  it.each([
    ["session-url", "open"],
    ["getSession", "open"],
    ["nothing", "none"],
    ["signed-out", "session-expired"],
  ])("give the session by %s: the widget is %s", async (way, state) => {
    const { shopper, page, frame } = await maker();
    await opens(page, "Element");
    await page.locator("#knob-getSession").selectOption(way);
    await frame.locator(`reward-redemption[data-state=${state}]`).waitFor({ state: "attached" });
    await ends(shopper);
  });

  it("outline a part, and copy its selector", async () => {
    const { shopper, page, host } = await maker({ permissions: ["clipboard-read", "clipboard-write"] });
    await opens(page, "Parts");
    const outline = () =>
      host.evaluate((element) => {
        const title = element.shadowRoot?.querySelector("[part~=title]");
        return title && getComputedStyle(title).outlineStyle;
      });
    const part = page.locator("[data-part=title]");
    await part.hover();
    await expect.poll(outline).toBe("solid");
    await part.click();
    await page.getByText("Copied: the part").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("reward-redemption::part(title)");
    await page.locator("#tab-code").hover();
    await page.locator("#tab-code").focus();
    await expect.poll(outline).toBe("none");
    await ends(shopper);
  });
});

describe("what developers see", () => {
  it("is readable, hides each secret, and shows an event that was sent again as dropped", async () => {
    const { shopper, page, frame } = await maker();
    const tokens: string[] = [];
    page.on("response", async (answer) => {
      if (answer.url().endsWith("/demo/brand/session")) tokens.push((await answer.json()).session_token);
    });
    await frame.locator("reward-redemption").waitFor();
    await page.getByRole("button", { name: "New order" }).click();
    await expect.poll(() => tokens.length).toBe(1);
    await frame.locator("[part~=reward]").first().waitFor();
    await redeemIn(frame);

    await page.locator("#tab-network").click();
    const calls = page.getByRole("log", { name: "Calls" });
    await calls.getByText("POST /v1/order/redeem").waitFor();
    await calls.locator("details").evaluateAll((all) => {
      for (const each of all) (each as HTMLDetailsElement).open = true;
    });
    await calls.getByText('"session_token": "(hidden)"').first().waitFor();
    const shown = await calls.innerText();
    expect(shown).toContain('"value": "(hidden)"');
    const values = await frame.locator("[part~=code-value]").allTextContents();
    const link = await frame
      .locator("a[part~=link], a[part~=pdf]")
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
    expect(values.length + link.length).toBeGreaterThan(0);
    for (const secret of [...tokens, ...values, ...link]) expect(shown).not.toContain(secret);

    await page.locator("#tab-webhooks").click();
    const told = page.getByRole("log", { name: "Webhooks" });
    const redeemed = told.locator("li", { hasText: "order.redeemed" });
    await redeemed.getByText("taken").waitFor();
    const id = /evt_\w+/.exec(await redeemed.innerText())?.[0] ?? "no id";
    await redeemed.getByRole("button", { name: "Send again" }).click();
    const again = told.locator("li", { hasText: "dropped: came before" });
    await again.waitFor();
    expect(await again.innerText()).toContain(`webhook-id: ${id}`);
    await ends(shopper);
  });

  it.each([
    [1280, 620],
    [1366, 657],
    [1440, 900],
    [1920, 1080],
  ])("is beside the widget, and at %i × %i only panes scroll", async (width, height) => {
    const { shopper, page } = await maker({ viewport: { width, height } });
    for (const group of ["Order", "Element", "Custom properties"]) await opens(page, group);
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect(size).toEqual([width, height]);
    const boxes = await Promise.all(
      ["#form", "#frame", "#code"].map(async (pane) => await page.locator(pane).boundingBox()),
    );
    for (const box of boxes) {
      expect(box?.width).toBeGreaterThan(280);
      expect(box?.height).toBeGreaterThan(400);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    const [knobs, frame, code] = boxes.map((box) => box?.x ?? 0);
    expect([knobs, frame, code]).toEqual([knobs, frame, code].sort((a = 0, b = 0) => a - b));
    await ends(shopper);
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
    await page.getByLabel("Code for").selectOption(tab);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
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
  files.set("/events.js", { type: "text/javascript", body: await printed("Script") });
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

/** Unfolds a group of the maker's knobs. */
async function opens(page: Page, group: string): Promise<void> {
  const details = page.locator(".knobs > details").filter({ has: page.getByText(group, { exact: true }) });
  if ((await details.first().getAttribute("open")) === null)
    await details.first().locator("summary").first().click();
}

async function redeemIn(frame: FrameLocator): Promise<void> {
  await frame.locator("[part~=reward]").first().click();
  await frame.locator("[part~=book]").click();
  await frame.locator("[part~=confirm]").click();
  await frame.locator("reward-redemption[data-state=redeemed]").waitFor();
}
