/** Access of browsers, origins and limits, and the headers of every answer. */
import { describe, expect, it } from "vitest";
import { ROUTES } from "../../../server/routes/described/descriptions.ts";
import type { RouteDescription } from "../../../server/routes/described/route.ts";
import type { Reward } from "../../../shared/wire.ts";
import { SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { type Answer, ORIGIN, OTHER_KEY, OTHER_ORIGIN, SITE_KEY } from "../../support/world.ts";
import { OPERATOR_KEY } from "./operator.ts";

useWorld({ LIMIT_SESSION_PER_MINUTE: "20", LIMIT_ADDRESS_PER_MINUTE: "200", OPERATOR_KEY });

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
    await anotherWorld({ PUBLIC_URL: ORIGIN });
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

  it("that asks too much is told when to come back", async () => {
    const browser = await world.browser();
    for (let n = 0; n < 20; n++) expect((await browser.get("/v1/order")).status).toBe(200);
    const refused = await browser.get("/v1/order");
    expect([refused.status, refused.problem.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await (await world.browser()).get("/v1/order")).status).toBe(200);
  });
});

describe("a preflight", () => {
  const preflight = (Origin: string, headers: Record<string, string> = {}, path = "/v1/order/book") =>
    world.request(path, { method: "OPTIONS", headers: { Origin, ...headers } });
  const ofCors = ({ headers }: Answer) =>
    [...headers.keys()].filter((name) => name.startsWith("access-control"));

  it.each([ORIGIN, OTHER_ORIGIN])("of any configured origin is allowed: %s", async (origin) => {
    const { status, headers } = await preflight(origin);
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET,POST,PUT",
      "access-control-allow-headers": "authorization,content-type,if-none-match",
      "access-control-expose-headers": "etag,retry-after,x-request-id",
      "access-control-max-age": "7200",
      vary: expect.stringContaining("Origin"),
    });
    expect(headers.has("access-control-allow-credentials")).toBe(false);
  });

  it.each(ROUTES.filter(({ tag }) => tag === "browser").map(({ path }) => path))(
    "of %s is answered, whatever monitoring adds",
    async (path) => {
      const asked = { "Access-Control-Request-Headers": "traceparent" };
      const { status, headers } = await preflight(ORIGIN, asked, path.replace("{sku}", SKU));
      expect([status, headers.get("access-control-allow-headers")]).toEqual([
        204,
        "authorization,content-type,if-none-match,traceparent",
      ]);
    },
  );

  const many = Array.from({ length: 30 }, (_, n) => `x-${n}`);
  it.each([
    ["monitoring adds", "Authorization, traceparent,X-Trace", ["traceparent", "x-trace"]],
    ["is no name", `x(y), ${"a".repeat(65)}, ${"a".repeat(64)}`, ["a".repeat(64)]],
    ["there are too many of", many.join(), many.slice(0, 20)],
  ])("may ask for other headers: what %s", async (_, asked, allowed) => {
    const { headers } = await preflight(ORIGIN, { "Access-Control-Request-Headers": asked });
    expect(headers.get("access-control-allow-headers")?.split(",").slice(3)).toEqual(allowed);
  });

  it("of another origin, and of a path for backends, gets no CORS headers", async () => {
    const stranger = await preflight("https://evil.example");
    expect([stranger.status, stranger.problem.code]).toEqual([403, "origin_not_allowed"]);
    expect(ofCors(stranger)).toEqual([]);
    const backend = await preflight(ORIGIN, {}, "/v1/sessions");
    expect([backend.status, backend.problem.code]).toEqual([405, "method_not_allowed"]);
    expect(ofCors(backend)).toEqual([]);
  });

  it.each(["https://evil.example", ORIGIN])(
    "of %s counts by address, before a line is written",
    async (origin) => {
      await anotherWorld({ LIMIT_ADDRESS_PER_MINUTE: "3" });
      for (let n = 0; n < 3; n++) expect((await preflight(origin)).status).not.toBe(429);
      const lines = world.logs.length;
      expect((await preflight(origin)).problem.code).toBe("rate_limited");
      expect(world.logs).toHaveLength(lines);
      expect((await world.request("/openapi.json")).status).toBe(429);
    },
  );
});

