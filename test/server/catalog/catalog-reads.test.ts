/** At most one read a minute for all viewers; nothing is booked on an older one (docs/proof/invariants.md, I9). */

import { describe, expect, it } from "vitest";
import type { UpstreamError, UpstreamErrorCode } from "../../../server/problems/upstream-error.ts";
import {
  CATALOG_BOOK_MARGIN,
  CATALOG_MAX_AGE,
  CATALOG_RETRY,
  CATALOG_STALE_MAX,
} from "../../../server/timing.ts";
import { settle } from "../virtual-clock.ts";
import { catalogOver, offer, record } from "./catalog-world.ts";

describe("reads", () => {
  it("are one promotion and one pass for 500 viewers of a cold catalog", async () => {
    const { catalog, counts, service, clock } = catalogOver();
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
    const { catalog, counts, service, clock } = catalogOver();
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
    const { catalog, counts, filters } = catalogOver([offer("A"), offer("P", { status: "paused" })]);
    for (const client of ["1", "2", "1", undefined]) await catalog.get("42", client, "view");
    expect(counts).toMatchObject({ promotion: 1, pass: 3 });
    expect(filters).toEqual([
      { skus: ["A"], clientId: "1" },
      { skus: ["A"], clientId: "2" },
      { skus: ["A"], clientId: undefined },
    ]);
  });

  it("ask for no records when nothing is usable", async () => {
    const { catalog, counts } = catalogOver([offer("A", { status: "paused" })]);
    await catalog.get("42", undefined, "view");
    expect(counts.pass).toBe(0);
  });
});

describe("for booking", () => {
  it("reads a catalog anew, once, that is near its end", async () => {
    const { catalog, counts, clock } = catalogOver();
    await catalog.get("42", undefined, "view");
    await clock.advance(CATALOG_MAX_AGE - CATALOG_BOOK_MARGIN - 1);
    await catalog.get("42", undefined, "book");
    expect(counts.promotion).toBe(1);
    await clock.advance(1);
    await Promise.all(Array.from({ length: 30 }, () => catalog.get("42", undefined, "book")));
    expect(counts).toMatchObject({ promotion: 2, pass: 2 });
  });

  it.each<UpstreamErrorCode>(["unavailable", "invalid", "forbidden"])(
    "an older one does not do while the service fails (%s)",
    async (fails) => {
      const { catalog, service, clock } = catalogOver();
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
    const { catalog, service, clock } = catalogOver();
    await catalog.get("42", undefined, "view");
    service.failsPass = "unavailable";
    await clock.advance(CATALOG_MAX_AGE);
    await expect(catalog.get("42", undefined, "book")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("a read that took longer than it may be old does not do", async () => {
    const { catalog, service, clock } = catalogOver();
    service.takes = CATALOG_MAX_AGE;
    const booking = catalog.get("42", undefined, "book");
    booking.catch(() => {});
    await clock.advance(CATALOG_MAX_AGE);
    await expect(booking).rejects.toMatchObject({ code: "unavailable" });
  });

  it("a promotion that grew old while its records were read is read anew", async () => {
    const { catalog, service, clock, counts } = catalogOver();
    await catalog.get("42", "1", "view");
    await clock.advance(45_000);
    service.takes = 10_000;
    const booking = catalog.get("42", "2", "book");
    await clock.advance(25_000);
    await booking;
    expect(counts).toMatchObject({ promotion: 2, pass: 2 });
  });

  it("is never older than a minute, at whatever moment", async () => {
    const { catalog, service, clock } = catalogOver();
    service.takes = 1_700;
    for (let each = 0; each < 60; each++) {
      service.promotion = { rewards: [offer("A")], name: String(clock.now()) };
      const booking = catalog.get("42", undefined, "book");
      const viewing = catalog.get("42", undefined, "view");
      await clock.advance(17_300);
      const entry = await booking;
      await viewing;
      expect(clock.now() - 17_300 - Number(entry.promotion.name)).toBeLessThan(CATALOG_MAX_AGE);
    }
  });
});

describe("while the service fails", () => {
  it("viewers see the last catalog, for a time, and the service is asked now and then", async () => {
    const { catalog, service, clock, counts } = catalogOver();
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
    const { catalog, service, clock, counts } = catalogOver();
    const look = () => catalog.get("42", undefined, "view");
    const last = await look();
    service.fails = "unavailable";
    await clock.advance(CATALOG_MAX_AGE);
    await look();
    await clock.advance(CATALOG_RETRY);
    service.fails = undefined;
    service.records = [record("A", { stock_quantity: 4 })];
    service.takes = 10_000;
    // The clock stands: a viewer who waits for this read gets no answer.
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
    const { catalog, service, clock, counts } = catalogOver();
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
      const { catalog, service, clock, counts } = catalogOver();
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
