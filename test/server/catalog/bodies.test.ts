/** Sessions whose limits differ share the catalog's bytes wherever they hide the same rewards. */
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CatalogBodies, type Rendered } from "../../../server/catalog/bodies.ts";
import { type CatalogEntry, type CatalogReward, makeEntry } from "../../../server/catalog/entry.ts";
import { shownOf } from "../../../server/offer.ts";
import type { Pins } from "../../../server/redemption/model.ts";

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

const pins = (own: Partial<Pins>): Pins => ({
  promotion_id: "1",
  email: "user@example.com",
  delivery: "redeem",
  skus: null,
  amount: null,
  max_amount: null,
  customization: null,
  ...own,
});

const create = (maxBytes = 10_000_000) =>
  new CatalogBodies({ write: (reward: CatalogReward) => JSON.stringify(reward), maxBytes });

const read = (rendered: Rendered): CatalogReward[] =>
  JSON.parse(Buffer.from(rendered.plain()).toString()).data as CatalogReward[];

describe("the catalog's bytes", () => {
  it("are made once for 300 caps that hide the same, and once more for each that hides something else", () => {
    const [bodies, entry] = [create(), entryOf(200)];
    for (let cap = 101; cap <= 400; cap++)
      bodies.of(entry, shownOf(entry, pins({ max_amount: String(cap) })));
    expect(bodies.made).toBe(1);
    for (let cap = 1; cap <= 400; cap++) bodies.of(entry, shownOf(entry, pins({ max_amount: String(cap) })));
    // Below 10, and from 10, 20 (the lowest free value), 25, 50 and 100.
    expect(bodies.made).toBe(6);
    for (let each = 20; each <= 250; each++) bodies.of(entry, shownOf(entry, pins({ amount: String(each) })));
    expect(bodies.made).toBe(6);
  });

  it.each<[string, Partial<Pins>, (reward: CatalogReward) => boolean]>([
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
    ["a choice of SKUs", { skus: ["S3", "S10-VAR", "S12"] }, ({ sku }) => ["S3", "S12"].includes(sku)],
    [
      "a choice of SKUs and a cap",
      { skus: ["S3", "S10-VAR", "S12"], max_amount: "25" },
      ({ sku }) => ["S10-VAR", "S12"].includes(sku),
    ],
  ])("show under %s what it leaves, in order, with ranges as the service has them", (_, limits, isLeft) => {
    const [bodies, entry] = [create(), entryOf(100)];
    const shown = read(bodies.of(entry, shownOf(entry, pins(limits))));
    expect(shown).toEqual(JSON.parse(JSON.stringify(entry.rewards.filter(isLeft))));
  });

  it("are found again under the same limits without a look at any reward, until the entry is another one", () => {
    const bodies = create();
    const [one, other] = [entryOf(50), entryOf(50, "Another text.")];
    const limits = pins({});
    let looks = 0;
    const isShown = () => {
      looks++;
      return true;
    };
    const first = bodies.of(one, isShown, limits);
    expect(bodies.of(one, isShown, limits)).toBe(first);
    expect(looks).toBe(50);
    expect(bodies.of(other, isShown, limits)).not.toBe(first);
    expect(looks).toBe(100);
    expect(bodies.of(one, () => false, pins({}))).not.toBe(first);
  });

  it("are kept while the content is the same, however often it was read, and not beyond", () => {
    const bodies = create();
    const all = () => true;
    const first = bodies.of(entryOf(50), all);
    expect(bodies.of(entryOf(50), all)).toBe(first);
    expect(bodies.of(entryOf(50, "Another text."), all).etag).not.toBe(first.etag);
    expect(bodies.made).toBe(2);
  });

  it("take no more memory than allowed; those used last stay", () => {
    const entry = entryOf(200);
    const only = (n: number) => (reward: CatalogReward) => reward !== entry.rewards[n];
    const size = (create().of(entry, only(0)).zipped?.().length ?? 0) + 100;
    const bodies = create(size * 5);
    const kept = bodies.of(entry, only(0));
    for (let n = 1; n < 50; n++) {
      bodies.of(entry, only(n));
      expect(bodies.bytes).toBeLessThanOrEqual(size * 5);
      expect(bodies.of(entry, only(0))).toBe(kept);
    }
    bodies.of(entry, only(1));
    expect(bodies.made).toBe(51);
  });

  it.each(["Für jede Gelegenheit", "贈り物", "🎁 – 10 €"])(
    "stay as they are while others are made: %s",
    (text) => {
      const [bodies, entry] = [create(), entryOf(60, text)];
      const shown = (from: number, to: number) =>
        bodies.of(entry, (reward) => entry.rewards.slice(from, to).includes(reward));
      const ranges = [
        [0, 60],
        [20, 40],
        [3, 4],
        [7, 7],
      ] as const;
      const made = ranges.map(([from, to]) => shown(from, to));
      shown(30, 60);
      const left = ranges.map(([from, to]) => JSON.parse(JSON.stringify(entry.rewards.slice(from, to))));
      expect(made.map(read)).toEqual(left);
      const zipped = made.flatMap((each, n) => (each.zipped ? [[each.zipped(), left[n]] as const] : []));
      expect(zipped).toHaveLength(2);
      for (const [bytes, rewards] of zipped)
        expect(JSON.parse(gunzipSync(bytes).toString()).data).toEqual(rewards);
    },
  );

  it("say the same unpacked", () => {
    const [bodies, entry] = [create(), entryOf(60)];
    const whole = bodies.of(entry, () => true);
    const [zipped, plain] = [whole.zipped?.() ?? new Uint8Array(), whole.plain()];
    expect(gunzipSync(zipped)).toEqual(Buffer.from(plain));
    expect(zipped.length * 3).toBeLessThan(plain.length);
    const short = bodies.of(entry, (reward) => reward === entry.rewards[1]);
    expect([short.zipped, read(short).length]).toEqual([undefined, 1]);
  });
});
