import { describe, expect, it } from "vitest";
import { BRANDS } from "../../../../demo/fulfillment/catalog/brands.ts";
import { LARGE_COUNT, LARGE_ROWS } from "../../../../demo/fulfillment/catalog/large.ts";
import { CATALOG, LARGE_REWARDS } from "../../../../demo/fulfillment/catalog/rewards.ts";
import type { Promotion } from "../../../../demo/fulfillment/resources.ts";
import { setUp } from "../harness.ts";

/** About as many as the first screen of a phone or a desktop shows. */
const FIRST_SCREEN = 24;

const OCCASION = / (Birthday|Thank You|Anniversary|Graduation|Wedding|New Home|Welcome) Gift Card/;

const differing = <T>(of: (reward: (typeof LARGE_REWARDS)[number]) => T, count?: number): number =>
  new Set(LARGE_REWARDS.slice(0, count).map(of)).size;

describe("the large catalog", () => {
  it("is one promotion with all of its rewards", async () => {
    const { data } = await setUp().api<Promotion>("GET", "/promotions/4010");
    expect(data.rewards).toHaveLength(LARGE_COUNT);
    expect(data.rewards.every(({ status, state }) => status === "enabled" && state === "ready")).toBe(true);
  });

  it("has every SKU and every name once, and none of another promotion", () => {
    expect(LARGE_ROWS).toHaveLength(LARGE_COUNT);
    expect(differing(({ sku }) => sku)).toBe(LARGE_COUNT);
    expect(differing(({ name }) => name)).toBe(LARGE_COUNT);
    for (const reward of LARGE_REWARDS) expect(CATALOG.get(reward.sku)).toBe(reward);
  });

  it("names brand, occasion and price, so that each can be searched", () => {
    for (const { name, brand, sku, worth } of LARGE_REWARDS) {
      expect(name).toMatch(
        / (?:Birthday|Thank You|Anniversary|Graduation|Wedding|New Home|Welcome) Gift Card/,
      );
      expect(name.startsWith(brand.name)).toBe(true);
      expect(name).toMatch(typeof worth === "number" ? / \$\d+$/ : /, \$\d+ to \$\d+$/);
      expect(typeof worth === "object").toBe(sku.endsWith("-VAR"));
    }
  });

  it("shows many brands, occasions and prices at once", () => {
    expect(differing(({ brand }) => brand.key, FIRST_SCREEN)).toBe(BRANDS.length);
    expect(differing(({ name }) => OCCASION.exec(name)?.[1], FIRST_SCREEN)).toBeGreaterThan(5);
    expect(differing(({ worth }) => JSON.stringify(worth), FIRST_SCREEN)).toBeGreaterThan(10);
  });

  it("has rewards with few left and rewards with none left", () => {
    expect(LARGE_REWARDS.filter(({ stock }) => stock === 0).length).toBeGreaterThan(10);
    expect(LARGE_REWARDS.filter(({ stock }) => stock !== null && stock > 0).length).toBeGreaterThan(10);
    expect(LARGE_REWARDS.filter(({ stock }) => stock === null).length).toBeGreaterThan(LARGE_COUNT / 2);
  });
});
