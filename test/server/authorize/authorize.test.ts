/** A site that wants to be asked: nothing is confirmed before it allows it, and no silence counts as one. */

import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { TransportError, type TransportRequest } from "../../../server/fulfillment/transport.ts";
import { SKU } from "../../support/rewards.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { type Browser, codeOf, ORIGIN, SITE_KEY } from "../../support/world.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const ALLOW = { status: 200, text: '{"decision":"allow"}' };
type Said = { status: number; text: string } | "slow" | "down";

let asked: TransportRequest[];
let said: Said;
beforeEach(() => {
  asked = [];
  said = ALLOW;
});
useWorld(
  {
    SITES: JSON.stringify([
      {
        id: "shop",
        key: SITE_KEY,
        origins: [ORIGIN],
        authorize: { url: "https://points.example/ask", secret: SECRET },
      },
    ]),
  },
  {
    webhooks: async (request) => {
      asked.push(request);
      if (said === "slow") {
        await world.clock.sleep(request.timeoutMs);
        throw new TransportError("timeout", true);
      }
      if (said === "down") throw new TransportError("not_connected", false);
      return { status: said.status, headers: {}, body: new TextEncoder().encode(said.text) };
    },
  },
);

const booked = async (change: object = {}): Promise<Browser> => {
  const browser = await world.browser({ order_id: "o", ...change });
  await browser.post("/v1/order/book", { sku: SKU });
  return browser;
};
const confirm = (browser: Browser, route = "redeem") =>
  browser.post(`/v1/order/${route}`, { attempt: 1, sku: SKU });

describe("a site with authorize", () => {
  it("is asked once, signed, before a confirmation is stored; a repeat asks nothing", async () => {
    const browser = await booked({
      user: { email: "user@example.com", id: "m" },
      metadata: { tier: "gold" },
    });
    expect(asked).toEqual([]);
    expect((await confirm(browser)).data.state).toBe("redeemed");
    expect((await confirm(browser)).status).toBe(200);
    expect(asked).toHaveLength(1);
    const [{ body = "", headers } = {} as TransportRequest] = asked;
    // The library goes by the time of this machine.
    vi.useFakeTimers({ toFake: ["Date"], now: world.clock.now() });
    const request = new Webhook(SECRET).verify(body, { ...headers });
    vi.useRealTimers();
    expect(request).toEqual({
      type: "order.authorize",
      timestamp: expect.any(String),
      data: {
        order_id: "o",
        user_id: "m",
        attempt: 1,
        sku: SKU,
        reward_name: expect.any(String),
        value: { amount: 30, currency: "USD" },
        metadata: { tier: "gold" },
      },
    });
  });

  it.each<[string, Said, string]>([
    [
      "denies",
      { status: 200, text: '{"decision":"deny","reason":"You have 30 points less."}' },
      "confirmation_denied",
    ],
    ["answers another word", { status: 200, text: '{"decision":"yes"}' }, "authorization_unavailable"],
    ["answers no JSON", { status: 200, text: "allow" }, "authorization_unavailable"],
    ["answers an allow with another status", { status: 202, text: ALLOW.text }, "authorization_unavailable"],
    ["fails", { status: 500, text: ALLOW.text }, "authorization_unavailable"],
    ["does not answer in time", "slow", "authorization_unavailable"],
    ["is down", "down", "authorization_unavailable"],
  ])("that %s keeps a confirmation from being stored", async (_, answer, code) => {
    const browser = await booked();
    said = answer;
    const { status, problem } = await confirm(browser);
    expect([status, problem.code]).toEqual([code === "confirmation_denied" ? 409 : 503, code]);
    if (code === "confirmation_denied")
      expect(problem).toMatchObject({
        detail: "You have 30 points less.",
        site_reason: "You have 30 points less.",
      });
    expect((await browser.get("/v1/order")).data.state).toBe("booked");
    await world.pass(20_000);
    expect(world.operations()).toEqual(["book"]);
    said = ALLOW;
    expect((await confirm(browser)).data.state).toBe("redeemed");
    expect(new Set(asked.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("is asked before a mail is sent and a link is made, too", async () => {
    said = { status: 200, text: '{"decision":"deny"}' };
    const mailed = await world.browser({ order_id: "n", delivery: "notify", promotion_id: "4008" });
    expect(codeOf(await mailed.post("/v1/order/notify", { sku: SKU }))).toEqual([409, "confirmation_denied"]);
    expect(codeOf(await confirm(await booked({ delivery: "activate" }), "activate"))).toEqual([
      409,
      "confirmation_denied",
    ]);
    expect(world.operations()).toEqual(["book"]);
    said = ALLOW;
    expect((await mailed.post("/v1/order/notify", { sku: SKU })).data.state).toBe("notified");
  });

  it("gets the same id from two tabs that ask at once, and a code is made once", async () => {
    const browser = await booked();
    const answers = await Promise.all([confirm(browser), confirm(browser)]);
    expect(answers.map(({ data }) => data.state)).toEqual(["redeemed", "redeemed"]);
    expect(new Set(asked.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(world.control.codes()).toHaveLength(1);
  });

  it("is asked under another id about another reward of the same attempt, where nothing is booked first", async () => {
    said = { status: 200, text: '{"decision":"deny"}' };
    const mailed = await world.browser({ order_id: "n", delivery: "notify", promotion_id: "4008" });
    for (const sku of [SKU, "KESTROW-CODE-PLAIN-25", SKU]) await mailed.post("/v1/order/notify", { sku });
    expect(asked.map(({ body }) => JSON.parse(body ?? "").data.attempt)).toEqual([1, 1, 1]);
    const [first, second, third] = asked.map(({ headers }) => headers["webhook-id"]);
    expect([first === second, first === third]).toEqual([false, true]);
  });

  it("has the next attempt asked for under another id", async () => {
    const browser = await booked();
    said = { status: 200, text: '{"decision":"deny"}' };
    await confirm(browser);
    await browser.post("/v1/order/book", { sku: "KESTROW-CODE-PLAIN-25" });
    await browser.post("/v1/order/redeem", { attempt: 2, sku: "KESTROW-CODE-PLAIN-25" });
    expect(new Set(asked.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  });
});
