/** Answers to operators: metrics, and low budgets and stocks. */
import { describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { SITE_KEY } from "../../support/world.ts";
import { metricLine, OPERATOR_KEY } from "./operator.ts";

const SITES = JSON.stringify([
  { id: "shop", key: SITE_KEY, origins: ["https://shop.example"], promotions: ["4001"], client_id: 701 },
]);

useWorld({ OPERATOR_KEY, SITES });

const ask = (path: string, key: string | undefined = OPERATOR_KEY) =>
  world.request(path, { headers: { Authorization: `Bearer ${key}` } });
interface Told {
  warnings: { code: string; message: string }[];
  budgets: { client_id: string; balance: number; thresholds: number[] }[] | null;
  stocks: { sku: string; in_stock: boolean; quantity: number | null }[] | null;
}
const details = async (): Promise<Told> => (await ask("/readyz?details")).data as unknown as Told;
const metric = (line: string | RegExp) => metricLine(world, line);
/** Answers as if the client's budget stood there. */
const budgetOf = (balance: unknown, budget_alerts: unknown[]) => (path: string, text: string) =>
  path.includes("/clients")
    ? text.replace(
        /"balance":[^,]+,"budget_alerts":\[[^\]]*\]/,
        `"balance":${JSON.stringify(balance)},"budget_alerts":${JSON.stringify(budget_alerts)}`,
      )
    : text;
const codes = ({ warnings }: Told): string[] => warnings.map(({ code }) => code);

describe("readiness", () => {
  it("without details is for everyone and says nothing more", async () => {
    expect((await world.request("/readyz")).data).toEqual({ status: "ready", environment: "production" });
  });

  it("sends everybody elsewhere once the process is about to end, which goes on working", async () => {
    const browser = await world.browser();
    world.server.drain();
    const { status, data } = await world.request("/readyz");
    expect([status, data.status]).toEqual([503, "unavailable"]);
    expect((await world.request("/healthz")).status).toBe(200);
    expect((await browser.post("/v1/order/book", { sku: SKU })).status).toBe(201);
  });
});

describe("the budget", () => {
  it("is told with its alerts, and follows what is billed", async () => {
    const { balance: before = 0 } = (await details()).budgets?.[0] ?? {};
    expect(before).toBeGreaterThan(0);
    expect(await metric("reward_redemption_budget_balance{")).toContain(` ${before}`);
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    await world.pass(5 * 60_000);
    const { balance: after = 0 } = (await details()).budgets?.[0] ?? {};
    expect(before - after).toBeGreaterThan(20);
    expect(await metric('reward_redemption_reading_age_seconds{reading="budget"}')).toMatch(/ 0$/);
  });

  it.each<[string, unknown, unknown[], string[], string]>([
    ["above its alerts", 501, [500, 100], [], "0"],
    ["at an alert", 500, [500, 100], ["budget_low"], "1"],
    ["empty", 0, [500], ["budget_empty"], "1"],
    ["in debt", { amount: -20, currency: "EUR" }, [], ["budget_empty"], "1"],
  ])("%s", async (_, balance, alerts, warnings, low) => {
    world.tamper = budgetOf(balance, alerts);
    const told = await details();
    expect(codes(told).filter((code) => code.startsWith("budget"))).toEqual(warnings);
    expect(await metric("reward_redemption_budget_low{")).toBe(
      `reward_redemption_budget_low{client_id="701"} ${low}`,
    );
  });

  it("without a balance that can be read is unknown, and no number is invented", async () => {
    world.tamper = budgetOf("plenty", []);
    expect(codes(await details())).toContain("budget_unknown");
    expect(await metric("reward_redemption_budget_balance{")).toBeUndefined();
  });

  it("of a client that cannot be read is named, and hides no other", async () => {
    const site = (id: string, client_id: number) => ({
      id,
      key: `${id}-7Qm2xV9kTf4Zc8Lw1Rb6Hs3NjPy5DgWe`,
      origins: [`https://${id}.example`],
      promotions: id === "one" ? ["4001", "4900", "9999"] : ["4003"],
      client_id,
    });
    await anotherWorld({ OPERATOR_KEY, SITES: JSON.stringify([site("one", 701), site("two", 999)]) });
    const told = await details();
    expect(told.budgets).toMatchObject([{ client_id: "701" }]);
    expect(told.warnings.map(({ message }) => message)).toEqual([
      "The budget cannot be read: client 999.",
      expect.stringMatching(/^Out of stock: /),
      "The stock cannot be read: promotion 4900.",
      "The stock cannot be read: promotion 9999.",
      // Its costs are asked for that client.
      "The stock cannot be read: promotion 4003.",
    ]);
    expect(await metric('reward_redemption_reading_missing{reading="stock"}')).toMatch(/ 3$/);
  });

  it("is that of all clients the credentials reach where a site names none", async () => {
    await anotherWorld({ OPERATOR_KEY });
    expect((await details()).budgets).toMatchObject([{ client_id: "701" }]);
    expect(world.control.calls.map(({ operation }) => operation)).toContain("list_clients");
  });
});

describe("the stock", () => {
  it("is told for each reward that can be had, once, and zero is a warning by name", async () => {
    world.control.setStock(SKU, 0);
    const told = await details();
    expect(told.stocks?.find(({ sku }) => sku === SKU)).toEqual({ sku: SKU, in_stock: false, quantity: 0 });
    const names = told.stocks?.map(({ sku }) => sku) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(told.warnings.find(({ code }) => code === "out_of_stock")?.message).toContain(SKU);
    expect(await metric(`reward_redemption_reward_in_stock{sku="${SKU}"}`)).toMatch(/ 0$/);
    expect(await metric(`reward_redemption_reward_stock{sku="${SKU}"}`)).toMatch(/ 0$/);
  });

  it("that a budget decides has no number", async () => {
    const free = (await details()).stocks?.find(({ quantity }) => quantity === null);
    expect(free).toMatchObject({ in_stock: true });
    expect(await metric(`reward_redemption_reward_in_stock{sku="${free?.sku}"}`)).toMatch(/ 1$/);
    expect(await metric(`reward_redemption_reward_stock{sku="${free?.sku}"}`)).toBeUndefined();
  });
});

describe("a scrape", () => {
  it("asks the service once in five minutes, however many come", async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask("/metrics")));
    const asked = world.control.calls.length;
    for (let n = 0; n < 4; n++) {
      await world.pass(60_000);
      await ask("/metrics");
    }
    expect(world.control.calls).toHaveLength(asked);
    await world.pass(61_000);
    await ask("/metrics");
    expect(world.control.calls.length).toBeGreaterThan(asked);
  });

  it("is answered while the service is down, and says so", async () => {
    for (const operation of ["get_client", "get_promotion"] as const)
      world.control.fault({ operation, kind: "server_error", status: 503, times: "always" });
    expect((await ask("/metrics")).text).toContain('reward_redemption_reading_up{reading="budget"} 0');
    const told = await details();
    expect(codes(told)).toEqual(["budget_unknown", "stock_unknown"]);
    expect([told.budgets, told.stocks]).toEqual([null, null]);
    expect((await ask("/readyz?details")).status).toBe(200);
  });

  it("is answered within Prometheus' 10 s while the service hangs", async () => {
    world.control.fault({ operation: "get_client", kind: "slow", delay_ms: 60_000, times: "always" });
    const before = world.clock.monotonic();
    await ask("/metrics");
    expect(world.clock.monotonic() - before).toBeLessThan(10_000);
  });
});
