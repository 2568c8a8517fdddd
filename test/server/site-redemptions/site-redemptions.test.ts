/** A site with more redemptions than are read one by one: the lists, what they miss, and where it ends. */

import { describe, expect, it } from "vitest";
import { type Redemption, readRedemption } from "../../../server/fulfillment/schemas.ts";
import type { OwnedRedemption } from "../../../server/ledger/ledger.ts";
import { UpstreamError } from "../../../server/problems/upstream-error.ts";
import { csvOf } from "../../../server/site-redemptions/csv.ts";
import { redemptionsQuery } from "../../../server/site-redemptions/query.ts";
import { createSiteRedemptions } from "../../../server/site-redemptions/site-redemptions.ts";
import { SITE_LIST_LAG, SITE_READS_MAX, SITE_SCAN_MAX } from "../../../server/timing.ts";
import { VirtualClock } from "../virtual-clock.ts";

const MANY = SITE_READS_MAX + 50;

const redemption = (id: string, state: string, day: number): Redemption => {
  const updated_datetime = new Date(Date.UTC(2026, 0, 1, 0, 0, day)).toISOString();
  const read = readRedemption({ id, state, updated_datetime, url: "https://flow.example/secret" });
  if (!read) throw new Error("unreadable");
  return read;
};

/** `MANY` of the site's redemptions, r-0 the oldest; every second one is redeemed. */
function setting({
  strangers = 0,
  young = [] as number[],
  unlisted = [] as number[],
  promotions = ["4001"],
} = {}) {
  const clock = new VirtualClock();
  const now = new Map<string, Redemption>();
  const owned = Array.from({ length: MANY }, (_, n): OwnedRedemption & { updated_at: number } => {
    now.set(`r-${n}`, redemption(`r-${n}`, n % 2 === 0 ? "redeemed" : "booked", n));
    const updated_at = clock.now() - (young.includes(n) ? 0 : SITE_LIST_LAG + 1);
    return { redemption_id: `r-${n}`, order_id: `o-${n}`, attempt: 1, promotion_id: "4001", updated_at };
  });
  const reads: string[] = [];
  const scans: unknown[] = [];
  const asked: unknown[] = [];
  let [asking, most] = [0, 0];
  /** A question of the ledger that lasts a moment. */
  const noted = async <T>(answer: T): Promise<T> => {
    most = Math.max(most, ++asking);
    await Promise.resolve();
    asking--;
    return answer;
  };
  const shown = [...now.values()].filter((_, n) => !unlisted.includes(n));
  const redemptions = createSiteRedemptions({
    clock,
    ledger: {
      readOrder: async () => undefined,
      countRedemptionsOf: () => noted(owned.length),
      promotionsOf: () => noted(promotions),
      redemptionsOf: (_, { ids, changed_since = 0 }, { offset, limit }) =>
        noted(
          owned
            .filter(({ redemption_id, updated_at }) => {
              const isAsked = ids === undefined || ids.includes(redemption_id);
              return isAsked && updated_at >= changed_since;
            })
            .slice(offset, offset + limit),
        ),
    },
    fulfillment: {
      async readRedemption(id) {
        reads.push(id);
        const found = now.get(id);
        if (!found) throw new UpstreamError("not_found");
        return found;
      },
      async *listRedemptions(promotionId, filters) {
        scans.push([promotionId, filters?.state]);
        asked.push(filters);
        if (promotionId !== "4001") throw new UpstreamError("not_found");
        for (let n = 0; n < strangers; n++) yield redemption(`x-${n}`, "redeemed", n);
        // A service that does not obey its filters.
        yield* shown;
      },
    },
  });
  const page = (query: Record<string, string>, site = "shop") =>
    redemptions.page(site, redemptionsQuery.parse(query));
  const file = async (query: Record<string, string>): Promise<string> =>
    new Response(await csvOf(redemptions.all("shop", redemptionsQuery.parse(query)))).text();
  return { redemptions, page, file, now, reads, scans, asked, most: () => most };
}

