/** The server's reports: log lines, counts and times, and refused credentials. */
import { beforeEach, describe, expect, it } from "vitest";
import { SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { ORIGIN, OTHER_KEY, OTHER_ORIGIN, SITE_KEY } from "../../support/world.ts";
import { asOperator, metricLine, OPERATOR_KEY } from "./operator.ts";

useWorld({ OPERATOR_KEY });

type Line = Record<string, unknown>;
const lines = (msg: RegExp | string, from = 0): Line[] =>
  world.logs
    .slice(from)
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => (typeof msg === "string" ? line.msg === msg : msg.test(String(line.msg))));
const last = (msg: RegExp | string): Line => lines(msg).at(-1) ?? {};
const metric = (line: string | RegExp) => metricLine(world, line);

describe("the line of a request", () => {
  it("names site, order, session, route, status, code and milliseconds, from minting to the refusal", async () => {
    const browser = await world.browser({ order_id: "case-7" });
    const minted = last("request");
    expect(minted).toMatchObject({ site: "shop", order_id: "case-7", route: "/v1/sessions", status: 201 });
    const { session } = minted;
    expect(session).toMatch(/^[\w-]{12}$/);
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(last("request")).toMatchObject({
      level: "info",
      method: "POST",
      route: "/v1/order/redeem",
      site: "shop",
      order_id: "case-7",
      session,
      status: 409,
      code: "not_booked",
      duration_ms: expect.any(Number),
      request_id: expect.any(String),
    });
    // The session's end is where support cases begin: the line must still lead to the order.
    await world.pass(1_801_000);
    await browser.get("/v1/order");
    expect(last("request")).toMatchObject({ session, status: 401, code: "session_expired" });
    for (const line of world.logs) expect(line).not.toContain(browser.token);
  });

  it("names the order of a site's backend and of an operator", async () => {
    await world.mint({ order_id: "case-8" });
    await world.end("case-8", "refund");
    const route = "/v1/orders/:order_id/refund";
    expect(last("request")).toMatchObject({ site: "shop", order_id: "case-8", route, code: "not_redeemed" });
    await world.request("/v1/attention/shop/case-8/release", { method: "POST", headers: asOperator });
    expect(last("request")).toMatchObject({ site: "shop", order_id: "case-8", status: 200 });
  });

  it("names the route of what everybody may ask, and of a preflight", async () => {
    await world.request("/openapi.json");
    for (const path of ["/readyz", "/healthz"]) await world.request(path);
    await world.request("/v1/order/book", { method: "OPTIONS", headers: { Origin: ORIGIN } });
    expect(lines("request").map(({ route, status }) => [route, status])).toEqual([
      ["/openapi.json", 200],
      ["/readyz", 200],
      ["/healthz", 200],
      ["/v1/order/book", 204],
    ]);
    // Balancers and Prometheus ask every few seconds.
    expect(lines("request").map(({ level }) => level)).toEqual(["info", "debug", "debug", "info"]);
  });

  it("says nothing that a client made up", async () => {
    const made = "a-secret-that-somebody-typed";
    await world.request(`/${made}/${made}?${made}=${made}`, { headers: { Authorization: `Bearer ${made}` } });
    await world.request(`/v1/orders/${made}%40x`, { headers: { Authorization: `Bearer ${SITE_KEY}` } });
    await world.request("/v1/order", { headers: { Authorization: `Bearer ${made}`, Origin: ORIGIN } });
    expect(lines("request").map(({ route, code }) => [route, code])).toEqual([
      ["/*", "not_found"],
      ["/v1/orders/:order_id", "order_not_found"],
      ["/v1/order", "session_invalid"],
    ]);
    for (const line of world.logs) expect(line).not.toContain(made);
    expect((await world.request("/metrics", { headers: asOperator })).text).not.toContain(made);
  });
});

