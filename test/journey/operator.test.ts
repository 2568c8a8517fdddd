/** The operator's page, as a person uses it who was called at night: with the keyboard, on a phone, and while the server is away. */
import { mkdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ENGINES } from "../browsers/engines.ts";
import { SITE_KEY } from "../support/host-page.ts";
import { foundIn } from "./axe.ts";
import { openTab } from "./engines.ts";
import {
  API_KEY,
  API_SECRET,
  createWorld,
  JOURNEY_TIMEOUTS,
  openBrowser,
  SOON,
  type World,
} from "./world.ts";

vi.setConfig({ ...JOURNEY_TIMEOUTS, testTimeout: 120_000 });

const ANNA = "the-key-of-anna-which-may-act-0123456789";
const BEN = "the-key-of-ben-that-only-reads-987654321";
const SKU = "PIXELBARN-10";
const LOOKS = [
  { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
] as const;
/** Where pictures for the eyes go, if anywhere. */
const { SHOTS } = process.env;

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

let world: World;
let browser: Browser;
/** Takes the webhooks of the site `desk`, and answers with this status. */
let receiver: Server;
let answer = 200;
/** The ids of the events that the receiver took, in their order. */
const taken: string[] = [];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    if (answer === 200) taken.push(String(request.headers["webhook-id"]));
    request.resume().on("end", () => response.writeHead(answer).end());
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  const { port } = receiver.address() as AddressInfo;
  const OPERATOR_KEYS = JSON.stringify({ anna: ANNA, ben: { key: BEN, role: "read" } });
  const webhook = { url: `http://127.0.0.1:${port}/hook`, secret: WEBHOOK_SECRET };
  world = await createWorld([], { OPERATOR_KEYS, WEBHOOK_NETWORKS: "127.0.0.0/8" }, { webhook });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
  receiver.close();
});

