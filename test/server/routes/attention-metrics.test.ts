/** Counts of orders that need a person, and of overdue orders: in the metrics and in `/readyz?details`. */
import { describe, expect, it } from "vitest";
import { REASONS } from "../../../server/redemption/needs-person.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { asOperator as headers, OPERATOR_KEY, operatorIn } from "./operator.ts";

useWorld({ OPERATOR_KEY, LIMIT_SESSION_PER_MINUTE: "10000" });

const { release, metric, stopped } = operatorIn(() => world);

describe("the metrics", () => {
  it("name every reason, zeros included, and how long the oldest waits", async () => {
    for (const reason of REASONS) expect(await metric(`attention_orders{reason="${reason}"}`)).toBe(0);
    expect(await metric("attention_oldest_seconds")).toBe(0);
    await stopped("a");
    await stopped("b");
    await stopped("c", "blocked");
    await world.pass(5 * MINUTE);
    expect(await metric('attention_orders{reason="denied"}')).toBe(2);
    expect(await metric('attention_orders{reason="blocked"}')).toBe(1);
    expect(await metric("attention_oldest_seconds")).toBeGreaterThanOrEqual(300);
    for (const order_id of ["a", "b", "c"]) await release(order_id);
    expect(await metric('attention_orders{reason="denied"}')).toBe(0);
    expect(await metric("attention_oldest_seconds")).toBe(0);
  });

  it("count what is unfinished, and say for how long nobody has taken it up", async () => {
    expect([await metric("unfinished_orders"), await metric("overdue_oldest_seconds")]).toEqual([0, 0]);
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    expect([await metric("unfinished_orders"), await metric("overdue_oldest_seconds")]).toEqual([1, 0]);
    await world.until(world.server.stop());
    await world.pass(40 * MINUTE);
    expect(await metric("unfinished_orders")).toBe(1);
    expect(await metric("overdue_oldest_seconds")).toBeGreaterThan(9 * 60);
  });

  it("say when the ledger does not answer, and are answered all the same", async () => {
    expect(await metric("ledger_up")).toBe(1);
    world.ledger.standing = () => Promise.reject(new Error("gone"));
    const { status, text } = await world.request("/metrics", { headers });
    expect(status).toBe(200);
    expect(text).toContain("reward_redemption_ledger_up 0");
    expect(text).not.toContain("attention_orders{");
  });

  it("ask the ledger once", async () => {
    const asked: string[] = [];
    const { standing } = world.ledger;
    world.ledger.standing = () => {
      asked.push("standing");
      return standing.call(world.ledger);
    };
    await world.request("/metrics", { headers });
    expect(asked).toEqual(["standing"]);
  });
});

describe("readyz with details", () => {
  it("warns while an order needs a person", async () => {
    const warnings = async () => {
      const { data, status } = await world.request("/readyz?details", { headers });
      expect(status).toBe(200);
      return (data as unknown as { warnings: { code: string; message: string }[] }).warnings.filter(
        ({ code }) => code === "attention",
      );
    };
    expect(await warnings()).toEqual([]);
    await stopped("o");
    await stopped("p", "blocked");
    expect(await warnings()).toEqual([
      { code: "attention", message: "2 orders need a person: denied 1, blocked 1. See GET /v1/attention." },
    ]);
  });
});
