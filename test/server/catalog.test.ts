/** One read a minute whoever looks; nothing booked on an older one (I9). */
import { describe, expect, it } from "vitest";
import { type Catalog, createCatalog } from "../../server/catalog.ts";
import { UpstreamError, type UpstreamErrorCode } from "../../server/fulfillment/client.ts";
import type { Promotion, PromotionReward, RewardRecord } from "../../server/fulfillment/schemas.ts";
import { createLog } from "../../server/log.ts";
import {
  CATALOG_BOOK_MARGIN,
  CATALOG_MAX_AGE,
  CATALOG_RETRY,
  CATALOG_STALE_MAX,
  CATALOGS_KEPT,
  DETAILS_MAX_AGE,
} from "../../server/timing.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";

const offer = (sku: string, own: Partial<PromotionReward> = {}): PromotionReward => ({
  sku,
  name: `Name of ${sku}`,
  variable_value: false,
  state: "ready",
  status: "enabled",
  ...own,
});

const record = (sku: string, own: Partial<RewardRecord> = {}): RewardRecord => ({
  sku,
  in_stock: true,
  stock_quantity: 5,
  free_value: false,
  description: `About ${sku}`,
  terms_and_conditions: "",
  how_to_use_instructions: "",
  important_instructions: "",
  ...own,
});

interface World {
  readonly clock: VirtualClock;
  readonly catalog: Catalog;
  readonly counts: { promotion: number; pass: number; reward: number };
  /** What the service knows; tests change it. */
  readonly service: {
    promotion: Partial<Promotion>;
    records: RewardRecord[];
    fails?: UpstreamErrorCode;
    failsPass?: UpstreamErrorCode;
    failsReward?: UpstreamErrorCode;
    /** How long each read takes, ms. */
    takes: number;
  };
  readonly filters: { skus: readonly string[]; clientId?: string }[];
}

function world(rewards: PromotionReward[] = [offer("A")], records: RewardRecord[] = [record("A")]): World {
  const clock = new VirtualClock();
  const counts = { promotion: 0, pass: 0, reward: 0 };
  const filters: World["filters"] = [];
  const service: World["service"] = { promotion: { rewards }, records, takes: 0 };
  const answer = async (fails: UpstreamErrorCode | undefined): Promise<void> => {
    if (service.takes > 0) await clock.sleep(service.takes);
    if (fails) throw new UpstreamError(fails);
  };
  const catalog = createCatalog({
    clock,
    log: createLog("error", clock, () => {}),
    fulfillment: {
      async getPromotion(id) {
        counts.promotion++;
        await answer(service.fails);
        return { id, name: "Autumn", locale: "en_US", rewards: [], ...service.promotion };
      },
      async *listRewards(filter) {
        counts.pass++;
        filters.push(filter);
        await answer(service.fails ?? service.failsPass);
        yield* service.records;
      },
      async getReward(sku) {
        counts.reward++;
        await answer(service.failsReward);
        return record(sku, {
          how_to_use_instructions: "how",
          important_instructions: "!",
          terms_and_conditions: "terms",
        });
      },
      serviceNow: () => clock.now(),
    },
  });
  return { clock, catalog, counts, service, filters };
}

