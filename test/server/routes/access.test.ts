/** Who may ask what: keys, sessions, origins, limits, and what every answer carries. */
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorld, ORIGIN, OTHER_KEY, OTHER_ORIGIN, SITE_KEY, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ LIMIT_SESSION_PER_MINUTE: "20", LIMIT_ADDRESS_PER_MINUTE: "200" });
});
afterEach(() => world.close());

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
  ])("with %s is refused and says where", async (_, change, path) => {
    const answer = await world.mint(change);
    expect([answer.status, answer.problem.code]).toEqual([422, "invalid_request"]);
    expect(answer.problem.errors?.map((each) => each.path)).toContain(path);
    expect(world.control.calls.filter((call) => call.operation !== "token")).toEqual([]);
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
      skus: ["B", "A"],
      max_amount: "50",
      customization: { pdf: { message: "Hi" } },
    };
    expect((await world.mint(pins)).status).toBe(201);
    expect((await world.mint({ ...pins, skus: ["A", "B", "A"], ttl_seconds: 60, locale: "fr" })).status).toBe(
      201,
    );
    for (const change of [
      { user: { email: "User@example.com" } },
      { user: { email: "other@example.com" } },
      { promotion_id: "4002" },
      { skus: ["A"] },
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

describe("a browser", () => {
  const ask = async (headers: Record<string, string>, path = "/v1/order") => {
    const { data } = await world.mint({ order_id: "b" });
    return world.request(path, { headers: { Authorization: `Bearer ${data.session_token}`, ...headers } });
  };

  it.each([
    ["another site's origin", OTHER_ORIGIN],
    ["a stranger", "https://evil.example"],
    ["a look-alike that ends alike", "https://evil-shop.example"],
    ["a look-alike that begins alike", "https://shop.example.evil.example"],
    ["another port", "https://shop.example:8443"],
    ["another scheme", "http://shop.example"],
    ["null", "null"],
  ])("from %s is refused", async (_, Origin) => {
    const answer = await ask({ Origin });
    expect([answer.status, answer.problem.code]).toEqual([403, "origin_not_allowed"]);
    if (Origin !== OTHER_ORIGIN)
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("without an origin is refused, also same-origin when the server's own origin is no site's", async () => {
    expect((await ask({})).problem.code).toBe("origin_not_allowed");
    expect((await ask({ "Sec-Fetch-Site": "same-origin" })).problem.code).toBe("origin_not_allowed");
    expect((await ask({ "Sec-Fetch-Site": "cross-site" })).problem.code).toBe("origin_not_allowed");
  });

  it("without an origin passes on the server's own pages when that origin is the site's", async () => {
    await world.close();
    world = await createWorld({ PUBLIC_URL: ORIGIN });
    expect((await ask({ "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
    expect((await ask({})).problem.code).toBe("origin_not_allowed");
  });

  it("with a made-up session is refused, and may read why", async () => {
    for (const token of ["x", "a".repeat(43), `${"a".repeat(42)}%`]) {
      const answer = await world.request("/v1/order", {
        headers: { Authorization: `Bearer ${token}`, Origin: ORIGIN },
      });
      expect([answer.status, answer.problem.code]).toEqual([401, "session_invalid"]);
      expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    }
  });

  it("with a session that ended is told so", async () => {
    const browser = await world.browser({ ttl_seconds: 60 });
    expect((await browser.get("/v1/order")).status).toBe(200);
    await world.pass(60_000);
    expect((await browser.get("/v1/order")).problem.code).toBe("session_expired");
  });

  it("sees its own order only, whatever it names", async () => {
    const one = await world.browser({ order_id: "one" });
    const two = await world.browser({ order_id: "two" });
    await one.post("/v1/order/book", { sku: "GRIPFELL-60", order_id: "two", site: "portal" });
    expect((await two.get("/v1/order?order_id=one")).data).toMatchObject({ order_id: "two", state: "open" });
  });

  it("may use what any configured origin may ask in a preflight, and nothing else", async () => {
    const preflight = (Origin: string) =>
      world.request("/v1/order/book", { method: "OPTIONS", headers: { Origin } });
    const allowed = await preflight(ORIGIN);
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      "access-control-allow-origin": ORIGIN,
      "access-control-allow-headers": "authorization, content-type, if-none-match",
      "access-control-max-age": "7200",
    });
    expect(allowed.headers.has("access-control-allow-credentials")).toBe(false);
    expect(
      [...(await preflight("https://evil.example")).headers.keys()].filter((name) =>
        name.startsWith("access-control"),
      ),
    ).toEqual([]);
    const backend = await world.request("/v1/sessions", { method: "OPTIONS", headers: { Origin: ORIGIN } });
    expect(backend.headers.has("access-control-allow-origin")).toBe(false);
  });

  it("that asks too much is told when to come back", async () => {
    const browser = await world.browser();
    for (let n = 0; n < 20; n++) expect((await browser.get("/v1/order")).status).toBe(200);
    const refused = await browser.get("/v1/order");
    expect([refused.status, refused.problem.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await (await world.browser()).get("/v1/order")).status).toBe(200);
  });
});

describe("every answer", () => {
  it("carries our own request id and no-store, errors included", async () => {
    for (const path of ["/v1/order", "/v1/nothing", "/healthz"]) {
      const answer = await world.request(path, { headers: { "X-Request-Id": "mine" } });
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      if (path.startsWith("/v1")) expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it.each([
    ["GET", "/nothing", 404, "not_found"],
    ["GET", "/v1/sessions", 405, "method_not_allowed"],
    ["DELETE", "/v1/order", 405, "method_not_allowed"],
    ["GET", "/v1/order/book", 405, "method_not_allowed"],
    ["PUT", "/v1/catalog", 405, "method_not_allowed"],
  ])("%s %s is %i %s", async (method, path, status, code) => {
    const answer = await world.request(path, { method });
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.problem).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      detail: expect.any(String),
      retryable: false,
    });
  });
});

describe("the catalog", () => {
  it("is 304 while it is unchanged, and another one for other limits", async () => {
    const browser = await world.browser();
    const first = await browser.get("/v1/catalog");
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("vary")?.toLowerCase().split(/, */).sort()).toEqual(["authorization", "origin"]);
    const etag = first.headers.get("etag") ?? "";
    expect((await browser.get("/v1/catalog", { "If-None-Match": etag })).status).toBe(304);
    const limited = await world.browser({ skus: ["GRIPFELL-60"] });
    const other = await limited.get("/v1/catalog", { "If-None-Match": etag });
    expect([other.status, (other.data as unknown as unknown[]).length]).toEqual([200, 1]);
  });

  it("is shorter for a browser that unzips, with the same words, and then 304 as well", async () => {
    const browser = await world.browser();
    const plain = await browser.get("/v1/catalog", { "Accept-Encoding": "gzip;q=0, identity" });
    const zipped = await browser.get("/v1/catalog", { "Accept-Encoding": "br, gzip" });
    expect([plain, zipped].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "gzip"]);
    expect(zipped.headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
    const etag = zipped.headers.get("etag") ?? "";
    expect([etag, await browser.get("/v1/catalog", { "If-None-Match": etag })]).toMatchObject([
      `W/${plain.headers.get("etag")}`,
      { status: 304 },
    ]);
    const bytes = await world.server.app.request("/v1/catalog", {
      headers: { Authorization: `Bearer ${browser.token}`, Origin: ORIGIN, "Accept-Encoding": "gzip" },
    });
    const body = Buffer.from(await bytes.arrayBuffer());
    expect(body.length * 3).toBeLessThan(plain.text.length);
    expect(gunzipSync(body).toString()).toBe(plain.text);
  });

  it("names images on our own server only", async () => {
    const browser = await world.browser();
    const { data } = (await browser.get("/v1/catalog")) as unknown as { data: { logo_url: string }[] };
    for (const { logo_url } of data)
      expect(logo_url).toMatch(/^https:\/\/rewards\.example\/images\/[\w-]{32,}$/);
  });

  it("offers free values only within the session's limits", async () => {
    const offer = async (limits: Record<string, unknown>) => {
      const browser = await world.browser(limits);
      const { data } = (await browser.get("/v1/catalog")) as unknown as { data: Record<string, unknown>[] };
      const found = data.find((reward) => reward.sku === "VELMORA-VAR");
      return found && [found.min_amount, found.max_amount];
    };
    expect(await offer({})).toBeUndefined();
    expect(await offer({ max_amount: "120" })).toEqual(["5", "120"]);
    expect(await offer({ max_amount: "4" })).toBeUndefined();
    expect(await offer({ amount: "50" })).toEqual(["50", "50"]);
  });

  it("costs one Get promotion and one pass a minute, also when 500 arrive at once on a cold cache", async () => {
    await world.close();
    world = await createWorld();
    const { token } = await world.browser();
    await world.pass(61_000);
    const before = world.control.calls.length;
    const ask = () =>
      world.server.app.request("/v1/catalog", {
        headers: { Authorization: `Bearer ${token}`, Origin: ORIGIN },
      });
    const answers = await world.until(Promise.all(Array.from({ length: 100 }, ask)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const calls = world.control.calls.slice(before).map((call) => call.operation);
    expect(calls.filter((operation) => operation === "get_promotion")).toHaveLength(1);
    expect(calls.filter((operation) => operation === "list_rewards")).toHaveLength(3);
  });
});

describe("health", () => {
  it("is told without any key", async () => {
    expect((await world.request("/healthz")).data).toEqual({ status: "ok" });
    expect((await world.request("/readyz")).data).toEqual({ status: "ready", environment: "production" });
  });

  it("the OpenAPI document names every route", async () => {
    const { paths } = JSON.parse((await world.request("/openapi.json")).text);
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        "/v1/sessions",
        "/v1/orders/{order_id}",
        "/v1/orders/{order_id}/cancel",
        "/v1/orders/{order_id}/refund",
        "/v1/promotions",
        "/v1/redemptions",
        "/v1/order",
        "/v1/catalog",
        "/v1/rewards/{sku}",
        "/v1/order/book",
        "/v1/order/redeem",
        "/v1/order/activate",
        "/v1/order/notify",
        "/v1/order/codes",
        "/v1/order/balance",
        "/metrics",
      ]),
    );
  });
});