describe("a line that a request causes elsewhere", () => {
  const changing = (): Line[] => lines("changing call");

  it("names request, route and session beside its own site, order and outcome", async () => {
    const browser = await world.browser({ order_id: "case-7" });
    await browser.post("/v1/order/book", { sku: SKU });
    const { request_id, session } = last("request");
    expect(changing()).toMatchObject([
      { request_id, session, method: "POST", route: "/v1/order/book", site: "shop", order_id: "case-7" },
    ]);
    expect(changing()[0]).toMatchObject({ operation: "book", outcome: "answered", attempt: 1 });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(changing()).toHaveLength(2);
    expect(changing()[1]).toMatchObject({
      request_id: last("request").request_id,
      route: "/v1/order/redeem",
      operation: "redeem",
    });
  });

  it("names it also when the service answers after the user was answered", async () => {
    const browser = await world.browser({ order_id: "case-8" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "slow", delay_ms: 20_000, effect: "first" });
    expect((await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU })).status).toBe(202);
    const { request_id, session } = last("request");
    expect(changing()).toHaveLength(1);
    await world.pass(30_000);
    expect(changing()[1]).toMatchObject({ request_id, session, order_id: "case-8", operation: "redeem" });
  });

  it("names no request that it does not come from", async () => {
    const browser = await world.browser({ order_id: "case-9" });
    await browser.post("/v1/order/book", { sku: SKU });
    world.control.fault({ operation: "redeem", kind: "timeout_before", times: "always" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    // Another process continues the order without a request.
    const before = changing().length;
    world.control.clearFaults();
    await world.restart();
    await world.pass(120_000);
    const more = changing().slice(before);
    expect(more.length).toBeGreaterThan(0);
    for (const line of more) {
      expect(line).toMatchObject({ order_id: "case-9" });
      expect(line).not.toHaveProperty("request_id");
      expect(line).not.toHaveProperty("session");
    }
  });

  it("holds two requests apart that are served at once", async () => {
    const browsers = await Promise.all(["case-1", "case-2"].map((order_id) => world.browser({ order_id })));
    await Promise.all(browsers.map((browser) => browser.post("/v1/order/book", { sku: SKU })));
    const requests = lines("request").filter(({ route }) => route === "/v1/order/book");
    const pairs = (some: Line[]) => some.map(({ order_id, request_id }) => [order_id, request_id]).sort();
    expect(pairs(changing())).toEqual(pairs(requests));
    expect(pairs(requests).map(([order]) => order)).toEqual(["case-1", "case-2"]);
  });
});

describe("a refused origin", () => {
  it("is logged, also at the preflight, which is all that a browser sends", async () => {
    const Origin = "https://www.shop.example";
    await world.request("/v1/order", { method: "OPTIONS", headers: { Origin } });
    await world.request("/v1/order", { headers: { Origin } });
    const refused = { level: "warn", route: "/v1/order", origin: Origin };
    expect(lines(/^an origin was refused/)).toMatchObject([refused, refused]);
  });

  it("of another site is logged with the session's own site and order", async () => {
    const { data } = await world.mint({ order_id: "case-9" });
    const headers = { Authorization: `Bearer ${data.session_token}`, Origin: OTHER_ORIGIN };
    expect((await world.request("/v1/order", { headers })).status).toBe(403);
    expect(last(/^an origin was refused/)).toMatchObject({
      site: "shop",
      order_id: "case-9",
      origin: OTHER_ORIGIN,
    });
  });

  it("that is none is not quoted", async () => {
    await world.request("/v1/order", { headers: { Origin: "https://x.test/user@example.com" } });
    expect(lines(/^an origin was refused/)).toHaveLength(1);
    expect(world.logs.join("")).not.toContain("x.test");
  });
});

