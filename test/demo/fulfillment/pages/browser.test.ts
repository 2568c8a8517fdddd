/** The pages in a real browser: their forms and buttons, from the narrowest screen on, and their accessibility. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PROMOTIONS, virtualClock } from "../../../../demo/fulfillment/app.ts";
import { DAY, MINUTE } from "../../../../demo/fulfillment/clock.ts";
import { type ServedFulfillment, serveFulfillment } from "../../../../demo/fulfillment/serve.ts";
import { JOURNEY_TIMEOUTS, openBrowser } from "../../../journey/world.ts";
import { scan } from "../../../support/scanner.ts";
import { EMAIL, HEADERS, SKU } from "../harness.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The narrowest phone, and a window of 1280 px at 400 %. */
const NARROWEST = { width: 320, height: 640 };

let browser: Browser;
let service: ServedFulfillment;
let page: Page;
/** Errors of the browser: scripts that fail, and violations of the policy. */
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  service = await serveFulfillment({ clock: virtualClock() });
  // A reader far from UTC, which is the page's time zone.
  page = await browser.newPage({ timezoneId: "America/New_York" });
  complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/policy|trusted/i.test(message.text())) complaints.push(message.text());
  });
});
afterEach(async () => {
  await page.close();
  await service.close();
  expect(complaints).toEqual([]);
});

async function post<T = { id: string; url: string }>(path: string, data: object): Promise<T> {
  const answer = await fetch(`${service.baseUrl}/fulfillment/v2${path}`, {
    method: "POST",
    headers: { ...HEADERS, "content-type": "application/json" },
    body: JSON.stringify({ data }),
  });
  return ((await answer.json()) as { data: T }).data;
}

const order = (order_id: string) => ({ order_id, user: { email: EMAIL } });
const book = (order_id: string) =>
  post(`/promotions/4001/rewards/${SKU.fixed}/redemptions/book`, order(order_id));
const notify = (sku: string = SKU.fixed, promotion: number = PROMOTIONS.notifying) =>
  post(`/promotions/${promotion}/rewards/${sku}/redemptions`, order(`mail-${sku}`));

const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
const said = (text: string | RegExp) => page.getByRole("status").getByText(text).waitFor();
const inForm = (id: string) => page.locator(`#${id}`);

