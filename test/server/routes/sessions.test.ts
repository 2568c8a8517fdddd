/** Opening a session: the members of a request, and what is pinned. */
import { describe, expect, it } from "vitest";
import { useWorld, world } from "../../support/use-world.ts";
import { codeOf, OTHER_KEY, SITE_KEY } from "../../support/world.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "20", LIMIT_ADDRESS_PER_MINUTE: "200" });

describe("a session request", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["no promotion", { promotion_id: undefined }, "promotion_id"],
    ["a misspelled limit", { max_ammount: "20" }, "max_ammount"],
    [
      "a misspelled member of a member",
      { customization: { pdf: { mesage: "Hi" } } },
      "customization.pdf.mesage",
    ],
    ["a member named like a prototype", JSON.parse('{"__proto__":{"max_amount":"1"}}'), "__proto__"],
    ["an amount above the limit beside it", { amount: "50", max_amount: "20" }, "amount"],
  ])("with %s is refused and says where", async (_, change, path) => {
    const answer = await world.mint(change);
    expect([answer.status, answer.problem.code]).toEqual([422, "invalid_request"]);
    expect(answer.problem.errors?.map((each) => each.path)).toContain(path);
    expect(world.control.calls.filter((call) => call.operation !== "token")).toEqual([]);
  });

  it("sends back no more than the beginning of a name that somebody made up", async () => {
    const { text, problem } = await world.mint(
      Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`${n}${"x".repeat(900)}`, 1])),
    );
    expect([problem.errors?.length, text.length < 10_000]).toEqual([50, true]);
  });

  it("opens only the site's promotions", async () => {
    expect(codeOf(await world.mint({ promotion_id: "4001" }, OTHER_KEY))).toEqual([
      403,
      "promotion_not_allowed",
    ]);
    expect((await world.mint({ promotion_id: "4003" }, OTHER_KEY)).status).toBe(201);
  });

  it("for SKUs of which the promotion has none is refused, and makes no order", async () => {
    const refused = await world.mint({ order_id: "none", skus: ["NOPE", "NADA"] });
    expect([refused.status, refused.problem.code, refused.problem.errors]).toEqual([
      422,
      "invalid_request",
      [{ path: "skus", message: "expected at least one reward of promotion 4001" }],
    ]);
    expect((await world.mint({ order_id: "none", skus: ["NOPE", "PLUMVALE-20"] })).status).toBe(201);
  });

  it("may name only rewards that cannot be had now: they are the promotion's", async () => {
    world.control.setRewardStatus("PLUMVALE-20", { status: "paused" });
    expect((await world.mint({ skus: ["PLUMVALE-20"] })).status).toBe(201);
  });

  it("says what amounts are shown in, where help is, and the headings of the picker; each session for itself", async () => {
    const groups = [
      { name: "Essen & Trinken", skus: ["PLUMVALE-50", "PLUMVALE-20"] },
      { name: "Alles", skus: ["NOPE"] },
    ];
    const said = { currency: "EUR", support_url: "https://shop.example/help?order=1", groups };
    const first = await world.browser({ order_id: "help", ...said });
    const second = await world.browser({ order_id: "help" });
    expect((await first.get("/v1/order")).data).toMatchObject(said);
    const booked = await first.post("/v1/order/book", { sku: "PLUMVALE-20" });
    expect(booked.data).toMatchObject({ state: "booked", ...said });
    const { data } = await second.get("/v1/order");
    expect([data.currency, data.support_url, data.groups]).toEqual([undefined, undefined, undefined]);
  });

  it.each(["99999", "no such", "..", "../rewards", "a/b", "%2e%2e"])(
    "for the unknown promotion %j is refused",
    async (promotion_id) => {
      expect((await world.mint({ promotion_id })).problem.code).toBe("promotion_not_found");
    },
  );

  it("pins the order: other values are a conflict, equal ones are not", async () => {
    const pins = {
      order_id: "p",
      skus: ["PLUMVALE-20", "PLUMVALE-50"],
      max_amount: "50",
      customization: { pdf: { message: "Hi" } },
    };
    expect((await world.mint(pins)).status).toBe(201);
    const unpinned = { ttl_seconds: 60, locale: "fr", currency: "EUR", support_url: "https://shop.example/" };
    const skus = ["PLUMVALE-50", "PLUMVALE-20", "PLUMVALE-50"];
    expect((await world.mint({ ...pins, ...unpinned, skus })).status).toBe(201);
    for (const change of [
      { user: { email: "User@example.com" } },
      { user: { email: "other@example.com" } },
      { promotion_id: "4002" },
      { skus: ["PLUMVALE-20"] },
      { skus: ["NOPE"] },
      { max_amount: "51" },
      { amount: "50" },
      { customization: { pdf: { message: "Ho" } } },
    ]) {
      const answer = await world.mint({ ...pins, ...change });
      expect([answer.status, answer.problem.code]).toEqual([409, "order_conflict"]);
    }
  });

  it("with null for what may be left out is one without it", async () => {
    const nothing = { delivery: null, currency: null, locale: null, support_url: null, ttl_seconds: null };
    const texts = { customization: { pdf: { message: null, sender_name: null } } };
    expect((await world.mint({ order_id: "n", ...nothing, customization: null })).status).toBe(201);
    expect((await world.mint({ order_id: "n" })).status).toBe(201);
    expect((await world.mint({ order_id: "m", ...nothing, ...texts })).status).toBe(201);
    expect((await world.mint({ order_id: "m", customization: { pdf: {} } })).status).toBe(201);
    expect((await world.mint({ order_id: "n", customization: { pdf: null } })).status).toBe(201);
    expect((await world.mint({ order_id: "n", customization: {} })).status).toBe(201);
  });

  it("keeps every pair of its metadata, whatever the name", async () => {
    const order_id = "notes";
    const metadata = JSON.parse(`{"constructor":"a","__proto__":"b","1":"c","ü":""}`);
    expect((await world.mint({ order_id, metadata })).status).toBe(201);
    const asSite = { headers: { Authorization: `Bearer ${SITE_KEY}` } };
    const { data } = await world.request(`/v1/orders/${order_id}`, asSite);
    expect(Object.entries(data.metadata ?? {}).sort()).toEqual(Object.entries(metadata).sort());
    expect((await world.mint({ order_id, metadata })).status).toBe(201);
    const another = JSON.parse(`{"constructor":"a","__proto__":"x","1":"c","ü":""}`);
    expect(codeOf(await world.mint({ order_id, metadata: another }))).toEqual([409, "order_conflict"]);
  });

  it.each(["a..b@docomo.example", "o'hara+gifts@mail.example", "用户@例え.テスト", "a@localhost"])(
    "takes the address %s",
    async (email) => expect((await world.mint({ user: { email } })).status).toBe(201),
  );

  it("answers an opaque token, random each time", async () => {
    const tokens = [await world.mint({ order_id: "t" }), await world.mint({ order_id: "t" })].map(
      ({ data }) => data.session_token,
    );
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});