describe("metrics", () => {
  it("time requests by pattern and count problems by code", async () => {
    expect(await metric('reward_redemption_problems_total{code="not_booked"}')).toMatch(/ 0$/);
    const browser = await world.browser({ order_id: "never-a-label" });
    await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    expect(await metric('reward_redemption_problems_total{code="not_booked"}')).toMatch(/ 1$/);
    const count = "reward_redemption_request_duration_seconds_count";
    expect(await metric(`${count}{method="POST",route="/v1/order/redeem",status="409"}`)).toMatch(/ 1$/);
    const { text } = await world.request("/metrics", { headers: asOperator });
    expect(text).not.toContain("never-a-label");
  });

  it("time calls to the service and rounds of the reconciler", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    await world.pass(6_000);
    const count = "reward_redemption_upstream_duration_seconds_count";
    expect(await metric(`${count}{operation="book",outcome="data"}`)).toMatch(/ 1$/);
    expect(await metric(`${count}{operation="token",outcome="data"}`)).toMatch(/ 1$/);
    const rounds = await metric('reward_redemption_reconciler_duration_seconds_count{outcome="done"}');
    expect(Number(rounds?.split(" ").at(-1))).toBeGreaterThan(1);
    expect(await metric("reward_redemption_build_info")).toContain(
      `{version="0.0.0",environment="production",node="${process.version}"} 1`,
    );
  });

  it("count a round that failed", async () => {
    world.ledger.dueOrders = () => Promise.reject(new Error("away"));
    await world.pass(6_000);
    const failed = await metric('reward_redemption_reconciler_duration_seconds_count{outcome="failed"}');
    expect(Number(failed?.split(" ").at(-1))).toBeGreaterThan(0);
  });
});

describe("credentials that the service refuses", () => {
  const refusal = /refuses the credentials/;
  const told = async () =>
    (await world.request("/readyz?details", { headers: asOperator })).data.warnings as { code: string }[];

  describe("at the token endpoint", () => {
    beforeEach(async () => {
      await anotherWorld({ OPERATOR_KEY, FULFILLMENT_API_SECRET: "not-the-secret-of-the-service" });
    });

    it("make a session's answer say that trying again does not help", async () => {
      for (let times = 0; times < 3; times++) {
        const { status, problem } = await world.mint();
        expect([status, problem.code, problem.retryable]).toEqual([503, "upstream_forbidden", false]);
        await world.pass(3_000);
      }
    });

    it("are one line in the log, a metric and a warning", async () => {
      await world.mint();
      await world.pass(60_000);
      expect(lines(refusal)).toMatchObject([{ level: "error", operation: "token", status: 401 }]);
      expect(last(refusal).msg).toContain("FULFILLMENT_API_SECRET");
      expect(await metric('reward_redemption_credentials_refused{by="token"}')).toMatch(/ 1$/);
      expect((await told()).map(({ code }) => code)).toContain("credentials_refused");
      expect(world.logs.join("")).not.toContain("not-the-secret");
    });

    it("are known to an instance that did not ask itself, also after a restart", async () => {
      await world.mint();
      await world.restart();
      const { problem } = await world.mint();
      expect([problem.code, problem.retryable]).toEqual(["upstream_forbidden", false]);
    });
  });

  it("are not what an unreadable answer of the token endpoint means", async () => {
    let refused = true;
    world.tamper = (path, body) => (refused && path.endsWith("/token") ? "" : body);
    // Unreadable is no refusal: it may pass by itself.
    const { problem } = await world.mint();
    expect([problem.code, problem.retryable]).toEqual(["upstream_unavailable", true]);
    expect(lines(refusal)).toEqual([]);
    refused = false;
    await world.pass(60_000);
    expect((await world.mint({}, SITE_KEY)).status).toBe(201);
    expect(await metric('reward_redemption_credentials_refused{by="token"}')).toMatch(/ 0$/);
  });

  it("as headers: by the calls themselves", async () => {
    await anotherWorld({
      OPERATOR_KEY,
      FULFILLMENT_AUTH: "headers",
      FULFILLMENT_API_SECRET: "not-the-secret-of-the-service",
    });
    const { problem } = await world.mint();
    expect([problem.code, problem.retryable]).toEqual(["upstream_forbidden", false]);
    expect(lines(refusal)).toMatchObject([{ operation: "call", status: 401 }]);
    expect(await metric('reward_redemption_credentials_refused{by="call"}')).toMatch(/ 1$/);
  });

  it("are not what a promotion means that the account may not use", async () => {
    await world.mint({ promotion_id: "9999" }, OTHER_KEY);
    expect(lines(refusal)).toEqual([]);
  });
});
