/** "Pull the plug": whatever the page breaks, the service's own record has one code for each order. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CodeRecord } from "../../demo/fulfillment/app.ts";
import type { Shopper } from "./shopper.ts";
import { type Demo, JOURNEY_TIMEOUTS, startDemo } from "./world.ts";

// The provider is down for 20 s, and the token server waits up to 15 s before it tries again.
vi.setConfig({ ...JOURNEY_TIMEOUTS, testTimeout: 120_000 });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
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
async function plays(name: RegExp): Promise<void> {
  const { page } = shopper;
  const button = page.locator(".plugs").getByRole("button", { name });
  if (!(await button.isVisible())) await page.locator(".plugs summary").click();
  await button.click();
  await page.locator('#story[data-look="good"]').waitFor(PLAYED);
  await isReady();
}
const counter = async (id: string) => Number(await shopper.page.locator(`#${id}`).textContent());

const PLUGS = [
  [/^The answer is lost/, "504"],
  [/^The phone loses its network/, "The phone’s network is cut here"],
  [/^Two tabs confirm at once/, "1 code made"],
  [/^The provider is down/, "The provider is down"],
  [/^The token server is killed/, "The token server is killed here"],
  [/^The reservation ends/, "Refused, nothing billed"],
  [/^Stock runs out/, "Refused, nothing billed"],
  [/^The ledger is put back/, "Look for the order"],
] as const;

describe.each(PLUGS)("%s", (name, seen) => {
  it("makes one code for each order, twice, and says what happened", async () => {
    const { page } = shopper;
    const made = new Set<string>();
    for (const _ of ["once", "again"]) {
      await plays(name);
      const order = await orderId();
      made.add(order);
      expect(await billed(order)).toHaveLength(1);
      await page.locator("#calls").getByText(seen).first().waitFor();
      const shown = await page.locator("reward-redemption [part~=code-value]").allTextContents();
      const [code] = await billed(order);
      const values = new Set([code?.codes.find(({ usage }) => usage === "primary")?.value]);
      expect(new Set(shown.map((each) => each.trim()))).toEqual(values);
      await page.getByText("One code made and billed").waitFor();
      await page.getByText("Issued: one code, ready for the customer").waitFor();
      await page.getByRole("button", { name: "New order" }).click();
      await isReady();
    }
    expect(made.size).toBe(2);
    expect(await counter("most")).toBe(1);
  });
});

it("gives the phone its network back with a second press", async () => {
  const { page } = shopper;
  const button = page.getByRole("button", { name: /^The phone loses its network/ });
  await button.click();
  await page.getByText("No network", { exact: true }).waitFor();
  await button.press("Enter");
  await page.getByText("Online", { exact: true }).waitFor({ timeout: 4_000 });
  await page.locator('#story[data-look="good"]').waitFor(PLAYED);
});

it("begins again with the demo: another order, and counters from one", async () => {
  await plays(/^The answer is lost/);
  const before = await orderId();
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${control}/control/reset`, { method: "POST", headers, body: "{}" })).status).toBe(200);
  await expect.poll(orderId, PLAYED).not.toBe(before);
  await isReady();
  await plays(/^The token server is killed/);
  expect(await billed(await orderId())).toHaveLength(1);
  expect([await counter("orders"), await counter("codes")]).toEqual([1, 1]);
});

it("axe finds nothing, light and dark, and nothing scrolls sideways", async () => {
  const { page } = shopper;
  await page.locator(".plugs summary").click();
  await plays(/^Two tabs/);
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 390],
    ["light", 320],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string }[] }> };
      };
      // Two phones show the same widget, whose regions have the same names.
      const rules = { "landmark-unique": { enabled: false } };
      return (await axe.run({ rules })).violations.map(({ id, ...rest }) => [id, JSON.stringify(rest)]);
    });
    expect([width, found]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});