describe("many redemptions", () => {
  it("are counted by the ledger alone where nothing is filtered or sorted", async () => {
    const { page, reads, scans } = setting();
    const { data, total } = await page({ per_page: "3" });
    expect([data.map(({ order_id }) => order_id), total]).toEqual([["o-0", "o-1", "o-2"], MANY]);
    expect([reads.length, scans]).toEqual([3, []]);
  });

  it("of several sites are asked for one after the other: between them the ledger answers users", async () => {
    const { page, most } = setting();
    const sites = ["a", "b", "c", "d"];
    const pages = await Promise.all(sites.map((site) => page({ state: "redeemed", per_page: "2" }, site)));
    expect(pages.map(({ total }) => total)).toEqual(sites.map(() => MANY / 2));
    expect(most()).toBe(1);
  });

  it("are filtered by what is listed, whatever the service makes of the filter, and the page is read anew", async () => {
    const { page, reads, scans } = setting({ strangers: 30 });
    const { data, total } = await page({ state: "redeemed", sort: "-updated_datetime", per_page: "2" });
    expect(total).toBe(MANY / 2);
    expect(data.map(({ id }) => id)).toEqual([`r-${MANY - 2}`, `r-${MANY - 4}`]);
    expect([reads, scans]).toEqual([data.map(({ id }) => id), [["4001", "redeemed"]]]);
    expect(JSON.stringify(data)).not.toContain("secret");
  });

  it("are asked for with each filter under its own name", async () => {
    const { page, asked } = setting();
    const moments = Object.fromEntries(
      ["redeemed", "activation", "refund"].flatMap((name, n) => [
        [`${name}_datetime_start`, `2026-01-0${n + 1}T00:00:00.000Z`],
        [`${name}_datetime_end`, `2026-02-0${n + 1}T00:00:00.000Z`],
      ]),
    );
    await page({ ...moments, state: "refunded", sort: "refund_datetime", page: "2" });
    expect(asked).toEqual([{ ...moments, state: "refunded" }]);
  });

  it("that the lists do not show yet are read where something changed here lately", async () => {
    const { page } = setting({ young: [0], unlisted: [0, 2] });
    expect((await page({ state: "redeemed" })).total).toBe(MANY / 2 - 1);
  });

  it("that no longer fit when the page is read are left out of page and total", async () => {
    const { page, now } = setting();
    now.set("r-2", redemption("r-2", "refunded", 2));
    const { data, total } = await page({ state: "redeemed", per_page: "2" });
    expect([data.map(({ id }) => id), total]).toEqual([["r-0"], MANY / 2 - 1]);
  });

  it("are all in a file, each read when its line is written", async () => {
    const { file } = setting();
    const idsOf = (text: string): string[] =>
      text
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => JSON.parse(line.split(",")[0] ?? ""));
    expect(idsOf(await file({}))).toEqual(Array.from({ length: MANY }, (_, n) => `r-${n}`));
    expect(idsOf(await file({ state: "redeemed", sort: "-updated_datetime" }))[0]).toBe(`r-${MANY - 2}`);
  });

  it("are read for nobody who has left: neither a list that waits for its turn nor one under way", async () => {
    const { redemptions, reads } = setting();
    const lists = Array.from({ length: 30 }, () => new AbortController());
    const asked = lists.map(({ signal }) =>
      redemptions.page("shop", redemptionsQuery.parse({ per_page: "100" }), signal).catch(({ code }) => code),
    );
    while (reads.length === 0) await Promise.resolve();
    for (const each of lists) each.abort();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["upstream_unavailable"]));
    expect(reads.length).toBeLessThan(20);
    await redemptions.page("shop", redemptionsQuery.parse({ per_page: "1" }));
    const file = await csvOf(redemptions.all("shop", redemptionsQuery.parse({})));
    const before = reads.length;
    await file.cancel();
    await Promise.resolve();
    expect(reads.length - before).toBeLessThan(200);
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["  =1+1", "'  =1+1"],
    ["a;=1+1", "'a;=1+1"],
    ["a\n=1+1", "'a\n=1+1"],
    ["a\r@SUM(1)", "'a\r@SUM(1)"],
    ["\u200b\t\uff1d1", "'\u200b\t\uff1d1"],
    ['";-1', `'"";-1`],
    ["two\nlines", "two\nlines"],
    ["a-b, c", "a-b, c"],
  ])("in a file %j of the service stays in its field, and is no formula", async (sku, written) => {
    const row = { id: "r", order_id: "o", attempt: 1, state: "redeemed", testing: false };
    const rows = [{ ...row, promotion: { id: "4001" }, reward: { sku } }];
    const text = await new Response(
      await csvOf(
        (async function* () {
          yield rows;
        })(),
      ),
    ).text();
    const [, line] = text.split("\r\n");
    expect(line).toContain(`,"${written}",`);
  });

  it("are found where the service does not know another promotion of the site any more", async () => {
    const { total } = await setting({ promotions: ["4009", "4001"] }).page({ state: "redeemed" });
    expect(total).toBe(MANY / 2);
  });

  it("among too many strangers are refused with a clear answer, and never shown with gaps", async () => {
    const { page, file } = setting({ strangers: SITE_SCAN_MAX });
    await expect(file({ state: "redeemed" }), "instead of a file").rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(page({ state: "redeemed" })).rejects.toMatchObject({ code: "invalid_request" });
    await expect(page({})).resolves.toMatchObject({ total: MANY });
  });
});
