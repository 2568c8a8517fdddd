/** The promotions of a site: whose they are, what of them can be had, and in which pages. */
import { describe, expect, it } from "vitest";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { ORIGIN, OTHER_KEY, SITE_KEY } from "../../support/world.ts";

interface Listed {
  readonly data: { id: string; available: boolean; rewards: { sku: string; free_value: boolean }[] }[];
  readonly paging: { page: number; per_page: number; total: number };
}

useWorld();

const worldOf = (site: Record<string, unknown>): Promise<void> =>
  anotherWorld({
    SITES: JSON.stringify([
      { id: "shop", key: SITE_KEY, origins: [ORIGIN], ...site },
      { id: "portal", key: OTHER_KEY, origins: ["https://portal.example"], promotions: ["4003"] },
    ]),
  });
const ask = (query = "", key = SITE_KEY) =>
  world.request(`/v1/promotions${query}`, { headers: { Authorization: `Bearer ${key}` } });
const list = async (query = "", key = SITE_KEY): Promise<Listed> => {
  const answer = await ask(query, key);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
};
const idsOf = ({ data }: Listed): string[] => data.map(({ id }) => id);
/** The calls to the service, except for the token and the time. */
const asked = (): string[] =>
  world.control.calls.map(({ operation }) => operation).filter((each) => !/token|account/.test(each));

describe("the promotions of a site", () => {
  it("are those of its setting, in that order, and each site has its own", async () => {
    await worldOf({ promotions: ["4002", "4001"], client_id: "701" });
    expect(idsOf(await list())).toEqual(["4002", "4001"]);
    expect(idsOf(await list("", OTHER_KEY))).toEqual(["4003"]);
    expect(asked()).not.toContain("list_promotions");
  });

  it("are its client's without the setting, read once a minute", async () => {
    await worldOf({ client_id: "701" });
    const first = await list("?per_page=100");
    expect(idsOf(first)).toEqual(expect.arrayContaining(["4001", "4002", "4003"]));
    expect(first.paging.total).toBe(first.data.length);
    expect(await list("?per_page=100")).toEqual(first);
    expect(asked().filter((each) => each === "list_promotions")).toHaveLength(1);
  });

  it("are those its orders named where it has neither, and nobody else's", async () => {
    await worldOf({});
    expect(await list()).toEqual({ data: [], paging: { page: 1, per_page: 20, total: 0 } });
    await world.mint({ promotion_id: "4002" });
    await world.mint({ promotion_id: "4002" });
    await world.mint({ promotion_id: "4003" }, OTHER_KEY);
    expect(idsOf(await list())).toEqual(["4002"]);
  });

  it("of a client that is another's or unknown are an operator's trouble", async () => {
    for (const client_id of ["702", "999"]) {
      await worldOf({ client_id });
      const { status, problem } = await ask();
      expect([status, problem.code]).toEqual([503, "upstream_forbidden"]);
    }
  });
});

describe("each promotion", () => {
  it("shows what its catalog shows, with the service's own range", async () => {
    await worldOf({ promotions: ["4001"] });
    const [promotion] = (await list()).data;
    expect(promotion).toMatchObject({ id: "4001", available: true, status: "enabled", state: "ready" });
    const browser = await world.browser({ max_amount: "999999999" });
    expect(promotion?.rewards).toEqual((await browser.get("/v1/catalog")).data);
    expect(promotion?.rewards.some(({ free_value }) => free_value)).toBe(true);
  });

  it("that is not running, or not known, is listed and said not to be available", async () => {
    await worldOf({ promotions: ["4005", "99999", "4900", "4001"] });
    const { data, paging } = await list();
    expect(data.map(({ id, available }) => [id, available])).toEqual([
      ["4005", false],
      ["99999", false],
      ["4900", false],
      ["4001", true],
    ]);
    expect([data[1]?.rewards, data[2]?.rewards, paging.total]).toEqual([[], [], 4]);
  });
});

describe("paging", () => {
  it("cuts the list, counts all of it, and reads only what is shown", async () => {
    await worldOf({ promotions: ["4001", "4002", "4003"] });
    const second = await list("?page=2&per_page=1");
    expect([idsOf(second), second.paging]).toEqual([["4002"], { page: 2, per_page: 1, total: 3 }]);
    expect(asked().filter((each) => each === "get_promotion")).toHaveLength(1);
    const beyond = await list("?page=9&per_page=2");
    expect([beyond.data, beyond.paging.total]).toEqual([[], 3]);
  });
});

describe("the answer", () => {
  it("is never kept, names no address of the service, and changes nothing there", async () => {
    await worldOf({ promotions: ["4001"] });
    const { headers, text } = await ask();
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).not.toContain("localhost:9");
    expect(world.changes()).toEqual([]);
  });

  it("says so when the service fails", async () => {
    await worldOf({ client_id: "701" });
    world.control.fault({ operation: "list_promotions", kind: "server_error" });
    const { status, problem } = await ask();
    expect([status, problem.code]).toEqual([503, "upstream_unavailable"]);
  });
});
