/** The portal's page as served, and its backend with the real token server. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import { createPortalSite } from "../../../demo/portal/portal.ts";
import { AGREEMENTS, SAMPLES } from "../../../demo/portal/site.ts";
import { DELIVERIES } from "../../../shared/wire.ts";
import { useWorld, world } from "../../support/use-world.ts";
import { SITE_KEY as SHOP_KEY, ORIGIN as SHOP_ORIGIN } from "../../support/world.ts";

const PAGE = resolve(import.meta.dirname, "../../../demo/portal/page");
const ORIGIN = "http://localhost:4001";
const SITE_KEY = "site-key-of-the-care-desk-0123456789abc";
const TOKEN_SERVER = "http://127.0.0.1:4000";

const site = (fetch?: typeof globalThis.fetch, samples?: typeof SAMPLES) =>
  createPortalSite(
    {
      publicUrl: TOKEN_SERVER,
      tokenServer: TOKEN_SERVER,
      siteKey: SITE_KEY,
      origins: [ORIGIN],
      samples,
      fetch,
    },
    new Hono(),
  );

describe("the page", () => {
  const get = (path: string) => site().request(path);

  it.each([
    "/demo/portal/index.html",
    "/demo/portal/../site.ts",
    "/demo/portal/..%2fsite.ts",
    "/demo/shop.js",
  ])("%s is not there", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it("has a policy that adds the token server's origin three times, and nothing inline", async () => {
    const policy = (await get("/demo/portal/")).headers.get("content-security-policy");
    expect(policy?.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'self' ${TOKEN_SERVER}`,
      "style-src 'self'",
      "font-src 'self'",
      `connect-src 'self' ${TOKEN_SERVER}`,
      `img-src 'self' ${TOKEN_SERVER}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
  });

  it("has nothing inline, and only the widget from elsewhere", async () => {
    const html = await (await get("/demo/portal/")).text();
    expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=|javascript:|\{\{/i);
    expect([...html.matchAll(/<script\b[^>]*>([^<]*)/g)].map(([, inline]) => inline)).toEqual(["", "", ""]);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
    expect(addresses.filter((address) => /^(https?:)?\/\//.test(address))).toEqual([
      `${TOKEN_SERVER}/widget.js`,
    ]);
  });

  it("never writes markup: its scripts use no function that can", () => {
    const scripts = readdirSync(PAGE).filter((name) => name.endsWith(".js"));
    for (const script of scripts) {
      expect(readFileSync(join(PAGE, script), "utf8")).not.toMatch(
        /innerHTML|outerHTML|insertAdjacent|document\.write|DOMParser|localStorage|sessionStorage|cookie/,
      );
    }
  });
});

describe("on the real token server", () => {
  const settings = {
    SITES: JSON.stringify([
      { id: "shop", key: SHOP_KEY, origins: [SHOP_ORIGIN] },
      {
        id: "portal",
        key: SITE_KEY,
        origins: [ORIGIN],
        promotions: AGREEMENTS.map(({ promotion_id }) => promotion_id),
      },
    ]),
  };
  useWorld(settings);
  let portal: ReturnType<typeof site>;
  beforeEach(() => {
    portal = site(toWorld);
  });
  const toWorld: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const { status, headers, text } = await world.request(pathname + search, init);
    return new Response(text, { status, headers });
  };

  async function call(name: string, body: object = {}) {
    const answer = await portal.request(`/demo/portal/api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, never> & {
      order_id: string;
      session_token: string;
      order: { state: string; delivery: string; actions: string[]; history: { state: string }[] };
      refunded: boolean;
      error: string;
      redemptions: { order_id: string; state: string; customer?: { name: string } }[];
      waiting: { order_id: string }[];
    };
  }
  it("has one sample order of each delivery on its first list, and the same ones after a restart", async () => {
    expect((await call("find")).waiting).toEqual([]);
    const numbers: string[][] = [];
    for (const start of ["first", "second"]) {
      portal = site(toWorld, SAMPLES);
      const { waiting } = await call("find");
      expect((await call("find")).waiting, `${start} start, once more`).toEqual(waiting);
      numbers.push(waiting.map(({ order_id }) => order_id));
    }
    const [first = [], second] = numbers;
    expect(second).toEqual(first);
    const orders = await Promise.all(first.map((order_id) => call("order", { order_id })));
    expect(new Set(orders.map(({ order }) => order.delivery))).toEqual(new Set(DELIVERIES));
  });

  const NEW = { customer: { name: "Ida Holm", email: "ida@customer.example" }, delivery: "redeem" };
  const newKey = () => randomBytes(16).toString("hex");

  it("has promotions for each delivery, with rewards, and one that is not running", async () => {
    const { promotions } = (await call("setup")) as unknown as {
      promotions: { id: string; available: boolean; deliveries: string[]; rewards: unknown[] }[];
    };
    const running = promotions.filter(({ available }) => available);
    expect(new Set(running.flatMap(({ deliveries }) => deliveries))).toEqual(
      new Set(["redeem", "activate", "notify"]),
    );
    for (const { rewards } of running) expect(rewards.length).toBeGreaterThan(0);
    expect(promotions).toHaveLength(AGREEMENTS.length);
    expect(running).toHaveLength(AGREEMENTS.length - 1);
  });

  it("makes one order for a repeated form, and says if its values differ", async () => {
    const form = {
      ...NEW,
      promotion_id: "4001",
      form_key: newKey(),
      skus: ["PIXELBARN-50", "FERNHALLOW-20"],
    };
    const { order_id } = await call("create", form);
    expect(await call("create", { ...form, skus: [...form.skus].reverse() })).toEqual({ order_id });
    expect(await call("create", { ...form, skus: ["PIXELBARN-50"] })).toEqual({
      error: "order_made",
      order_id,
    });
    expect((await call("find")).waiting).toMatchObject([{ order_id }]);
  });

  it("finds no other site's orders, by number or e-mail address", async () => {
    const email = "mara@member.example";
    await world.mint({ order_id: "shop-1", user: { email } });
    for (const name of ["order", "cancel", "refund"]) {
      expect((await call(name, { order_id: "shop-1" })).error).toBe("order_not_found");
    }
    expect((await call("session", { order_id: "shop-1" })).error).toBe("order_forgotten");
    expect(await call("find", { term: email })).toMatchObject({ redemptions: [], waiting: [] });
  });
});
