/** What a member has: the list in their own browser, codes of one of it, and what the site reads and forgets of a member. */
import { describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Browser, codeOf, ORIGIN, OTHER_KEY, SITE_KEY } from "../../support/world.ts";

useWorld();

const CARD = "KESTROW-CODE-PLAIN-25";
const USER = { email: "user@example.com", id: "member-81" };
const REWARDS = { order_id: undefined, promotion_id: undefined, user: undefined };
const wallet = (rewards_of = USER.id, more: object = {}): Promise<Browser> =>
  world.browser({ ...REWARDS, rewards_of, ...more });
const order = (order_id: string, change: object = {}): Promise<Browser> =>
  world.browser({ order_id, promotion_id: "4011", user: USER, ...change });
const asSite = (path: string, method = "GET", body?: unknown, key = SITE_KEY) =>
  world.request(`/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const mark = ({ token }: Browser, orderId: string, used: unknown) =>
  world.request(`/v1/rewards/${orderId}/used`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, Origin: ORIGIN, "Content-Type": "application/json" },
    body: JSON.stringify({ used }),
  });

async function have(order_id: string, sku = CARD, change: { delivery?: string } = {}): Promise<Browser> {
  const browser = await order(order_id, change);
  const { data } = await browser.post("/v1/order/book", { sku });
  await browser.post(`/v1/order/${change.delivery ?? "redeem"}`, { sku, attempt: data.attempt });
  // No two rewards are of the same moment.
  await world.pass(1_000);
  return browser;
}

interface List {
  readonly rewards: readonly Record<string, unknown>[];
  readonly open: readonly Record<string, unknown>[];
  readonly has_more: boolean;
}
const list = async (browser: Browser, query = ""): Promise<List> =>
  (await browser.get(`/v1/rewards${query}`)).data as unknown as List;
const ids = ({ rewards }: List) => rewards.map(({ order_id }) => order_id);

describe("a member's rewards", () => {
  it("are listed newest first, with what each is, and no code", async () => {
    await have("a");
    await have("b", SKU);
    await order("c");
    const page = await wallet();
    const { text } = await page.get("/v1/rewards");
    const seen = await list(page);
    expect(ids(seen)).toEqual(["b", "a"]);
    expect(seen.rewards[1]).toEqual({
      order_id: "a",
      sku: CARD,
      reward_name: expect.any(String),
      logo_url: expect.stringContaining("/images/"),
      catalog_card_url: expect.stringContaining("/images/"),
      value: { amount: 25, currency: "USD" },
      state: "redeemed",
      delivery: "redeem",
      redeemed_at: expect.any(String),
      reference: expect.any(String),
      is_used: false,
      testing: true,
    });
    expect(seen.open).toEqual([
      { order_id: "c", state: "open", promotion: { id: "4011", name: expect.any(String) } },
    ]);
    for (const { codes } of world.control.codes())
      for (const { value } of codes.filter((each) => each.value.length > 4))
        expect(text).not.toContain(value);
  });

  it("come in pages", async () => {
    for (const id of ["a", "b", "c"]) await have(id);
    const page = await wallet();
    const first = await list(page, "?per_page=2");
    expect([ids(first), first.has_more]).toEqual([["c", "b"], true]);
    const second = await list(page, "?per_page=2&after=b");
    expect([ids(second), second.has_more, second.open]).toEqual([["a"], false, []]);
    expect(codeOf(await page.get("/v1/rewards?after=z"))).toEqual([404, "order_not_found"]);
  });

  it("give their codes, their balance and their link by the routes of one of them, and of no other", async () => {
    await have("a", SKU);
    await have("link", CARD, { delivery: "activate" });
    await have("hers");
    const page = await wallet();
    const { codes } = (await page.post("/v1/rewards/a/codes")).data;
    expect(codes).toEqual((await (await order("a")).post("/v1/order/codes")).data.codes);
    expect((await page.post("/v1/rewards/link/link")).data.url).toContain("http");
    expect(codeOf(await page.post("/v1/rewards/a/link"))).toEqual([409, "not_redeemed"]);
    expect([200, 422]).toContain((await page.post("/v1/rewards/a/balance")).status);
    const other = await wallet("somebody");
    expect(await list(other)).toEqual({ rewards: [], open: [], has_more: false });
    for (const route of ["codes", "balance", "link"])
      expect(codeOf(await other.post(`/v1/rewards/a/${route}`))).toEqual([404, "order_not_found"]);
    expect(codeOf(await page.post("/v1/rewards/unknown/codes"))).toEqual([404, "order_not_found"]);
  });

  it("are marked as used by their user, and unmarked again", async () => {
    await have("a");
    const page = await wallet();
    expect((await mark(page, "a", true)).status).toBe(204);
    expect((await list(page)).rewards[0]?.is_used).toBe(true);
    expect((await asSite("orders/a")).data.is_used).toBe(true);
    expect((await mark(page, "a", false)).status).toBe(204);
    expect((await list(page)).rewards[0]?.is_used).toBe(false);
    expect(codeOf(await mark(page, "a", "yes"))).toEqual([422, "invalid_request"]);
  });

  it("say that one was refunded, and give its code no more", async () => {
    await have("a");
    await asSite("orders/a/refund", "POST");
    const page = await wallet();
    expect((await list(page)).rewards[0]).toMatchObject({ order_id: "a", state: "refunded" });
    expect(codeOf(await page.post("/v1/rewards/a/codes"))).toEqual([409, "order_finished"]);
  });

  it("lead into what still can be chosen, with a session that ends with theirs", async () => {
    await order("c");
    await world.mint({
      ...{ order_id: undefined, grant_id: "g", promotion_id: "4011", user: USER },
      ...{ amount: "100", currency: "USD" },
    });
    const minted = await world.mint({ ...REWARDS, rewards_of: USER.id, ttl_seconds: 90 });
    const headers = { Authorization: `Bearer ${minted.data.session_token}`, Origin: ORIGIN };
    const { open } = (await world.request("/v1/rewards", { headers })).data as unknown as List;
    expect(open).toMatchObject([
      { order_id: "g~1", grant_id: "g", left: "100", currency: "USD" },
      { order_id: "c" },
    ]);
    for (const id of ["c", "g~1"]) {
      const { status, data } = await world.request(`/v1/rewards/${id}/session`, { method: "POST", headers });
      expect([status, data.expires_at]).toEqual([201, minted.data.expires_at]);
      const token = { Authorization: `Bearer ${data.session_token}`, Origin: ORIGIN };
      expect((await world.request("/v1/order", { headers: token })).data).toMatchObject({
        order_id: id,
        state: "open",
      });
    }
    expect(codeOf(await (await wallet("somebody")).post("/v1/rewards/c/session"))).toEqual([
      404,
      "order_not_found",
    ]);
  });

  it("are those of the site, and of no other site", async () => {
    await have("a");
    const elsewhere = await world.mint({ ...REWARDS, rewards_of: USER.id }, OTHER_KEY);
    const headers = {
      Authorization: `Bearer ${elsewhere.data.session_token}`,
      Origin: "https://portal.example",
    };
    expect((await world.request("/v1/rewards", { headers })).data).toMatchObject({ rewards: [] });
  });

  it("of a grant are those of its orders", async () => {
    const grant = {
      order_id: undefined,
      grant_id: "g",
      amount: "100",
      currency: "USD",
      promotion_id: "4011",
    };
    const browser = await world.browser(grant);
    const { data } = await browser.post("/v1/order/book", { sku: CARD });
    await browser.post("/v1/order/redeem", { sku: CARD, attempt: data.attempt });
    expect(await list(browser)).toMatchObject({
      rewards: [{ order_id: "g~1", grant_id: "g" }],
      // The next order, which is not there yet.
      open: [{ order_id: "g~2", state: "open", left: "75" }],
    });
    expect((await browser.post("/v1/rewards/g~1/codes")).status).toBe(200);
    const sessionOf = async (id: string) =>
      (await browser.post(`/v1/rewards/${id}/session`)).data.session_token;
    const of = async (id: string) => ({
      headers: { Authorization: `Bearer ${await sessionOf(id)}`, Origin: ORIGIN },
    });
    // One that was had is opened alone, and what still can be chosen with its grant.
    const had = await of("g~1");
    expect((await world.request("/v1/order", had)).data).toMatchObject({
      order_id: "g~1",
      state: "redeemed",
    });
    const next = { method: "POST" };
    expect((await world.request("/v1/grant/next", { ...next, ...had })).status).toBe(404);
    expect((await world.request("/v1/grant/next", { ...next, ...(await of("g~2")) })).data).toMatchObject({
      order_id: "g~2",
      state: "open",
    });
    expect(codeOf(await browser.post("/v1/rewards/g~4/session"))).toEqual([404, "order_not_found"]);
  });

  it("are no matter of a single order's session", async () => {
    expect(codeOf(await (await have("a")).get("/v1/rewards"))).toEqual([404, "not_found"]);
    for (const path of ["order", "catalog"])
      expect(codeOf(await (await wallet()).get(`/v1/${path}`))).toEqual([404, "order_not_found"]);
  });

  it("show staff what there is, and never a code", async () => {
    await have("a");
    const page = await wallet(USER.id, { audience: "staff" });
    expect(await list(page)).toMatchObject({ audience: "staff", rewards: [{ order_id: "a" }] });
    for (const route of ["codes", "balance", "link", "session"])
      expect(codeOf(await page.post(`/v1/rewards/a/${route}`))).toEqual([404, "not_found"]);
    expect(codeOf(await mark(page, "a", true))).toEqual([404, "not_found"]);
  });

  it("end, with all that was opened from them, where the site ends the member's sessions", async () => {
    await have("a");
    await order("c");
    const page = await wallet();
    const [had, waiting] = await Promise.all(
      ["a", "c"].map(async (id) => (await page.post(`/v1/rewards/${id}/session`)).data.session_token),
    );
    const asks = (token: unknown, path: string) =>
      world.request(path, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, Origin: ORIGIN, "Content-Type": "application/json" },
        body: JSON.stringify(path.endsWith("book") ? { sku: CARD } : {}),
      });
    expect((await asks(had, "/v1/order/codes")).status).toBe(200);
    expect((await asSite("sessions/end", "POST", { rewards_of: USER.id })).status).toBe(204);
    expect(codeOf(await asks(had, "/v1/order/codes"))).toEqual([401, "session_expired"]);
    expect(codeOf(await asks(waiting, "/v1/order/book"))).toEqual([401, "session_expired"]);
  });

  it("are found where a later session names the member first, and another name is a conflict", async () => {
    await world.mint({ order_id: "a", promotion_id: "4011" });
    await have("a");
    expect(ids(await list(await wallet()))).toEqual(["a"]);
    await order("b");
    const { problem } = await world.mint({
      order_id: "b",
      promotion_id: "4011",
      user: { ...USER, id: "other" },
    });
    expect([problem.code, problem.detail]).toEqual(["order_conflict", expect.stringContaining("user.id")]);
  });
});

describe("a site's orders", () => {
  it("are listed newest first, by member, grant, state and time, in pages", async () => {
    await have("a");
    await order("b", { user: { ...USER, id: "other" } });
    await world.pass(1_000);
    await order("c");
    const read = async (query: string) =>
      ((await asSite(`orders${query}`)).data as unknown as { order_id: string }[]).map(
        ({ order_id }) => order_id,
      );
    expect(await read("")).toEqual(["c", "b", "a"]);
    expect(await read("?per_page=2")).toEqual(["c", "b"]);
    expect(await read("?after=b")).toEqual(["a"]);
    expect(await read("?user_id=member-81")).toEqual(["c", "a"]);
    expect(await read("?state=redeemed")).toEqual(["a"]);
    expect(await read("?grant_id=g")).toEqual([]);
    expect(await read(`?updated_after=${new Date(world.clock.now() - 1_500).toISOString()}`)).toEqual([
      "c",
      "b",
    ]);
    expect(codeOf(await asSite("orders?after=z"))).toEqual([404, "order_not_found"]);
    expect(codeOf(await asSite("orders?colour=red"))).toEqual([422, "invalid_request"]);
    expect((await asSite("orders", "GET", undefined, OTHER_KEY)).data).toEqual([]);
  });
});

describe("the whole of a member", () => {
  it("is one document: orders, grants and events", async () => {
    await have("a");
    await world.mint({
      ...{ order_id: undefined, grant_id: "g", promotion_id: "4011", user: USER },
      ...{ amount: "100", currency: "USD" },
    });
    expect((await asSite("users/member-81")).data).toMatchObject({
      user_id: "member-81",
      orders: [
        { order_id: "g~1", grant: { left: "100" } },
        { order_id: "a", state: "redeemed", user_id: "member-81" },
      ],
      grants: [{ grant_id: "g", orders: [{ order_id: "g~1" }] }],
      events: [{ type: "order.booked" }, { type: "order.redeemed" }],
    });
    expect(codeOf(await asSite("users/nobody"))).toEqual([404, "user_not_found"]);
  });

  it("is forgotten where it is finished; what is not is named", async () => {
    await have("a");
    const still = await order("b");
    const had = await order("a");
    const page = await wallet();
    expect((await asSite("users/member-81/forget", "POST")).data).toEqual({
      forgotten: 1,
      unfinished: ["b"],
    });
    for (const ended of [await page.get("/v1/rewards"), await had.post("/v1/order/codes")])
      expect(codeOf(ended)).toEqual([401, "session_expired"]);
    expect((await still.get("/v1/order")).status).toBe(200);
    expect((await asSite("orders/a")).data.user_id).toBeUndefined();
    await asSite("orders/b/cancel", "POST");
    expect((await asSite("users/member-81/forget", "POST")).data).toEqual({ forgotten: 1, unfinished: [] });
    expect(codeOf(await asSite("users/member-81"))).toEqual([404, "user_not_found"]);
    expect(JSON.stringify(await world.ledger.ordersOf("shop", {}, 9))).not.toContain("member-81");
  });
});