describe("the control page", () => {
  beforeEach(() => page.goto(`${service.url}/control`));

  it("moves the clock, and sets it to a time in UTC", async () => {
    const start = service.control.now();
    await press("+ 31 minutes");
    await said("31 minutes later.");
    expect(service.control.now()).toBe(start + 31 * MINUTE);
    await inForm("clock-set").getByLabel("Time (UTC)").fill("2026-04-01T00:00:00");
    await press("Set the time");
    await said("The time is set.");
    expect(service.control.now()).toBe(Date.parse("2026-04-01T00:00:00Z"));
    await page.getByText("2026-04-01 00:00:00").waitFor();
    await press("To next month");
    await said("It is the next month.");
    expect(service.control.now()).toBe(Date.parse("2026-05-01T00:00:00Z"));
  });

  it("sets a fault with the fields of its kind, and without those of other kinds", async () => {
    const form = inForm("fault");
    await form.getByLabel("Operation").selectOption("book");
    await form.getByLabel("What happens").selectOption("late");
    await form.getByLabel("How often").selectOption("always");
    await form.getByRole("group", { name: "late" }).getByLabel("Delay (ms)").fill("5000");
    await form.getByLabel("Only order id").fill("a.1");
    await press("Set the fault");
    await said("The fault is set.");
    expect(service.control.faults()).toEqual([
      {
        id: 1,
        operation: "book",
        kind: "late",
        delay_ms: 5000,
        times: "always",
        skip: 0,
        match: { order_id: "a.1" },
      },
    ]);
    await press("Clear");
    await said("The fault is cleared.");
    expect(service.control.faults()).toEqual([]);
  });

  it("can set every kind of fault", async () => {
    const kind = inForm("fault").getByLabel("What happens");
    const kinds = await kind
      .locator("option")
      .evaluateAll((all) => all.map((each) => each.getAttribute("value")));
    for (const each of kinds) {
      await kind.selectOption(each);
      await press("Set the fault");
      await expect.poll(() => service.control.faults().at(-1)?.kind).toBe(each);
    }
    await press("Clear all");
    await said("No faults are left.");
  });

  it("shows a refusal", async () => {
    const form = inForm("force");
    await form.getByLabel("Redemption").fill("NOBODY-1");
    await form.getByLabel("State").fill("failed");
    await press("Force the state");
    await said("Refused: Redemption NOBODY-1 not found");
  });

  it("follows changes, and leaves the reader's position", async () => {
    await inForm("fault").getByLabel("Only SKU").fill("half typed");
    const { id } = await book("a.1");
    const request = page.getByRole("listitem").filter({ hasText: "book" }).getByText("Request 1");
    await request.click();
    await request.focus();
    await book("a.2");
    await page.getByText("a.2").first().waitFor();
    expect(await page.locator("#call-1").getAttribute("open")).not.toBeNull();
    expect(await inForm("fault").getByLabel("Only SKU").inputValue()).toBe("half typed");
    await page.locator(`#flow-${id}`).focus();
    await book("a.3");
    await page.getByText("a.3").first().waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe(`flow-${id}`);
  });

  it("resets everything only after a second press", async () => {
    await book("a.1");
    service.control.advance(DAY);
    expect(await page.getByRole("button", { name: "Start over" }).isVisible()).toBe(false);
    await page.getByText("Start over…").click();
    await press("Start over");
    await said("Everything is as at the start.");
    expect(service.control.redemptions()).toEqual([]);
  });
});

/** The pictures of the mail that the frame does not show. */
const pictures = (at: Page): Promise<string[]> =>
  at
    .frameLocator("iframe")
    .locator("img")
    .evaluateAll((all) =>
      (all as HTMLImageElement[]).filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
    );

describe("from the mailbox to the code", () => {
  it("the user opens the link, presses the button, and sees the code", async () => {
    await page.goto(`${service.url}/control/mailbox`);
    await page.getByText("No mail was sent yet.").waitFor();
    const { id, url } = await notify();
    const [opened] = await Promise.all([
      page.waitForEvent("popup"),
      page.frameLocator("iframe").getByRole("link", { name: "Get my reward" }).click(),
    ]);
    expect(opened.url()).toBe(url);
    expect(await pictures(page)).toEqual([]);
    await opened.getByRole("button", { name: "Get my code" }).click();
    await opened.getByText("Here is your reward").waitFor();
    const [code] = service.control.codes();
    expect(code?.redemption_id).toBe(id);
    const primary = code?.codes.find(({ usage }) => usage === "primary")?.value ?? "";
    expect(await opened.getByText(primary).isVisible()).toBe(true);
    const groups = await opened.locator("dd code span").allTextContents();
    expect(groups).toEqual(primary.match(/.{4}/g));
    const copied = await opened.evaluate(() => {
      const code = document.querySelector("dd code");
      if (code) getSelection()?.selectAllChildren(code);
      return `${getSelection()}`;
    });
    expect(copied).toBe(primary);
    await opened.reload();
    expect(await opened.getByText(primary).isVisible()).toBe(true);
    expect(service.control.codes()).toHaveLength(1);
    await opened.close();
  });
});

