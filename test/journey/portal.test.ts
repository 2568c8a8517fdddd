/** The partner portal as a support person uses it, with a customer at the counter: another origin than the token server. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Desk, FEW_SKU, openDesk, portalOf } from "./desk.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, startDemo } from "./world.ts";

vi.setConfig(JOURNEY_TIMEOUTS);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const NARROWEST = { width: 320, height: 640 };

let demo: Demo;
let address: string;
let shopper: Shopper;
let desk: Desk;
/** What the browser complains of, on every page of the journey: scripts that fail, and what the policy forbids. */
let complaints: string[];
/** Every address that the browser asked for. */
let asked: string[];

beforeAll(async () => {
  demo = await startDemo();
  address = portalOf(demo.server);
});
afterAll(() => demo.close());

beforeEach(async () => {
  shopper = await demo.shopper();
  desk = openDesk(shopper.page);
  complaints = [];
  asked = [];
  watch(shopper.page);
  await shopper.page.goto(address);
});
afterEach(async () => {
  expect([complaints, await shopper.violations()]).toEqual([[], []]);
  await shopper.close();
});

function watch(page: Page): void {
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/policy|trusted/i.test(message.text())) complaints.push(message.text());
  });
  page.on("request", (request) => asked.push(request.url()));
}

describe("an order", () => {
  it("is handed out, redeemed with the customer, found by e-mail, and refunded", async () => {
    const { page } = shopper;
    const order = await desk.newOrder({ email: "Refund.Me@customer.example" });
    await desk.press("Hand out");
    await desk.isFocused("counter");
    await shopper.redeem(FEW_SKU);
    await desk.stands("Redeemed");
    await desk.find("refund.me@CUSTOMER.example");
    await page.getByRole("row", { name: order }).locator(".chip", { hasText: "Redeemed" }).waitFor();
    await page.getByRole("link", { name: order }).click();
    await desk.isFocused("order-title");
    await desk.act("Refund");
    await desk.says(`Order ${order} is refunded.`);
    await desk.stands("Refunded");
    await desk.isFocused("order-title");
    for (const action of ["Hand out again", "Refund", "Cancel order"]) {
      expect(await page.getByRole("button", { name: action, exact: true }).count()).toBe(0);
    }
  });

  it("is handed out again after a reload, with the same code; and no address or storage knows who or what", async () => {
    const { page } = shopper;
    const email = "again@customer.example";
    const order = await desk.newOrder({ email });
    const tokens: string[] = [];
    page.on("response", async (response) => {
      if (response.url().endsWith("/api/session")) tokens.push((await response.json()).session_token);
    });
    await desk.press("Hand out");
    await shopper.redeem(FEW_SKU);
    const codes = await shopper.codes();
    await page.reload();
    await desk.stands("Redeemed");
    expect(await shopper.widget.count()).toBe(0);
    await desk.press("Hand out again");
    await shopper.sees("redeemed");
    await shopper.part("reveal").first().click();
    expect(await shopper.codes()).toEqual(codes);
    await desk.press("Put away");
    expect(await shopper.widget.count()).toBe(0);
    await desk.isFocused("hand-out");
    await desk.find(email);
    await page.getByRole("link", { name: order }).waitFor();
    expect(tokens.map((token) => token.length > 20)).toEqual([true, true]);
    const places = [...asked, page.url()].join(" ");
    for (const secret of [...tokens, email, encodeURIComponent(email)]) expect(places).not.toContain(secret);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      "",
    ]);
  });

  it("whose link was not opened is canceled", async () => {
    const { page } = shopper;
    const order = await desk.newOrder({ email: "link@customer.example", promotion: "Gifts by link" });
    await desk.press("Hand out");
    await shopper.sees("open");
    await shopper.widget.locator('[part~="reward"]').first().click();
    await shopper.press("book");
    await shopper.sees("booked");
    await shopper.press("confirm");
    await shopper.sees("activated");
    await desk.stands("Link given");
    await desk.press("Cancel order");
    await page.getByRole("dialog").getByText("link may not work any more").waitFor();
    await page.keyboard.press("Escape");
    await desk.isFocused("cancel");
    await desk.stands("Link given");
    await desk.act("Cancel order");
    await desk.says(`Order ${order} is canceled.`);
    await desk.stands("Canceled");
    expect(await shopper.widget.count()).toBe(0);
  });

  it("that is mailed says so, and is found among the redemptions that wait", async () => {
    const { page } = shopper;
    const order = await desk.newOrder({ email: "mail@customer.example", promotion: "By e-mail" });
    await desk.press("Hand out");
    await shopper.sees("open");
    await shopper.widget.locator('[part~="reward"]').first().click();
    await shopper.press("book");
    await shopper.press("confirm");
    await shopper.sees("notified");
    await desk.stands("E-mail sent");
    await page.getByRole("link", { name: "All orders" }).click();
    await page.getByLabel("State").selectOption({ label: "Not opened yet" });
    await page.getByRole("row", { name: order }).waitFor();
    await page.getByRole("combobox", { name: "Promotion" }).selectOption({ label: "Linden Rewards" });
    await page.getByRole("heading", { name: "Nothing found" }).waitFor();
    await desk.press("Show all");
    await page.getByRole("row", { name: order }).waitFor();
  });

  it("that is only reserved is canceled at the desk while the customer has the widget open", async () => {
    const order = await desk.newOrder({ email: "late@customer.example" });
    await desk.press("Hand out");
    await shopper.book(FEW_SKU);
    const other = openDesk(await shopper.context.newPage());
    watch(other.page);
    await other.page.goto(`${address}#/orders/${order}`);
    await other.stands("Reserved");
    await other.act("Cancel order");
    await other.says(/is canceled/);
    await shopper.page.bringToFront();
    await shopper.press("confirm");
    await desk.stands("Canceled");
    expect(await shopper.widget.count()).toBe(0);
    await other.page.close();
  });

  it("of another site is not found, by number or address", async () => {
    const { page } = shopper;
    const cart = "0123456789abcdef0123456789abcdef";
    const { status } = await fetch(`${demo.server.url}/demo/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(demo.server.url).origin },
      body: JSON.stringify({ shape: "whole", cart }),
    });
    expect(status).toBe(200);
    await desk.find(`whole-${cart}`);
    await page.getByRole("heading", { name: "Nothing found" }).waitFor();
    await page.goto(`${address}#/orders/whole-${cart}`);
    await desk.says("There is no order with this number at this site.");
    expect(await page.getByRole("button", { name: "Cancel order" }).count()).toBe(0);
    expect(await page.locator("#order h2:visible").count()).toBe(0);
  });

  it("is not asked to be handed out while it is, and offers a refund loudly only where nothing else ends it", async () => {
    const { page } = shopper;
    await desk.newOrder({ email: "looks@customer.example" });
    const refund = page.getByRole("button", { name: "Refund", exact: true });
    const isLoud = () => refund.evaluate(({ classList }) => classList.contains("danger-button"));
    const advice = page.getByText("Hand it out to choose one.");
    await advice.waitFor();
    await desk.press("Hand out");
    await shopper.sees("open");
    expect(await advice.count()).toBe(0);
    await desk.press("Put away");
    await advice.waitFor();
    await desk.press("Hand out");
    await shopper.book(FEW_SKU);
    await desk.stands("Reserved");
    expect(await isLoud()).toBe(false);
    await shopper.press("confirm");
    await desk.stands("Redeemed");
    expect(await isLoud()).toBe(true);
  });

  it("shows hostile words as words", async () => {
    const { page } = shopper;
    const name = `<img src=x onerror="document.title='hit'">`;
    const order = await desk.newOrder({ name, email: "hostile@customer.example" });
    await page.locator("#facts").getByText(name, { exact: true }).waitFor();
    await page.getByRole("link", { name: "All orders" }).click();
    const waiting = page.getByRole("listitem").filter({ hasText: order });
    await waiting.getByText(name, { exact: true }).waitFor();
    await desk.find(`<b>${name}`);
    await desk.says(/neither an order number nor an e-mail address/);
    await page.goto(`${address}#/orders/${encodeURIComponent("<b>x</b>")}`);
    await desk.says(/not valid/);
    expect(await desk.title.textContent()).toBe("Order <b>x</b>");
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(await page.title()).not.toBe("hit");
  });
});