/** Asks the token server as a site's backend, or as a page of the site with a session. */
async function post(path: string, authorization: string, body: object): Promise<Record<string, never>> {
  const response = await fetch(`${world.server().url}/v1/${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${authorization}`,
      Origin: world.host.site.origins[0] ?? "",
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return (await response.json()).data;
}
async function confirmed(order_id: string): Promise<void> {
  const user = { email: "mara@example.com", id: "member-1" };
  const { session_token } = await post("sessions", SITE_KEY, { order_id, promotion_id: "4001", user });
  const token = String(session_token);
  const { attempt } = await post("order/book", token, { sku: SKU });
  await post("order/redeem", token, { attempt, sku: SKU });
}
async function stopped(order_id: string, state: string): Promise<void> {
  world.control.fault({ operation: "redeem", kind: "state", state } as never);
  await confirmed(order_id);
}

async function open(look: (typeof LOOKS)[number] = LOOKS[1], key: string | null = ANNA): Promise<Page> {
  const page = await (await browser.newContext({ ...look, locale: "en-GB" })).newPage();
  page.setDefaultTimeout(SOON.timeout);
  page.on("pageerror", (error) => expect.unreachable(error.message));
  await page.goto(`${world.server().url}/operator/`);
  if (key === null) return page;
  await page.getByLabel("Your operator’s key").fill(key);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").waitFor();
  return page;
}
async function look(page: Page, name: string): Promise<void> {
  expect(await foundIn(page), name).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThan(1);
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}-${page.viewportSize()?.width}.png`), fullPage: true });
}
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

it("all is well, and the page says so in two words", async () => {
  for (const each of LOOKS) {
    const page = await open(each);
    await heading(page, "All well");
    await look(page, "well");
    await page.context().close();
  }
});

describe("an order that needs a person", () => {
  it.each(LOOKS)(
    "is settled by keys alone at $viewport.width px, with a reason that stays on record",
    async (each) => {
      const id = `denied-${each.viewport.width}`;
      await stopped(id, "denied");
      const page = await open(each);
      await heading(page, /1 order needs you/);
      await look(page, "needs");
      const card = page.getByRole("article").filter({ hasText: id });
      await expect.poll(() => card.innerText()).toContain("The service declined");
      expect(await card.innerText()).toContain("Release if the user may choose again");
      await card.getByLabel("Why?").focus();
      await page.keyboard.type("Support says: a bank's limit");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText(`${id}: Released: the user may choose again.`).waitFor();
      await heading(page, "All well");
      await page.getByRole("link", { name: "Who did what" }).press("Enter");
      await heading(page, "Who did what");
      await page.getByText("Support says: a bank's limit").first().waitFor();
      await look(page, "audit");
      await page.context().close();
    },
  );

  it("is not settled twice by two persons at once", async () => {
    await stopped("twice", "blocked");
    const pages = [await open(), await open()];
    for (const page of pages)
      await page.getByRole("article").getByLabel("Why?").fill("The customer was called");
    for (const page of pages) await page.getByRole("button", { name: "Acknowledge" }).click();
    await pages[0]?.getByText("twice: Off the list").waitFor();
    await pages[1]?.getByText("twice: Nothing was to be done: somebody else has seen to it").waitFor();
    await Promise.all(pages.map((page) => page.context().close()));
  });

  it("keeps its place and what was typed for it, while others come and are settled", async () => {
    await stopped("first", "denied");
    await stopped("second", "denied");
    const page = await open();
    const second = page.getByRole("article").filter({ hasText: "second" });
    await second.getByLabel("Why?").fill("For the second one");
    await post(`attention/${world.host.site.id}/first/release`, ANNA, { acknowledge: true });
    await stopped("third", "denied");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByRole("article").filter({ hasText: "first" }).getByText("Settled").waitFor();
    expect(await page.getByRole("article").getByRole("link").allTextContents()).toEqual([
      "first",
      "second",
      "third",
    ]);
    expect(await second.getByLabel("Why?").inputValue()).toBe("For the second one");
    await second.getByRole("button", { name: "Release" }).click();
    await page.getByText("second: Released").waitFor();
    const left = page.getByRole("article").filter({ hasText: "third" });
    expect(await left.getByLabel("Why?").inputValue()).toBe("");
    await left.getByLabel("Why?").fill("And this one");
    await left.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText("third: Off the list").waitFor();
    await page.context().close();
  });

  it("is only read by a key that only reads", async () => {
    await stopped("read", "blocked");
    const page = await open(LOOKS[1], BEN);
    await page.getByRole("article").filter({ hasText: "read" }).waitFor();
    expect(await page.getByRole("button", { name: /Release|Acknowledge/ }).count()).toBe(0);
    await page.context().close();
    await post(`attention/${world.host.site.id}/read/release`, ANNA, { acknowledge: true });
  });
});

it("an order is found, its course is read, and it is refunded with a reason", async () => {
  await confirmed("1042");
  for (const each of LOOKS) {
    const page = await open(each);
    await page.getByRole("link", { name: "Orders" }).click();
    await heading(page, "Find an order");
    await page.getByLabel("By").selectOption("Member");
    await page.getByLabel("Which").fill("member-1");
    await page.keyboard.press("Enter");
    await look(page, "found");
    await page.getByRole("link", { name: "1042", exact: true }).click();
    await heading(page, /Order 1042/);
    await page.getByText("Told to the site: redeemed").waitFor();
    await page.getByText("“Your reward is ready”").waitFor();
    await look(page, "order");
    await page.context().close();
  }
  const page = await open();
  await page.goto(`${world.server().url}/operator/#/orders/${world.host.site.id}/1042`);
  await page.getByLabel(/Why refund it/).fill("The wrong card");
  await page.getByRole("button", { name: "Refund" }).click();
  await page.getByText("The order is refunded now.").waitFor();
  await page.getByText("Wanted: a refund, by anna: The wrong card").waitFor();
  const [code] = await world.billed("1042");
  expect(await page.content()).not.toContain(String(code?.codes[0]?.value));
  await page.context().close();
});

it("a webhook that was off is tested, turned on, and what the site lost is sent again", async () => {
  const { id } = world.host.site;
  answer = 410;
  await confirmed("told");
  for (const each of LOOKS) {
    const page = await open(each);
    await heading(page, `No order needs you, but look at Site ${id}`);
    await page.getByText("its receiver answered 410").first().waitFor();
    await look(page, "webhook-lamp");
    await page.context().close();
  }
  const page = await open();
  await page.getByRole("link", { name: "Webhooks" }).first().click();
  await page.getByText("Why it failed: it answered 410").waitFor();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText(`${id} did not take the test: it answered 410.`).waitFor();
  await look(page, "webhooks");
  answer = 200;
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText(`${id} took the test (200).`).waitFor();
  await page.getByLabel(/Why turn it on/).fill("They mended it");
  await page.keyboard.press("Enter");
  await page.getByText(`The webhook of ${id} is on again.`).waitFor();
  await expect.poll(() => new Set(taken).size, SOON).toBeGreaterThan(3);
  const before = new Set(taken).size;
  taken.length = 0;
  await page.getByText("Send again what the site lost").click();
  await page
    .getByLabel("Everything since")
    .fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 16));
  await page.getByLabel(/^Why\?/).fill("Their database was lost");
  await page.keyboard.press("Enter");
  await page.getByText(`events are sent to ${id} again.`).waitFor();
  // The test's event is no event of an order.
  await expect.poll(() => new Set(taken).size, SOON).toBeGreaterThanOrEqual(before - 1);
  await page.getByRole("link", { name: "Who did what" }).click();
  await page.getByText("anna: events sent again").first().waitFor();
  await page.getByText("Their database was lost").waitFor();
  await page.context().close();
});

