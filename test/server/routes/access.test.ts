/** Who may ask what: keys, sessions, origins, limits, and what every answer carries. */
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createImages } from "../../../server/images/images.ts";
import { createLog } from "../../../server/log.ts";
import { createWorld, ORIGIN, OTHER_KEY, OTHER_ORIGIN, SITE_KEY, type World } from "../../support/world.ts";

const quiet = createLog("error", { now: () => 0 } as never, () => {});

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

describe("a site", () => {
  it("that asks too much waits, its backend and its users together, and no other site does", async () => {
    await world.close();
    world = await createWorld({ LIMIT_SITE_PER_MINUTE: "10" });
    const browser = await world.browser();
    for (let n = 0; n < 4; n++) expect((await browser.get("/v1/order")).status).toBe(200);
    for (let n = 0; n < 5; n++) expect((await world.mint()).status).toBe(201);
    for (const answer of [await world.mint(), await browser.get("/v1/order")]) {
      expect([answer.status, answer.problem.code]).toEqual([429, "rate_limited"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await world.mint({ promotion_id: "4003" }, OTHER_KEY)).status).toBe(201);
    expect((await world.request("/healthz")).status).toBe(200);
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
    [undefined, "max-age=31536000"],
    ["http://localhost:4000", null],
  ])("under PUBLIC_URL %s tells browsers to stay with https: %s", async (url, expected) => {
    await world.close();
    world = await createWorld(url === undefined ? {} : { PUBLIC_URL: url });
    for (const path of ["/v1/order", "/healthz", "/openapi.json", "/nothing"])
      expect((await world.request(path)).headers.get("strict-transport-security")).toBe(expected);
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

  it("names an image alike on every instance, and unlike anybody who knows the service's credentials would", async () => {
    const logos = async (server = world.server): Promise<string[]> => {
      const { token } = await world.browser();
      const headers = { Authorization: `Bearer ${token}`, Origin: ORIGIN };
      const answer = await world.until(Promise.resolve(server.app.request("/v1/catalog", { headers })));
      const { data } = (await answer.json()) as { data: { logo_url: string }[] };
      return data.map(({ logo_url }) => logo_url);
    };
    const named = await logos();
    expect(await logos(await world.instance())).toEqual(named);
    const [path = ""] = named.map((url) => new URL(url).pathname);
    const address = Buffer.from(path.slice("/images/".length + 24), "base64url").toString();
    expect(URL.canParse(address)).toBe(true);
    for (const secret of ["the-secret-of-the-service", "key", ""]) {
      const forged = createImages({
        baseUrl: "http://localhost:9/api",
        secret,
        clock: world.clock,
        log: quiet,
      });
      expect(forged.register(address)).toMatch(/^\/images\//);
      expect(forged.register(address)).not.toBe(path);
    }
  });

  it("offers free values only where the session's limits leave some; how far they reach stands in the order", async () => {
    const offer = async (limits: Record<string, unknown>) => {
      const browser = await world.browser(limits);
      const { data } = (await browser.get("/v1/catalog")) as unknown as { data: Record<string, unknown>[] };
      const found = data.find((reward) => reward.sku === "VELMORA-VAR");
      return found && [found.min_amount, found.max_amount];
    };
    expect(await offer({})).toBeUndefined();
    expect(await offer({ max_amount: "120" })).toEqual(["5", "150"]);
    expect(await offer({ max_amount: "4" })).toBeUndefined();
    expect(await offer({ amount: "50" })).toEqual(["5", "150"]);
    const browser = await world.browser({ max_amount: "120" });
    expect((await browser.get("/v1/order")).data).toMatchObject({ amount_limits: { max_amount: "120" } });
    const above = await browser.post("/v1/order/book", { sku: "VELMORA-VAR", amount: "121" });
    expect([above.status, above.problem.code]).toEqual([422, "amount_out_of_range"]);
  });

  it("is equal, and so shared, for sessions whose caps hide the same", async () => {
    const etags = new Set<string | null>();
    for (const max_amount of ["60", "120", "150", "9999"])
      etags.add((await (await world.browser({ max_amount })).get("/v1/catalog")).headers.get("etag"));
    expect(etags.size).toBe(1);
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
        "/v1/opening",
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