describe("an answer that is not the wished one", () => {
  it("of a cancel that is not answered can be asked again, and a refund that changed nothing says why", async () => {
    const { page } = shopper;
    const order = await desk.newOrder({ email: "patience@customer.example" });
    const refuse = { status: 503, json: { error: "upstream_unavailable" } };
    await page.route("**/api/cancel", (route) => route.fulfill(refuse), { times: 1 });
    await desk.act("Cancel order");
    await desk.says(/has not answered yet.*noted/);
    await desk.press("Ask again");
    await desk.says(`Order ${order} is canceled.`);

    await desk.newOrder({ email: "patience@customer.example" });
    await desk.press("Hand out");
    await shopper.redeem(FEW_SKU);
    await page.route("**/api/refund", async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace("refund", "order") });
      await route.fulfill({ json: { ...(await answer.json()), refunded: false } });
    });
    await desk.act("Refund");
    await desk.says(/Not refunded: .*only in the month/);
    await desk.stands("Redeemed");
  });

  it("to Cancel and to Refund, lost on its way, does not hide that it is done", async () => {
    const { page } = shopper;
    const lose = (action: string) =>
      page.route(
        `**/api/${action}`,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    const canceled = await desk.newOrder({ email: "lost@customer.example" });
    await lose("cancel");
    await desk.act("Cancel order");
    await desk.says(`Order ${canceled} is canceled.`);

    const refunded = await desk.newOrder({ email: "lost@customer.example" });
    await desk.press("Hand out");
    await shopper.redeem(FEW_SKU);
    await desk.stands("Redeemed");
    await lose("refund");
    await desk.act("Refund");
    await desk.says(`Order ${refunded} is refunded.`);
  });

  it("to Cancel that never came through says what the order is, or that nobody knows", async () => {
    const { page } = shopper;
    const order = await desk.newOrder({ email: "lost@customer.example" });
    await page.route("**/api/cancel", (route) => route.abort(), { times: 2 });
    await desk.act("Cancel order");
    await desk.says(/answer to the cancellation was lost.*it was not canceled/);
    await page.route("**/api/order", (route) => route.abort(), { times: 1 });
    await desk.press("Ask again");
    await desk.says(/is not known here/);
    await desk.press("Ask again");
    await desk.says(`Order ${order} is canceled.`);
  });

  it("of the page and of the widget is one: what either learns, the page shows", async () => {
    const order = await desk.newOrder({ email: "two@customer.example" });
    const other = openDesk(await shopper.context.newPage());
    watch(other.page);
    await other.page.goto(`${address}#/orders/${order}`);
    await other.stands("Nothing chosen");
    await desk.press("Hand out");
    await shopper.book(FEW_SKU);
    // Seen again: a browser without a window shows all its tabs, so that they are told as one would be.
    const seen = () => other.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await seen();
    await other.stands("Reserved");
    await other.act("Cancel order");
    await other.says(/is canceled/);
    await desk.stands("Reserved");
    let readings = 0;
    shopper.page.on("request", (request) => {
      if (request.url().endsWith("/api/order")) readings += 1;
    });
    await shopper.page.evaluate(() => {
      const told = () =>
        document
          .querySelector("reward-redemption")
          ?.dispatchEvent(new CustomEvent("reward-error", { bubbles: true, composed: true }));
      for (let times = 0; times < 5; times++) told();
    });
    await desk.stands("Canceled");
    expect(readings).toBe(1);
    await other.page.close();
  });

  it("of a search leaves nobody else's orders under the new term", async () => {
    const { page } = shopper;
    const order = await desk.newOrder({ name: "Somebody Else", email: "else@customer.example" });
    const entry = page.getByRole("link", { name: order });
    const again = page.getByRole("button", { name: "Ask again" });
    await desk.find("else@customer.example");
    await entry.waitFor();
    await page.route("**/api/find", (route) => route.abort(), { times: 2 });
    await desk.find("jonas.winterfeld@customer.example");
    await desk.says(/cannot be reached/);
    expect(await entry.count()).toBe(0);
    await again.click();
    await page.locator("#list:not([aria-busy])").waitFor();
    await desk.says(/cannot be reached/);
    await again.click();
    await page.getByText("0 entries for jonas.winterfeld@customer.example").waitFor();
    await desk.find("else@customer.example");
    await entry.waitFor();
    await desk.find("who is this");
    await desk.says(/neither an order number/);
    expect([await entry.count(), await again.count()]).toEqual([0, 0]);
  });

  it("of a search by name is that of the customer, who is chosen where several have it", async () => {
    const { page } = shopper;
    const first = await desk.newOrder({ name: "Zoë Quist", email: "zoe@customer.example" });
    await desk.find("quist");
    await page.getByRole("link", { name: first }).waitFor();
    const second = await desk.newOrder({ name: "Zacharias Quist", email: "zach@customer.example" });
    await desk.find("Quist");
    await page.getByRole("heading", { name: "Which customer?" }).waitFor();
    await page.getByRole("button", { name: "Zacharias Quist" }).click();
    await page.getByRole("link", { name: second }).waitFor();
    expect(await page.getByRole("link", { name: first }).count()).toBe(0);
    await desk.isFocused("list-title");
  });

  it("to Create order, lost on its way, makes one order however often it is pressed", async () => {
    const { page } = shopper;
    const email = "lost@customer.example";
    const numbers: string[] = [];
    await page.route(
      "**/api/create",
      async (route) => {
        numbers.push((await (await route.fetch()).json()).order_id);
        await route.abort();
      },
      { times: 1 },
    );
    const making = desk.newOrder({ email });
    await page.getByRole("alert").getByText("Press Create order again").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Ida Berg");
    await desk.press("Create order");
    await page.getByRole("alert").getByRole("link", { name: numbers[0] }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Ida Holm");
    await desk.press("Create order");
    expect([await making]).toEqual(numbers);
    await desk.find(email);
    // The list of before stands until the new one has come.
    await expect.poll(() => page.locator("#waiting-orders li").count(), { timeout: 10_000 }).toBe(1);
  });

  it("says what is wrong with a new order at its fields, and goes to the first", async () => {
    const { page } = shopper;
    await page.getByRole("link", { name: "New order" }).click();
    await page.getByRole("radio", { name: "Code shown" }).waitFor();
    await page.getByLabel("E-mail", { exact: true }).fill("ida");
    await page.getByLabel("Only some").check();
    await desk.press("Create order");
    await desk.isFocused("email");
    await page.getByText("Enter an e-mail address").waitFor();
    await page.getByText("Choose at least one reward.").waitFor();
    await page.getByLabel("Filter rewards").fill("velmora any");
    await page.getByLabel(/Velmora Gift Card, \$5 to/).check();
    await page.getByLabel("up to a limit").check();
    await page.getByLabel("E-mail", { exact: true }).fill("ida@customer.example");
    await desk.press("Create order");
    await desk.isFocused("amount");
    await page.getByRole("textbox", { name: "Limit" }).fill("40");
    await desk.press("Create order");
    await desk.says(/is made/);
    await desk.press("Hand out");
    await shopper.part("amount").fill("41");
    await shopper.press("book");
    await shopper.reads("Please enter an amount between");
  });
});

