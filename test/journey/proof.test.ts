/** "Pull the plug": whatever the page breaks, the service's own record has one code for each order. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { CodeRecord } from "../../demo/fulfillment/app.ts";
import { foundIn } from "./axe.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, startDemo } from "./world.ts";

vi.setConfig({ ...JOURNEY_TIMEOUTS, testTimeout: 120_000 });

const PATH = "/demo/proof/";
/** The longest story, with a busy machine. */
const PLAYED = { timeout: 90_000 } as const;
const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost)[:/]/;

let demo: Demo;
let shopper: Shopper;
let control: string;
const elsewhere: string[] = [];
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());
beforeEach(async () => {
  shopper = await demo.shopper();
  shopper.page.on("request", (request) => {
    if (!LOOPBACK.test(request.url())) elsewhere.push(request.url());
  });
  await shopper.page.goto(`${demo.server.url}${PATH}`);
  await isReady();
  control = new URL((await shopper.page.locator("#control").getAttribute("href")) ?? "").origin;
});
afterEach(async () => {
  expect(await shopper.violations()).toEqual([]);
  expect(elsewhere).toEqual([]);
  await shopper.close();
});

/** The page has an order whose reward is reserved, and nothing is under way. */
const isReady = async () => {
  await expect
    .poll(() => shopper.page.locator("#story").textContent(), PLAYED)
    .toMatch(/about to confirm|One order, one code/);
  await shopper.page.locator("#new-order:not([aria-disabled])").waitFor(PLAYED);
};
const orderId = async () => (await shopper.page.locator("#order").textContent()) ?? "";
/** The codes that the service made for an order, by its own record. */
async function billed(order: string): Promise<CodeRecord[]> {
  const { data } = (await (await fetch(`${control}/control/codes`)).json()) as { data: CodeRecord[] };
  return data.filter(({ order_id }) => order_id.startsWith(`proof.${order}.`));
}
async function press(name: RegExp): Promise<void> {
  const { page } = shopper;
  const button = page.locator(".plugs").getByRole("button", { name });
  if (!(await button.isVisible())) await page.locator(".plugs summary").click();
  await button.click();
}
/** What is broken works again: what the page itself asks for when its button is pressed a second time. */
const mend = (order: string): Promise<number> =>
  shopper.page.evaluate(async (order_id) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ order_id, plug: "mend" });
    return (await fetch("plug", { method: "POST", headers, body })).status;
  }, order);
const isOver = async (): Promise<void> => {
  await shopper.page.locator('#story[data-look="good"]').waitFor(PLAYED);
  await isReady();
};
const counter = async (id: string) => Number(await shopper.page.locator(`#${id}`).textContent());

/** The order of the page has one code, by the service's record, and page, phones and care desk say so. */
async function expectOneCode(): Promise<string> {
  const { page } = shopper;
  const order = await orderId();
  const codes = await billed(order);
  expect(codes).toHaveLength(1);
  const shown = await page.locator("reward-redemption [part~=code-value]").allTextContents();
  const value = codes[0]?.codes.find(({ usage }) => usage === "primary")?.value;
  expect(new Set(shown.map((each) => each.trim()))).toEqual(new Set([value]));
  await page.getByText("One code made and billed").waitFor();
  await page.getByText("Issued: one code, ready for the customer").waitFor();
  expect(await counter("most")).toBe(1);
  return order;
}

const happened = (words: string) => shopper.page.locator("#calls").getByText(words).first();

it.each([
  [/^The reservation ends/, "Refused, nothing billed"],
  [/^Stock runs out/, "Refused, nothing billed"],
  [/^The ledger is put back/, "Look for the order"],
] as const)("%s: the order has one code, and the page says what happened", async (name, words) => {
  await press(name);
  await isOver();
  await happened(words).waitFor();
  await expectOneCode();
});

it("The provider is down: the customer waits, and has one code once it works again", async () => {
  await press(/^The provider is down/);
  await happened("The provider is down").waitFor(PLAYED);
  await shopper.page.getByText("The customer is told to wait").waitFor();
  expect(await billed(await orderId())).toEqual([]);
  expect(await mend(await orderId())).toBe(200);
  await isOver();
  await expectOneCode();
});

it("The phone loses its network, and has it back with a second press", async () => {
  const { page } = shopper;
  const button = page.getByRole("button", { name: /^The phone loses its network/ });
  await button.click();
  await page.getByText("No network", { exact: true }).waitFor();
  await happened("The phone’s network is cut here").waitFor();
  await button.press("Enter");
  await page.getByText("Online", { exact: true }).waitFor({ timeout: 4_000 });
  await isOver();
  await expectOneCode();
});

it("The answer is lost, Two tabs confirm at once: each order on the page has a code of its own", async () => {
  const { page } = shopper;
  await press(/^The answer is lost/);
  await isOver();
  await happened("504").waitFor();
  const first = await expectOneCode();
  await page.getByRole("button", { name: "New order" }).click();
  await isReady();
  await press(/^Two tabs confirm at once/);
  await isOver();
  expect(await expectOneCode()).not.toBe(first);

  await page.locator(".plugs summary").click();
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
    ["light", 320],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    // Two phones show the same widget, whose regions have the same names.
    expect([width, await foundIn(page, ["landmark-unique"])]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

it("begins again with the demo, also after a kill: another order, and counters from one", async () => {
  const before = await orderId();
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${control}/control/reset`, { method: "POST", headers, body: "{}" })).status).toBe(200);
  await expect.poll(orderId, PLAYED).not.toBe(before);
  await isReady();
  await press(/^The token server is killed/);
  const lamp = (look: string) => shopper.page.locator(`#lamp-server[data-lamp="${look}"]`).waitFor(PLAYED);
  await lamp("bad");
  await isOver();
  await lamp("good");
  await shopper.page.locator('#lamp-calls[data-lamp="good"]').waitFor(PLAYED);
  await happened("The token server is killed here").waitFor();
  await expectOneCode();
  expect([await counter("orders"), await counter("codes")]).toEqual([1, 1]);
});