describe("a site", () => {
  it("that asks too much waits, its backend and its users together, and no other site does", async () => {
    await anotherWorld({ LIMIT_SITE_PER_MINUTE: "10" });
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

describe("every route", () => {
  const KEYS = { site: SITE_KEY, operator: OPERATOR_KEY };
  /** A path with plausible parameters. */
  const pathOf = ({ path }: RouteDescription) =>
    path
      .replace("{sku}", "GRIPFELL-60")
      .replace("{site}", "shop")
      .replace(/\{\w+\}/g, "4001");
  const ask = (route: RouteDescription, headers: Record<string, string>, method: string = route.method) =>
    world.request(pathOf(route), { method: method.toUpperCase(), headers });
  const guarded = ROUTES.filter(({ security }) => security);
  const nameOf = ({ method, path }: RouteDescription) => `${method} ${path}`;

  it.each(guarded.map((route) => [nameOf(route), route] as const))(
    "%s opens to its own key only",
    async (_, route) => {
      const session = (await world.mint()).data.session_token as string;
      const keys = { siteKey: SITE_KEY, operatorKey: OPERATOR_KEY, sessionToken: session };
      const opening = [route.security ?? []].flat();
      const owns = opening.map((each) => keys[each]);
      const own = owns[0] ?? "";
      // Where two kinds open it, whoever has neither is told of the operators'.
      const code = {
        siteKey: "site_key_invalid",
        operatorKey: "operator_key_invalid",
        sessionToken: "session_invalid",
      }[opening.at(-1) ?? "siteKey"];
      const before = world.control.calls.length;
      for (const key of [undefined, "", "x".repeat(43), own.slice(0, -1), SITE_KEY, OPERATOR_KEY, session]) {
        if (key !== undefined && owns.includes(key)) continue;
        const headers = { Origin: ORIGIN, ...(key !== undefined && { Authorization: `Bearer ${key}` }) };
        const { status, problem } = await ask(route, headers);
        expect([key, status, problem.code]).toEqual([key, 401, code]);
      }
      const basic = await ask(route, { Origin: ORIGIN, Authorization: `Basic ${own}` });
      expect(basic.problem.code).toBe(code);
      expect(world.control.calls).toHaveLength(before);
    },
  );

  it.each(ROUTES.map((route) => [nameOf(route), route] as const))(
    "%s takes no other method, and says which",
    async (_, route) => {
      const methods = ROUTES.filter(({ path }) => path === route.path).map(({ method }) => method);
      for (const method of ["get", "post", "put", "delete", "patch"] as const) {
        if (methods.some((each) => each === method)) continue;
        const { status, problem, headers } = await ask(route, {}, method);
        expect([method, status, problem.code]).toEqual([method, 405, "method_not_allowed"]);
        expect(headers.get("allow")).toContain(route.method.toUpperCase());
      }
    },
  );

  it.each(ROUTES.filter(({ tag }) => tag !== "browser").map((route) => [nameOf(route), route] as const))(
    "%s has no cross-origin access",
    async (_, route) => {
      const key = route.security === "operatorKey" ? KEYS.operator : KEYS.site;
      const { headers } = await ask(route, { Origin: ORIGIN, Authorization: `Bearer ${key}` });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    },
  );
});

it("below a path, which the proxy strips, every address that is told has it", async () => {
  const PUBLIC_URL = "https://rewards.example/below";
  await anotherWorld({ PUBLIC_URL });
  const { data } = await (await world.browser()).get("/v1/catalog");
  const pictures = (data as unknown as Reward[]).flatMap(({ logo_url }) => logo_url ?? []);
  expect(pictures.length).toBeGreaterThan(0);
  for (const url of pictures) expect(url.startsWith(`${PUBLIC_URL}/images/`)).toBe(true);
  expect((await world.request("/openapi.json")).text).toContain(`"servers":[{"url":"${PUBLIC_URL}"}]`);
});

describe("every answer", () => {
  it("carries our own request id, nosniff and no-store, errors included", async () => {
    for (const path of ["/v1/order", "/v1/nothing", "/healthz"]) {
      const answer = await world.request(path, { headers: { "X-Request-Id": "mine" } });
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      if (path.startsWith("/v1")) expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it.each([
    [undefined, "max-age=31536000"],
    ["http://localhost:4000", null],
  ])("under PUBLIC_URL %s tells browsers to stay with https: %s", async (url, expected) => {
    await anotherWorld(url === undefined ? {} : { PUBLIC_URL: url });
    for (const path of ["/v1/order", "/healthz", "/openapi.json", "/nothing"])
      expect((await world.request(path)).headers.get("strict-transport-security")).toBe(expected);
  });

  it("that is a problem says what it is", async () => {
    const { status, headers, problem } = await world.request("/nothing");
    expect([status, headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    expect(problem).toEqual({
      type: "urn:reward-redemption:problem:not_found",
      title: expect.any(String),
      status: 404,
      code: "not_found",
      detail: expect.any(String),
      retryable: false,
      request_id: headers.get("x-request-id"),
    });
  });
});