describe("an entry", () => {
  it("joins the promotion's rewards with their records, in the promotion's order", async () => {
    const { catalog } = world(
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

  it("treats a reward that List rewards lacks as in stock", async () => {
    const { catalog } = world([offer("A")], []);
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
    const { catalog } = world([reward], [known]);
    const entry = await catalog.get("42", undefined, "book");
    expect(entry.rewards.map(({ sku }) => sku)).toEqual(reason ? [] : [reward.sku]);
    expect([...entry.unusable]).toEqual(reason ? [[reward.sku, reason]] : []);
    if (known.range) expect(entry.rewards[0]).toMatchObject({ free_value: true, range: known.range });
  });

  it("does not keep a range for a fixed value", async () => {
    const { catalog } = world([offer("A")], [record("A", { range: { min: 1, max: 2 } })]);
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
    // Without a zone it is UTC, whatever the zone of the machine: the tests run in another one.
    ["ended, without a zone", { end_datetime: "2026-11-20T11:59:59" }, "ended"],
    ["ended, without a zone, with a space", { end_datetime: "2026-11-20 11:59:59" }, "ended"],
    ["ends later, without a zone", { end_datetime: "2026-11-20T12:00:01" }, undefined],
    ["starts later, without a zone", { start_datetime: "2026-11-20T12:00:01" }, "not_started"],
    ["no end", { end_datetime: null }, undefined],
    ["an end that cannot be read", { end_datetime: "soon" }, undefined],
    ["starts later", { start_datetime: "2026-11-20T12:00:01Z" }, "not_started"],
    ["starts now", { start_datetime: "2026-11-20T12:00:00Z" }, undefined],
  ])("of a promotion: %s", async (_, promotion, closed) => {
    const { catalog, service } = world();
    Object.assign(service.promotion, promotion);
    expect(await catalog.get("42", undefined, "view")).toMatchObject({
      available: closed === undefined,
      closed,
    });
  });

  it("closes when the promotion ends, without another read", async () => {
    const { catalog, service, clock, counts } = world();
    service.promotion = { ...service.promotion, end_datetime: "2026-11-20T12:00:10Z" };
    const before = await catalog.get("42", undefined, "view");
    await clock.advance(10_000);
    const after = await catalog.get("42", undefined, "book");
    expect([before.available, after.available]).toEqual([true, false]);
    expect(after.version).not.toBe(before.version);
    expect(counts.promotion).toBe(1);
  });

  it("has a version that follows the content and only that, and is the same object meanwhile", async () => {
    const { catalog, service, clock } = world();
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

describe("reads", () => {
  it("are one promotion and one pass for 500 viewers of a cold catalog", async () => {
    const { catalog, counts, service, clock } = world();
    service.takes = 100;
    const all = Promise.all(
      Array.from({ length: 500 }, (_, each) =>
        catalog.get("42", undefined, each % 10 === 0 ? "book" : "view"),
      ),
    );
    await clock.advance(200);
    expect(new Set(await all).size).toBe(1);
    expect(counts).toMatchObject({ promotion: 1, pass: 1 });
  });

  it("are one a minute, counted from the beginning of a read", async () => {
    const { catalog, counts, service, clock } = world();
    service.takes = 20_000;
    const first = catalog.get("42", undefined, "view");
    await clock.advance(40_000);
    await first;
    await clock.advance(19_999);
    await catalog.get("42", undefined, "view");
    expect(counts.promotion).toBe(1);
    await clock.advance(1);
    const second = catalog.get("42", undefined, "view");
    await clock.advance(40_000);
    await second;
    expect(counts).toMatchObject({ promotion: 2, pass: 2 });
  });

  it("share the promotion between sites, but not their passes", async () => {
    const { catalog, counts, filters } = world([offer("A"), offer("P", { status: "paused" })]);
    for (const client of ["1", "2", "1", undefined]) await catalog.get("42", client, "view");
    expect(counts).toMatchObject({ promotion: 1, pass: 3 });
    expect(filters).toEqual([
      { skus: ["A"], clientId: "1" },
      { skus: ["A"], clientId: "2" },
      { skus: ["A"], clientId: undefined },
    ]);
  });

  it("ask for no records when nothing is usable", async () => {
    const { catalog, counts } = world([offer("A", { status: "paused" })]);
    await catalog.get("42", undefined, "view");
    expect(counts.pass).toBe(0);
  });

  it("forget the promotion that was wanted longest ago", async () => {
    const { catalog, counts } = world();
    for (let each = 0; each <= CATALOGS_KEPT; each++) await catalog.get(String(each), undefined, "view");
    await catalog.get(String(CATALOGS_KEPT), undefined, "view");
    expect(counts.promotion).toBe(CATALOGS_KEPT + 1);
    await catalog.get("0", undefined, "view");
    expect(counts.promotion).toBe(CATALOGS_KEPT + 2);
  });
});

describe("for booking", () => {
  it("waits for the next minute where the catalog is near its end", async () => {
    const { catalog, counts, clock } = world();
    await catalog.get("42", undefined, "view");
    await clock.advance(CATALOG_MAX_AGE - CATALOG_BOOK_MARGIN - 1);
    await catalog.get("42", undefined, "book");
    expect(counts.promotion).toBe(1);
    await clock.advance(1);
    let done = 0;
    const booking = Promise.all(
      Array.from({ length: 30 }, async () => {
        const entry = await catalog.get("42", undefined, "book");
        done++;
        return entry;
      }),
    );
    await clock.advance(CATALOG_BOOK_MARGIN - 1);
    expect([done, counts.promotion]).toEqual([0, 1]);
    await clock.advance(1);
    await booking;
    expect(counts).toMatchObject({ promotion: 2, pass: 2 });
  });

  it.each<UpstreamErrorCode>(["unavailable", "invalid", "forbidden"])(
    "an older one does not do while the service fails (%s)",
    async (fails) => {
      const { catalog, service, clock } = world();
      await catalog.get("42", undefined, "view");
      service.fails = fails;
      await clock.advance(CATALOG_MAX_AGE);
      await expect(catalog.get("42", undefined, "book")).rejects.toMatchObject({ code: fails });
      service.fails = undefined;
      await clock.advance(CATALOG_RETRY);
      expect((await catalog.get("42", undefined, "book")).available).toBe(true);
    },
  );

  it("nor an older pass", async () => {
    const { catalog, service, clock } = world();
    await catalog.get("42", undefined, "view");
    service.failsPass = "unavailable";
    await clock.advance(CATALOG_MAX_AGE);
    await expect(catalog.get("42", undefined, "book")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("a read that took longer than it may be old does not do", async () => {
    const { catalog, service, clock } = world();
    service.takes = CATALOG_MAX_AGE;
    const booking = catalog.get("42", undefined, "book");
    booking.catch(() => {});
    await clock.advance(CATALOG_MAX_AGE);
    await expect(booking).rejects.toMatchObject({ code: "unavailable" });
  });

  it("a promotion that grew old while its records were read is read anew", async () => {
    const { catalog, service, clock, counts } = world();
    await catalog.get("42", "1", "view");
    await clock.advance(55_000);
    service.takes = 10_000;
    const booking = catalog.get("42", "2", "book");
    await clock.advance(20_000);
    await booking;
    expect(counts).toMatchObject({ promotion: 2, pass: 2 });
  });

  it("is never older than a minute, at whatever moment", async () => {
    const { catalog, service, clock } = world();
    service.takes = 1_700;
    for (let each = 0; each < 60; each++) {
      service.promotion = { rewards: [offer("A")], name: String(clock.now()) };
      const booking = catalog.get("42", undefined, "book");
      const viewing = catalog.get("42", undefined, "view");
      await clock.advance(7_300);
      const entry = await booking;
      await viewing;
      expect(clock.now() - 7_300 - Number(entry.promotion.name)).toBeLessThan(CATALOG_MAX_AGE);
    }
  });
});

describe("while the service fails", () => {
  it("viewers see the last catalog, for a time, and the service is asked now and then", async () => {
    const { catalog, service, clock, counts } = world();
    const look = () => catalog.get("42", undefined, "view");
    const first = await look();
    service.fails = "unavailable";
    await clock.advance(CATALOG_MAX_AGE);
    expect(await Promise.all([look(), look()])).toEqual([first, first]);
    expect(await look()).toBe(first);
    expect(counts.promotion).toBe(2);
    await clock.advance(CATALOG_RETRY);
    expect(await look()).toBe(first);
    await settle();
    expect(counts.promotion).toBe(3);
    await clock.advance(CATALOG_STALE_MAX);
    await expect(look()).rejects.toMatchObject({ code: "unavailable" });
  });

  it("viewers do not wait for a read that is likely to fail as well", async () => {
    const { catalog, service, clock, counts } = world();
    const look = () => catalog.get("42", undefined, "view");
    const last = await look();
    service.fails = "unavailable";
    await clock.advance(CATALOG_MAX_AGE);
    await look();
    await clock.advance(CATALOG_RETRY);
    service.fails = undefined;
    service.records = [record("A", { stock_quantity: 4 })];
    service.takes = 10_000;
    // The clock stands: whoever waits for this read is not answered.
    const shown = await Promise.race([look(), settle().then(() => "waits")]);
    expect(shown).toBe(last);
    expect(counts.promotion).toBe(3);
    await clock.advance(10_000);
    const next = look();
    await clock.advance(10_000);
    expect((await next).rewards.map(({ stock_quantity }) => stock_quantity)).toEqual([4]);
    expect(counts.promotion).toBe(3);
  });

  it("a cold catalog fails for everybody at once and asks again only after a while", async () => {
    const { catalog, service, clock, counts } = world();
    service.fails = "unavailable";
    const look = () => catalog.get("42", undefined, "view").catch((error: UpstreamError) => error.code);
    expect(new Set(await Promise.all(Array.from({ length: 100 }, look)))).toEqual(new Set(["unavailable"]));
    await look();
    expect(counts.promotion).toBe(1);
    await clock.advance(CATALOG_RETRY);
    await look();
    expect(counts.promotion).toBe(2);
  });

  it.each<UpstreamErrorCode>(["not_found", "forbidden"])(
    "%s is believed, and remembered shortly",
    async (fails) => {
      const { catalog, service, clock, counts } = world();
      const look = () => catalog.get("42", undefined, "view");
      await look();
      service.fails = fails;
      await clock.advance(CATALOG_MAX_AGE);
      for (let each = 0; each < 3; each++) await expect(look()).rejects.toMatchObject({ code: fails });
      expect(counts.promotion).toBe(2);
      service.fails = undefined;
      await clock.advance(CATALOG_RETRY);
      expect((await look()).available).toBe(true);
    },
  );
});

describe("details", () => {
  it("are read once an hour and reward", async () => {
    const { catalog, counts, clock, service } = world();
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
    const { catalog, service } = world();
    service.failsReward = "not_found";
    expect(await catalog.details("A")).toEqual({
      how_to_use_instructions: "",
      important_instructions: "",
      terms_and_conditions: "",
    });
  });
});
