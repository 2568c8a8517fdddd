/** Opening a session: the site's key, and the members of a request. */
import { describe, expect, it } from "vitest";
import { useWorld, world } from "../../support/use-world.ts";
import { OTHER_KEY, SITE_KEY } from "../../support/world.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "20", LIMIT_ADDRESS_PER_MINUTE: "200" });

const json = { "Content-Type": "application/json" };
const body = JSON.stringify({ order_id: "o", promotion_id: "4001", user: { email: "user@example.com" } });

describe("a site's key", () => {
  it.each([
    ["none", {}],
    ["a made-up one", { Authorization: "Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }],
    ["another scheme", { Authorization: `Basic ${SITE_KEY}` }],
    ["the start of the key", { Authorization: `Bearer ${SITE_KEY.slice(0, -1)}` }],
  ])("%s opens nothing", async (_, headers) => {
    const answer = await world.request("/v1/sessions", {
      method: "POST",
      headers: { ...json, ...headers } as Record<string, string>,
      body,
    });
    expect([answer.status, answer.problem.code]).toEqual([401, "site_key_invalid"]);
  });

  it("that is refused is logged with the address it came from, and never itself", async () => {
    const headers = { Authorization: "Bearer a-guess-that-was-made", Host: "rewards.example" };
    const socket = { remoteAddress: "192.0.2.7", remotePort: 5, remoteFamily: "IPv4" };
    const init = { method: "POST", headers, body };
    await world.until(
      Promise.resolve(world.server.app.request("/v1/sessions", init, { incoming: { socket } })),
    );
    const line = world.logs
      .map((each) => JSON.parse(each))
      .find(({ msg }) => msg === "a site key was refused");
    expect(line).toMatchObject({ level: "warn", address: "192.0.2.7", request_id: expect.any(String) });
    expect(world.logs.join()).not.toContain("a-guess");
  });

  it("opens only the site's promotions", async () => {
    const refused = await world.mint({ promotion_id: "4001" }, OTHER_KEY);
    expect([refused.status, refused.problem.code]).toEqual([403, "promotion_not_allowed"]);
    expect((await world.mint({ promotion_id: "4003" }, OTHER_KEY)).status).toBe(201);
  });
});

describe("a session request", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["no e-mail", { user: {} }, "user.email"],
    ["a wrong e-mail", { user: { email: "x" } }, "user.email"],
    ["an order id with a slash", { order_id: "a/b" }, "order_id"],
    ["an order id of 65 characters", { order_id: "x".repeat(65) }, "order_id"],
    ["a numeric order id", { order_id: 5 }, "order_id"],
    ["no promotion", { promotion_id: undefined }, "promotion_id"],
    ["an empty promotion id", { promotion_id: "" }, "promotion_id"],
    ["a numeric promotion id", { promotion_id: 4001 }, "promotion_id"],
    ["an amount that is none", { amount: "5.00" }, "amount"],
    ["an empty choice", { skus: [] }, "skus"],
    ["a life of 59 seconds", { ttl_seconds: 59 }, "ttl_seconds"],
    ["a life of an hour and a second", { ttl_seconds: 3601 }, "ttl_seconds"],
    ["an unknown delivery", { delivery: "pigeon" }, "delivery"],
    ["a locale that is none", { locale: "not a locale!!" }, "locale"],
    ["a currency in small letters", { currency: "eur" }, "currency"],
    ["a currency that is none", { currency: "UDS" }, "currency"],
    ["a support address without TLS", { support_url: "http://shop.example/help" }, "support_url"],
    ["a support address on this machine without TLS", { support_url: "http://localhost/" }, "support_url"],
    ["a support address with a user", { support_url: "https://a:b@shop.example/" }, "support_url"],
    ["a support address that is a script", { support_url: "javascript:alert(1)" }, "support_url"],
    ["a misspelled limit", { max_ammount: "20" }, "max_ammount"],
    ["a misspelled member of the user", { user: { email: "user@example.com", mail: "x" } }, "user.mail"],
    ["a misspelled customization", { customization: { pdf: { mesage: "Hi" } } }, "customization.pdf.mesage"],
    ["a member named like a prototype", JSON.parse('{"__proto__":{"max_amount":"1"}}'), "__proto__"],
    ["an amount above the limit beside it", { amount: "50", max_amount: "20" }, "amount"],
  ])("with %s is refused and says where", async (_, change, path) => {
    const answer = await world.mint(change);
    expect([answer.status, answer.problem.code]).toEqual([422, "invalid_request"]);
    expect(answer.problem.errors?.map((each) => each.path)).toContain(path);
    expect(world.control.calls.filter((call) => call.operation !== "token")).toEqual([]);
  });

  it("with several unknown members names each", async () => {
    const { problem } = await world.mint({ max_ammount: "20", skuss: ["A"] });
    expect(problem.errors).toEqual([
      { path: "max_ammount", message: "is not known here" },
      { path: "skuss", message: "is not known here" },
    ]);
  });

  it("sends back no more than the beginning of a name that somebody made up", async () => {
    const { text, problem } = await world.mint(
      Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`${n}${"x".repeat(900)}`, 1])),
    );
    expect([problem.errors?.length, text.length < 10_000]).toEqual([50, true]);
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

  it("says what amounts are shown in and where help is; each session for itself", async () => {
    const said = { currency: "EUR", support_url: "https://shop.example/help?order=1" };
    const first = await world.browser({ order_id: "help", ...said });
    const second = await world.browser({ order_id: "help" });
    expect((await first.get("/v1/order")).data).toMatchObject(said);
    const booked = await first.post("/v1/order/book", { sku: "PLUMVALE-20" });
    expect(booked.data).toMatchObject({ state: "booked", ...said });
    const { data } = await second.get("/v1/order");
    expect([data.currency, data.support_url]).toEqual([undefined, undefined]);
  });

  it.each([
    ["not JSON", "{", json, 400, "invalid_json"],
    ["no JSON type", body, { "Content-Type": "text/plain" }, 415, "unsupported_media_type"],
    ["no type", body, {}, 415, "unsupported_media_type"],
    ["200 kB", JSON.stringify({ x: "x".repeat(200_000) }), json, 413, "too_large"],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), json, 400, "invalid_json"],
  ] as const)("of %s is refused", async (_, content, headers, status, code) => {
    const answer = await world.request("/v1/sessions", {
      method: "POST",
      headers: { Authorization: `Bearer ${SITE_KEY}`, ...headers },
      body: content,
    });
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
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

  it("answers an opaque token, random each time", async () => {
    const tokens = [await world.mint({ order_id: "t" }), await world.mint({ order_id: "t" })].map(
      ({ data }) => data.session_token,
    );
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});