it("the server is examined, its settings are read, and a report is made, without a secret", async () => {
  for (const each of LOOKS) {
    const page = await open(each);
    await page.getByRole("link", { name: "Server" }).click();
    await heading(page, "Server");
    await page.getByRole("button", { name: "Examine" }).click();
    await page.getByText("Well: ledger").waitFor();
    await page.getByText("FULFILLMENT_API_SECRET").waitFor();
    await page.getByText("sees everything, and changes nothing").waitFor();
    await look(page, "server");
    await page.context().close();
  }
  const page = await open();
  await page.getByRole("link", { name: "Server" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a report" }).click();
  const report = await text((await (await downloading).createReadStream()) as Readable);
  expect(JSON.parse(report)).toMatchObject({ version: expect.any(String), log: expect.any(Array) });
  const codes = (await world.billed("1042")).flatMap((record) =>
    record.codes.map(({ value }) => String(value)),
  );
  const secrets = [ANNA, BEN, SITE_KEY, API_KEY, API_SECRET, WEBHOOK_SECRET, "mara@example.com", ...codes];
  for (const secret of secrets) expect(report).not.toContain(secret);
  await page.context().close();
});

it("asks once in five seconds while it is seen, and not at all while it is hidden", async () => {
  const page = await open();
  await page.clock.install();
  await page.reload();
  await page.getByRole("navigation").waitFor();
  let asked = 0;
  page.on("request", () => asked++);
  for (let step = 0; step < 12; step++) {
    const answered = page.waitForResponse(/operator\/state/, SOON);
    await page.clock.runFor(5_000);
    await answered;
  }
  expect(asked).toBeLessThanOrEqual(12);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
  });
  await page.clock.runFor(5_000);
  asked = 0;
  await page.clock.runFor(60_000);
  expect(asked).toBe(0);
  await page.context().close();
});

it("shows the last state, marked, while the server is away, and goes on by itself", async () => {
  const page = await open();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.context().setOffline(true);
  await page.getByText("The server does not answer. What you see is").waitFor();
  await look(page, "away");
  await page.context().setOffline(false);
  await page.getByText("The server does not answer").waitFor({ state: "detached" });
  await page.context().close();
});

describe.each(ENGINES)("in $name", ({ name, isThere }) => {
  // A missing engine was reported before the tests began, and is an error in CI.
  it.runIf(isThere())("somebody signs in, reads the sentence, and settles an order", async () => {
    const id = `engine-${name.toLowerCase()}`;
    await stopped(id, "denied");
    const tab = await openTab(name);
    try {
      await tab.goto(`${world.server().url}/operator/`);
      let seen = "";
      await vi.waitUntil(async () => {
        seen = await tab.evaluate(settle);
        return seen.includes("Released");
      }, SOON);
      expect(seen).toContain(`${id}: Released: the user may choose again.`);
    } finally {
      await tab.close();
    }
  });
});

/** In the page: the next step of somebody who signs in and releases the first order; what the page says. */
function settle(): string {
  // Nothing of outside is here.
  const key = "the-key-of-anna-which-may-act-0123456789";
  const root = document.querySelector("reward-operator")?.shadowRoot;
  const send = (form: HTMLFormElement | null | undefined, name: string, value: string): void => {
    const field = form?.elements.namedItem(name) as HTMLInputElement | null;
    if (field?.value !== "") return;
    field.value = value;
    form?.requestSubmit(form.querySelector<HTMLButtonElement>("button"));
  };
  send(root?.querySelector("form:has([type=password])"), "key", key);
  send(root?.querySelector("article form"), "reason", "Support says so");
  return root?.querySelector("[role=status]")?.textContent ?? "";
}

it("a wrong key is told, and signing out leaves nothing on the screen", async () => {
  const page = await open(LOOKS[0], null);
  await page.getByLabel("Your operator’s key").fill("x".repeat(40));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("No operator has this key").waitFor();
  await look(page, "sign-in");
  await page.getByLabel("Your operator’s key").fill(ANNA);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await heading(page, "Sign in");
  expect(
    await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).toBe("{}");
  expect(await page.context().cookies()).toEqual([]);
  await page.context().close();
});
