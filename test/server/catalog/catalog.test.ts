/** The catalog's entry of a promotion and its rewards. */
import { describe, expect, it } from "vitest";
import type { Promotion, PromotionReward, RewardRecord } from "../../../server/fulfillment/schemas.ts";
import { CATALOG_MAX_AGE, DETAILS_MAX_AGE } from "../../../server/timing.ts";
import { catalogOver, offer, record } from "./catalog-world.ts";

describe("an entry", () => {
  it("joins the promotion's rewards with their records, in the promotion's order", async () => {
    const { catalog } = catalogOver(
      [offer("B"), offer("A", { state: "no_allocation" }), offer("B", { status: "paused" })],
      [
        record("A", { logo_url: "https://img.example/a.png" }),
        record("B", { in_stock: false, stock_quantity: 0 }),
        record("X"),
      ],
    );
    expect(await catalog.get("42", undefined, "view")).toMatchObject({
      promotion: { id: "42", name: "Autumn", locale: "en_US" },
      available: true,
      rewards: [
        {
          sku: "B",
          name: "Name of B",
          in_stock: false,
          stock_quantity: 0,
          free_value: false,
          description: "About B",
        },
        {
          sku: "A",
          name: "Name of A",
          in_stock: true,
          stock_quantity: 5,
          logo_url: "https://img.example/a.png",
        },
      ],
    });
  });

  it("has one short key for the rewards of one brand, whose records have the same logo", async () => {
    const logo = (name: string) => ({ logo_url: `https://img.example/${name}.png` });
    const { catalog } = catalogOver(
      [offer("A"), offer("B"), offer("C"), offer("D")],
      [record("A", logo("a")), record("B", logo("a")), record("C", logo("c")), record("D")],
    );
    const brands = (await catalog.get("42", undefined, "view")).rewards.map(({ brand }) => brand);
    expect(brands).toEqual([expect.stringMatching(/^[\w-]{8}$/), brands[0], expect.any(String), undefined]);
    expect(brands[2]).not.toBe(brands[0]);
  });

  it("treats a reward that List rewards lacks as in stock", async () => {
    const { catalog } = catalogOver([offer("A")], []);
    expect((await catalog.get("42", undefined, "view")).rewards).toEqual([
      {
        sku: "A",
        name: "Name of A",
        in_stock: true,
        stock_quantity: null,
        free_value: false,
        description: "",
      },
    ]);
  });

  it.each<[string, PromotionReward, RewardRecord, string | undefined]>([
    ["enabled and ready", offer("A"), record("A"), undefined],
    ["enabled without allocation", offer("A", { state: "no_allocation" }), record("A"), undefined],
    ["paused", offer("A", { status: "paused" }), record("A"), "status"],
    ["disabled", offer("A", { status: "disabled" }), record("A"), "status"],
    ["an unknown status", offer("A", { status: "asleep" }), record("A"), "status"],
    ["no status", offer("A", { status: "" }), record("A"), "status"],
    ["invalid", offer("A", { state: "invalid_reward" }), record("A"), "state"],
    [
      "invalid for the flow",
      offer("A", { state: "invalid_reward_for_redemption_flow" }),
      record("A"),
      "state",
    ],
    ["an unknown state", offer("A", { state: "x" }), record("A"), "state"],
    ["free by record, no range", offer("A"), record("A", { free_value: true }), "range"],
    ["free by promotion, no range", offer("A", { variable_value: true }), record("A"), "range"],
    ["free by SKU, no range", offer("A-VAR"), record("A-VAR"), "range"],
    [
      "free by record, with range",
      offer("A"),
      record("A", { free_value: true, range: { min: 5, max: 9 } }),
      undefined,
    ],
    [
      "free by promotion, with range",
      offer("A", { variable_value: true }),
      record("A", { range: { min: 5, max: 9 } }),
      undefined,
    ],
    ["free by SKU, with range", offer("A-VAR"), record("A-VAR", { range: { min: 5, max: 9 } }), undefined],
  ])("%s", async (_, reward, known, reason) => {
    const { catalog } = catalogOver([reward], [known]);
    const entry = await catalog.get("42", undefined, "book");
    expect(entry.rewards.map(({ sku }) => sku)).toEqual(reason ? [] : [reward.sku]);
    expect([...entry.unusable]).toEqual(reason ? [[reward.sku, reason]] : []);
    if (known.range) expect(entry.rewards[0]).toMatchObject({ free_value: true, range: known.range });
  });

  it("does not keep a range for a fixed value", async () => {
    const { catalog } = catalogOver([offer("A")], [record("A", { range: { min: 1, max: 2 } })]);
    expect((await catalog.get("42", undefined, "view")).rewards[0]?.range).toBeUndefined();
  });

  it.each<[string, Partial<Promotion>, string | undefined]>([
    ["enabled and ready", { status: "enabled", state: "ready" }, undefined],
    ["nothing known", {}, undefined],
    ["another status", { status: "disabled" }, "status"],
    ["another state", { state: "draft" }, "state"],
    ["ends later", { end_datetime: "2026-11-20T12:00:01Z" }, undefined],
    ["ends now", { end_datetime: "2026-11-20T12:00:00Z" }, "ended"],
    ["ended, with a zone", { end_datetime: "2026-11-20T13:59:59+02:00" }, "ended"],
    // A date without a zone is UTC, independent of the machine's zone: the tests run in another one.
    ["ended, without a zone", { end_datetime: "2026-11-20T11:59:59" }, "ended"],
    ["ended, without a zone, with a space", { end_datetime: "2026-11-20 11:59:59" }, "ended"],
    ["ends later, without a zone", { end_datetime: "2026-11-20T12:00:01" }, undefined],
    ["starts later, without a zone", { start_datetime: "2026-11-20T12:00:01" }, "not_started"],
    ["no end", { end_datetime: null }, undefined],
    ["an end that cannot be read", { end_datetime: "soon" }, undefined],
    ["starts later", { start_datetime: "2026-11-20T12:00:01Z" }, "not_started"],
    ["starts now", { start_datetime: "2026-11-20T12:00:00Z" }, undefined],
  ])("of a promotion: %s", async (_, promotion, closed) => {
    const { catalog, service } = catalogOver();
    Object.assign(service.promotion, promotion);
    expect(await catalog.get("42", undefined, "view")).toMatchObject({
      available: closed === undefined,
      closed,
    });
  });

  it("closes when the promotion ends, without another read", async () => {
    const { catalog, service, clock, counts } = catalogOver();
    service.promotion = { ...service.promotion, end_datetime: "2026-11-20T12:00:10Z" };
    const before = await catalog.get("42", undefined, "view");
    await clock.advance(10_000);
    const after = await catalog.get("42", undefined, "book");
    expect([before.available, after.available]).toEqual([true, false]);
    expect(after.version).not.toBe(before.version);
    expect(counts.promotion).toBe(1);
  });

  it("has a version that follows the content and only that, and is the same object meanwhile", async () => {
    const { catalog, service, clock } = catalogOver();
    const look = () => catalog.get("42", undefined, "view");
    const first = await look();
    expect(await look()).toBe(first);
    await clock.advance(CATALOG_MAX_AGE);
    expect((await look()).version).toBe(first.version);
    service.records = [record("A", { stock_quantity: 4 })];
    await clock.advance(CATALOG_MAX_AGE);
    expect((await look()).version).not.toBe(first.version);
    expect(
      Object.isFrozen(first) && Object.isFrozen(first.rewards) && Object.isFrozen(first.rewards[0]),
    ).toBe(true);
  });
});

describe("details", () => {
  it("are read once an hour and reward", async () => {
    const { catalog, counts, clock, service } = catalogOver();
    service.takes = 50;
    const all = Promise.all(Array.from({ length: 100 }, () => catalog.details("A")));
    await clock.advance(50);
    expect(new Set(await all).size).toBe(1);
    service.takes = 0;
    expect(await catalog.details("A")).toEqual({
      how_to_use_instructions: "how",
      important_instructions: "!",
      terms_and_conditions: "terms",
    });
    await catalog.details("B");
    expect(counts.reward).toBe(2);
    await clock.advance(DETAILS_MAX_AGE);
    await catalog.details("A");
    expect(counts.reward).toBe(3);
    service.failsReward = "unavailable";
    await clock.advance(DETAILS_MAX_AGE);
    expect(await catalog.details("A")).toMatchObject({ how_to_use_instructions: "how" });
  });

  it("of a reward without a record are empty", async () => {
    const { catalog, service } = catalogOver();
    service.failsReward = "not_found";
    expect(await catalog.details("A")).toEqual({
      how_to_use_instructions: "",
      important_instructions: "",
      terms_and_conditions: "",
    });
  });
});
