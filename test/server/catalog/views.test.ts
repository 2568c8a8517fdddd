/** The rewards that a session's limits leave, and that sessions with equal limits share one list. */
import { describe, expect, it } from "vitest";
import { type CatalogEntry, type CatalogReward, makeEntry } from "../../../server/catalog/entry.ts";
import type { Limited } from "../../../server/catalog/offer.ts";
import { catalogViews } from "../../../server/catalog/views.ts";
import { limitsOf, UNPINNED } from "../../../server/rows/order.ts";

const WORTHS = [10, 25, 50, 100];
const FREE_EVERY = 10;

/** Rewards of four known values, one of an unknown one, and every tenth of a free value from `10 + its round`. */
function entryOf(count: number, described = "A gift for many occasions."): CatalogEntry {
  const skus = Array.from({ length: count }, (_, n) => (n % FREE_EVERY === 0 ? `S${n}-VAR` : `S${n}`));
  return makeEntry(
    {
      id: "1",
      name: "P",
      locale: "en_US",
      rewards: skus.map((sku) => ({
        sku,
        name: sku,
        variable_value: false,
        status: "enabled",
        state: "ready",
      })),
    },
    new Map(
      skus.map((sku, n) => [
        sku,
        {
          sku,
          in_stock: true,
          stock_quantity: null,
          free_value: n % FREE_EVERY === 0,
          range: { min: 20, max: 250 },
          description: `${described} ${n}`,
          how_to_use_instructions: "",
          important_instructions: "",
          terms_and_conditions: "",
        },
      ]),
    ),
    undefined,
    new Map(
      skus.flatMap((sku, n) => (n === 1 ? [] : [[sku, { amount: WORTHS[n % WORTHS.length] as number }]])),
    ),
  );
}

const NO_LIMITS = limitsOf({ ...UNPINNED, promotion_id: "1", email: null, delivery: "redeem" });
const limited = (own: Partial<Limited>): Limited => ({ ...NO_LIMITS, currency: null, ...own });

const views = () =>
  catalogViews({ register: () => undefined, get: async () => undefined }, "https://rewards.example");

describe("the list of rewards", () => {
  it.each<[string, Partial<Limited>, (reward: CatalogReward) => boolean]>([
    ["no limit", {}, ({ free_value }) => !free_value],
    ["a fixed amount", { amount: "30" }, () => true],
    ["an amount outside every range", { amount: "5" }, ({ free_value }) => !free_value],
    ["a cap above everything", { max_amount: "250" }, () => true],
    [
      "a cap of 25",
      { max_amount: "25" },
      ({ free_value, value }) => free_value || value === undefined || value.amount <= 25,
    ],
    [
      "a cap below the lowest free value",
      { max_amount: "19" },
      ({ free_value, value }) => !free_value && (value === undefined || value.amount <= 19),
    ],
    [
      "a cap in a currency that the known values do not name",
      { max_amount: "250", currency: "USD" },
      ({ free_value, value }) => free_value || value === undefined,
    ],
    ["a choice of SKUs", { skus: ["S3", "S10-VAR", "S12"] }, ({ sku }) => ["S3", "S12"].includes(sku)],
    [
      "a choice of SKUs and a cap",
      { skus: ["S3", "S10-VAR", "S12"], max_amount: "25" },
      ({ sku }) => ["S10-VAR", "S12"].includes(sku),
    ],
  ])("show under %s what it leaves, in order, with ranges as the service has them", (_, limits, isLeft) => {
    const entry = entryOf(100);
    const shown = JSON.parse(views().list(entry, limited(limits)).json) as {
      sku: string;
      min_amount?: string;
    }[];
    expect(shown.map(({ sku }) => sku)).toEqual(entry.rewards.filter(isLeft).map(({ sku }) => sku));
    for (const { sku, min_amount } of shown) expect(min_amount).toBe(sku.endsWith("-VAR") ? "20" : undefined);
  });

  it("is made once for equal limits while the content is the same, however often it was read", () => {
    const { list } = views();
    const first = list(entryOf(50), limited({ max_amount: "25" }));
    expect(list(entryOf(50), limited({ max_amount: "25" }))).toBe(first);
    expect(list(entryOf(50), limited({ max_amount: "25", currency: "USD" }))).not.toBe(first);
    expect(list(entryOf(50), limited({ max_amount: "26" }))).not.toBe(first);
    expect(list(entryOf(50, "Another text."), limited({ max_amount: "25" })).etag).not.toBe(first.etag);
  });
});
