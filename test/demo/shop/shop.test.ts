import { describe, expect, it } from "vitest";
import { seedPromotions } from "../../../demo/fulfillment/catalog/promotions.ts";
import { CATALOG } from "../../../demo/fulfillment/catalog/rewards.ts";
import { SPOKEN } from "../../../demo/fulfillment/languages.ts";
import { CHOICES } from "../../../demo/shop/choices.ts";
import { createShop } from "../../../demo/shop/shop.ts";

const shop = createShop({
  publicUrl: "http://127.0.0.1:4000",
  tokenServer: "http://127.0.0.1:1",
  siteKey: "k".repeat(32),
  choices: CHOICES,
  origins: ["http://127.0.0.1:4000"],
});
const get = (path: string) => shop.request(path);

describe("the shop's page", () => {
  it.each([
    ["/demo/", "text/html; charset=utf-8"],
    ["/demo/linden.css", "text/css; charset=utf-8"],
    ["/demo/shop.js", "text/javascript; charset=utf-8"],
    ["/demo/mark.svg", "image/svg+xml"],
    ["/demo/choices", "application/json"],
  ])("%s has its type and is never cached", async (path, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    "/demo/index.html",
    "/demo/backend.ts",
    "/demo/../backend.ts",
    "/demo/..%2fbackend.ts",
    "/demo/%2e%2e/backend.ts",
    "/demo/..%5cbackend.ts",
    "/demo/page/shop.js",
    "/demo//linden.css/",
    "/demo/linden.css%00.js",
  ])("%s is not there", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it("has a policy that allows this server and nothing inline", async () => {
    const policy = (await get("/demo/")).headers.get("content-security-policy") ?? "";
    const rules = new Map(
      policy.split("; ").map((rule): [string, string] => {
        const [name = "", ...sources] = rule.split(" ");
        return [name, sources.join(" ")];
      }),
    );
    expect(Object.fromEntries(rules)).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "font-src": "'self'",
      "connect-src": "'self'",
      "img-src": "'self' http://127.0.0.1:4000",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'none'",
      "require-trusted-types-for": "'script'",
    });
    expect(policy).not.toContain("unsafe");
  });
});

describe("the choice of reward shape", () => {
  it("has the language of each promotion, which widget and shop then both use", () => {
    const locales = new Map(seedPromotions(0).map(({ id, locale }) => [String(id), locale]));
    for (const { order, language } of CHOICES) {
      expect(locales.get(order.promotion_id)?.split("_")[0]).toBe(language);
    }
    expect(CHOICES.some(({ language }) => language === "fr")).toBe(true);
  });

  it("has the whole catalog in every language of the shop, with rewards in that language", () => {
    const { translations = {} } = CHOICES.find(({ id }) => id === "whole") ?? {};
    expect(Object.keys(translations).sort()).toEqual(SPOKEN.filter((language) => language !== "en").sort());
    for (const [language, id] of Object.entries(translations)) {
      const choice = CHOICES.find((each) => each.id === id);
      const offers = seedPromotions(0).find((each) => String(each.id) === choice?.order.promotion_id)?.offers;
      const languages = offers?.map(({ sku }) => CATALOG.get(sku)?.language);
      expect([id, choice?.language, new Set(languages)]).toEqual([id, language, new Set([language])]);
      expect(choice?.order.max_amount).toBe(language === "ja" ? "10000" : "100");
    }
  });
});
