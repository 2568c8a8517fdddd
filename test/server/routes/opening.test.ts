import { beforeEach, describe, expect, it } from "vitest";
import { fileOf } from "../../../server/widget/version.ts";
import { opening } from "../../../shared/wire.ts";
import { SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import { type Answer, type Browser, codeOf, ORIGIN, OTHER_ORIGIN } from "../../support/world.ts";

const _NOTIFYING = "4008";

useWorld();

const ask = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  world.request("/v1/opening", {
    method: "POST",
    headers: { Origin: ORIGIN, "Content-Type": "text/plain;charset=UTF-8", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const form = (members: Record<string, string> | string): Promise<Answer> =>
  ask(String(new URLSearchParams(members)), {
    "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
  });
const open = ({ token }: Browser, etag?: string): Promise<Answer> =>
  ask({ session_token: token, ...(etag !== undefined && { etag }) });
const reads = (): string[] => world.control.calls.map(({ operation }) => operation);

describe("an opening", () => {
  it("holds the order, the catalog, the language and the time, as the routes of each say them", async () => {
    const browser = await world.browser({ locale: "fr-FR", max_amount: "120" });
    const { status, headers, data } = await open(browser);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    const order = await browser.get("/v1/order");
    const catalog = await browser.get("/v1/catalog");
    expect(data).toEqual({
      order: order.data,
      catalog: catalog.data,
      catalog_etag: catalog.headers.get("etag"),
      locale: "fr-FR",
      server_time: new Date(world.clock.now()).toISOString(),
    });
    expect(opening.safeParse(data).error).toBeUndefined();
  });

  it("is readable by a page of the site, and needs nothing that a browser asks leave for", async () => {
    const { headers } = await open(await world.browser());
    expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("comes as a form: firewalls refuse text/plain, which older widgets send", async () => {
    const browser = await world.browser({ locale: "fr-FR" });
    const { token: session_token } = browser;
    const { data } = await form({ session_token, locale: "pt-BR", etag: "" });
    expect([data.locale, data.catalog]).toEqual(["pt-BR", (await open(browser)).data.catalog]);
    const again = await form({ session_token, locale: "", etag: String(data.catalog_etag), unknown: "1" });
    expect([again.data.locale, again.data.catalog]).toEqual(["fr-FR", undefined]);
  });

  it("may also come as JSON, after a preflight", async () => {
    const { token } = await world.browser();
    const preflight = await world.request("/v1/opening", { method: "OPTIONS", headers: { Origin: ORIGIN } });
    expect(preflight.status).toBe(204);
    const answer = await ask({ session_token: token }, { "Content-Type": "application/json" });
    expect(answer.status).toBe(200);
  });

  it("speaks the promotion's language where the session has none", async () => {
    expect((await open(await world.browser())).data.locale).toBe("en_US");
  });

  it.each([
    [{ locale: "pt-BR" }, "fr-FR", "pt-BR", "pt-BR"],
    [{}, "fr-CA", "fr-CA", "fr"],
    [{ locale: null }, "fr_FR", "fr_FR", "fr"],
    [{ locale: "no tag at all" }, "fr", "fr", "fr"],
    [{ locale: "x".repeat(99) }, undefined, "en_US", undefined],
    [{ locale: "en-GB" }, "fr", "en-GB", undefined],
    [{ locale: "tlh" }, "fr", "tlh", undefined],
    [{ etag: '"x"' }, "fr", "fr", undefined],
  ])(
    "asked with %j in a session in %s is in %s, with the first words of %s",
    async (asked, session, locale, tag) => {
      const firstWords = { fr: { retry: "Réessayer" }, "pt-BR": { retry: "Tentar de novo" } };
      const file = fileOf("widget.js", []);
      const widget = {
        version: "1",
        stub: file,
        files: new Map([["integrity.json", fileOf("", [["identity", Buffer.from("{}")]])]]),
        firstWords,
        passWords: {},
      };
      await anotherWorld({}, { widget });
      const { token } = await world.browser({ locale: session });
      const { data } = await ask({ session_token: token, ...asked });
      expect([data.locale, data.words]).toEqual([locale, tag && firstWords[tag as keyof typeof firstWords]]);
    },
  );

  it("leaves out a catalog that the page has, and sends another one", async () => {
    const browser = await world.browser();
    const first = await open(browser);
    const etag = String(first.data.catalog_etag);
    for (const known of [etag, `W/${etag}`]) {
      const again = await open(browser, known);
      expect(again.data).not.toHaveProperty("catalog");
      expect(again.data).toMatchObject({ catalog_etag: etag, order: first.data.order });
    }
    const limited = await world.browser({ skus: [SKU, "GRIPFELL-60"] });
    expect((await open(limited, etag)).data.catalog).toMatchObject([{}, {}]);
  });
});

describe("by the order's state, an opening has", () => {
  it("the catalog while a reward is held: another one may be chosen", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    const { data } = await open(browser);
    expect(data.order).toMatchObject({ state: "booked", sku: SKU });
    expect(data.catalog).toEqual((await browser.get("/v1/catalog")).data);
    expect(data).not.toHaveProperty("reward");
  });

  it("the reward that was chosen when it is redeemed, and neither codes nor catalog", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    const redeemed = await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
    const secrets = (redeemed.data.codes as { items: { value: string }[] }).items.map(({ value }) => value);
    const { data, text } = await open(browser);
    expect(data.order).toMatchObject({ state: "redeemed" });
    expect(data.reward).toEqual((await catalogOf(browser)).find(({ sku }) => sku === SKU));
    expect(Object.keys(data).toSorted()).toEqual(["locale", "order", "reward", "server_time"]);
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it("nothing of the catalog when the order is finished and nobody has read one", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", { sku: SKU });
    // Nothing can happen to a canceled order any more, so nothing is read for it at a start.
    await world.end(String((await browser.get("/v1/order")).data.order_id), "cancel");
    await world.restart();
    const before = reads().length;
    expect((await open(browser)).data).not.toHaveProperty("reward");
    expect(
      reads()
        .slice(before)
        .filter((operation) => /promotion|reward/.test(operation)),
    ).toEqual([]);
  });
});

describe("where the catalog cannot be had, an opening is without one", () => {
  const expectOrderAlone = (answer: Answer) => {
    expect([answer.status, answer.data.order]).toMatchObject([200, { state: "open" }]);
    expect(answer.data).not.toHaveProperty("catalog");
    expect(answer.data).not.toHaveProperty("catalog_etag");
  };

  it("also where the page names one that it has", async () => {
    const browser = await world.browser();
    const { catalog_etag } = (await open(browser)).data;
    await world.restart();
    world.control.fault({ operation: "get_promotion", kind: "server_error" });
    expectOrderAlone(await open(browser, String(catalog_etag)));
  });

  it("because the promotion is over, which its own route says", async () => {
    const browser = await world.browser({ promotion_id: "4007" });
    expectOrderAlone(await open(browser));
    expect((await browser.get("/v1/catalog")).problem.code).toBe("promotion_unavailable");
  });

  it("because the service hangs: the order is not kept back for long", async () => {
    const browser = await world.browser();
    await world.restart();
    world.control.fault({ operation: "get_promotion", kind: "timeout_before" });
    const from = world.clock.monotonic();
    expectOrderAlone(await open(browser));
    expect(world.clock.monotonic() - from).toBeLessThanOrEqual(3_500);
  });
});

describe("an opening is refused", () => {
  let token: string;
  beforeEach(async () => {
    ({ token } = await world.browser());
  });

  it.each<[string, (own: string) => Promise<Answer>, [number, string]]>([
    ["no JSON", () => ask("{"), [400, "invalid_json"]],
    ["no session", () => ask({}), [422, "invalid_request"]],
    ["an unknown session", () => ask({ session_token: "x".repeat(43) }), [401, "session_invalid"]],
    ["a form without a session", () => form({ etag: "x" }), [422, "invalid_request"]],
    [
      "a form that names it twice",
      (own) => form(`session_token=${own}&session_token=${own}`),
      [400, "invalid_json"],
    ],
    [
      "a form in parts",
      (own) => ask({ session_token: own }, { "Content-Type": "multipart/form-data" }),
      [415, "unsupported_media_type"],
    ],
    [
      "a stranger's page",
      (own) => ask({ session_token: own }, { Origin: "https://evil.example" }),
      [403, "origin_not_allowed"],
    ],
    [
      "another site's page",
      (own) => ask({ session_token: own }, { Origin: OTHER_ORIGIN }),
      [403, "origin_not_allowed"],
    ],
  ])("for %s", async (_, request, refusal) => {
    const answer = await request(token);
    expect(codeOf(answer)).toEqual(refusal);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  it("for a session in the header alone: one that is no part of the page's words is not looked for", async () => {
    expect(codeOf(await ask({}, { Authorization: `Bearer ${token}` }))).toEqual([422, "invalid_request"]);
  });

  it("to a stranger's page before a word of it is read", async () => {
    expect(codeOf(await ask("{", { Origin: "https://evil.example" }))).toEqual([403, "origin_not_allowed"]);
  });

  it("above the session's limit, which it counts for as once", async () => {
    await anotherWorld({ LIMIT_SESSION_PER_MINUTE: "2" });
    const browser = await world.browser();
    expect([(await open(browser)).status, (await browser.get("/v1/order")).status]).toEqual([200, 200]);
    const refused = await open(browser);
    expect(codeOf(refused)).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

const catalogOf = async (browser: Browser): Promise<{ sku: string }[]> =>
  (await browser.get("/v1/catalog")).data as unknown as { sku: string }[];