describe("for everybody", () => {
  async function axeFindings(page: Page): Promise<unknown[]> {
    await page.evaluate(AXE);
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
      };
      const found = (await axe.run()).violations;
      return found.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => JSON.stringify(target))]);
    });
  }

  /** In light and dark, wide and at the narrowest, where nothing scrolls sideways. */
  async function isFine(view: string): Promise<void> {
    const { page } = shopper;
    for (const [colorScheme, viewport] of [
      ["light", { width: 1280, height: 800 }],
      ["dark", NARROWEST],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      expect([view, colorScheme, await axeFindings(page)]).toEqual([view, colorScheme, []]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([view, width]).toEqual([view, viewport.width]);
    }
    await page.setViewportSize({ width: 720, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(720);
  }

  it("axe finds nothing in any view, and nothing scrolls sideways", async () => {
    const { page } = shopper;
    const email = `a.name.that.has.no.end.and.goes.on.and.on.and.on@customer.example`;
    await desk.newOrder({ name: "Anneliese-Charlotte Featherstonehaugh-Cholmondeley", email });
    await desk.press("Hand out");
    await shopper.book(FEW_SKU);
    await desk.stands("Reserved");
    await isFine("order");
    await desk.press("Cancel order");
    await isFine("dialog");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "New order" }).click();
    await page.getByLabel("Only some").check();
    await desk.press("Create order");
    await isFine("new order");
    await page.getByRole("link", { name: "All orders" }).click();
    await desk.newOrder({ name: "Waiting", email });
    await page.getByRole("link", { name: "All orders" }).click();
    await page.locator("#list:not([aria-busy])").getByRole("row").nth(1).waitFor();
    await isFine("list");
    await desk.find("nobody@customer.example");
    await page.getByRole("heading", { name: "Nothing found" }).waitFor();
    await isFine("nothing found");
  });

  it("the skip link leads to the content, and leaves the view as it is", async () => {
    const { page } = shopper;
    await page.goto(`${address}#/new`);
    await page.getByRole("radio", { name: "Code shown" }).waitFor();
    await page.reload();
    await page.getByRole("radio", { name: "Code shown" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await desk.isFocused("main");
    expect(await desk.title.textContent()).toBe("New order");
  });
});