describe("behind the link", () => {
  const open = async (sku: string, promotion?: number) => {
    const { url } = await notify(sku, promotion);
    await page.goto(url);
    await page.locator("form button").click();
    await page.locator(".codes").waitFor();
    const [made] = service.control.codes();
    return (usage: string) => made?.codes.find((item) => item.usage === usage)?.value ?? "";
  };

  it("each code has a button that copies it alone, and says so in the page's language", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const value = await open("DE-PLUMVALE-CODE-PIN-C128-30", PROMOTIONS.notifyingGerman);
    for (const [name, usage] of [
      ["Kartennummer", "primary"],
      ["PIN", "security"],
    ] as const) {
      await press(`Kopieren ${name}`);
      await page.getByRole("button", { name: `Kopiert ${name}` }).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(value(usage));
    }
  });

  it("a button does not say that it copied when it could not", async () => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;
    });
    await open(SKU.fixed);
    await press("Copy Gift card number");
    await said(/^Not copied/);
    expect(await page.getByText("Copied", { exact: true }).count()).toBe(0);
  });

  it("without the clipboard, as on a phone in the local network, the older way copies", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => {
      Object.assign(window, { kept: navigator.clipboard });
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    const value = await open(SKU.fixed);
    await press("Copy Gift card number");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("kept.readText()")).toBe(value("primary"));
  });

  it.each([
    ["OATVANE-CODE-C128-10", "Code128", "primary"],
    ["PLUMVALE-CODE-PIN-C128-30", "Code128", "barcode"],
    ["CINDERGATE-CODE-QR-20", "QRCode", "primary"],
    ["RIVOLANE-LINK-QR-18", "QRCode", "url"],
  ] as const)("%s: a scanner reads its %s on a phone in the dark", async (sku, format, usage) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    const value = await open(sku);
    expect(await scan(await page.screenshot({ fullPage: true }))).toEqual([{ format, text: value(usage) }]);
    expect(
      await page.locator(".barcode").evaluate((each) => getComputedStyle(each).backgroundColor),
      "the most that scanners can get, in the dark, too",
    ).toBe("rgb(255, 255, 255)");
  });

  it("a reward without a barcode has none", async () => {
    await open(SKU.fixed);
    expect(await page.getByRole("img").count()).toBe(0);
  });
});

describe("accessibility", () => {
  it.each(["light", "dark"] as const)(
    "in %s: no rule is broken, and nothing is cut off at 320 px",
    async (theme) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(NARROWEST);
      const { url } = await notify();
      const arabic = await notify("AR-PLUMVALE-CODE-PIN-C128-30", PROMOTIONS.notifyingArabic);
      service.control.openLink(arabic.id);
      const { id } = await book("a.1");
      service.control.fault({ operation: "redeem", kind: "late", delay_ms: 5000 });
      service.control.forceState(id, "failed");
      // A mail's own document runs no scripts, which axe needs: axe sees a copy, to which Chromium shows no pictures.
      const copyOf = (number: number) => async () => {
        await page.goto("about:blank");
        const mail = service.control.outbox()[number - 1]?.html ?? "";
        await page.setContent(mail.replaceAll(`${service.url}/assets`, "data:"));
      };
      const at = (address: string) => () => page.goto(address);
      const own = ["page", "mailbox"].map((name) => at(`${service.url}/control/${name}`));
      for (const open of [...own, copyOf(1), copyOf(2), at(url), at(arabic.url)]) {
        await open();
        for (const details of await page.locator("details").all())
          await details.evaluate((each) => each.setAttribute("open", ""));
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(NARROWEST.width);
        await page.evaluate(AXE);
        const { violations } = await page.evaluate<{
          violations: { id: string; nodes: { html: string }[] }[];
        }>("axe.run()");
        expect(violations.map(({ id: rule, nodes }) => [rule, nodes[0]?.html])).toEqual([]);
      }
    },
  );

  it("a fault is set by keyboard alone", async () => {
    await page.goto(`${service.url}/control/page`);
    await inForm("fault").getByLabel("Operation").focus();
    await page.keyboard.type("cancel");
    await page.keyboard.press("Tab");
    await page.keyboard.type("forbidden");
    await page.keyboard.press("Tab");
    for (let i = 0; i < 5; i += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await said("The fault is set.");
    expect(service.control.faults()).toMatchObject([{ operation: "cancel", kind: "forbidden" }]);
  });
});
