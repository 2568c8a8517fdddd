import { describe, expect, it } from "vitest";
import { cardSvg, logoSvg } from "../../../../demo/fulfillment/catalog/assets.ts";
import { BRANDS } from "../../../../demo/fulfillment/catalog/brands.ts";
import {
  CATALOG,
  ENGLISH_REWARDS,
  FRENCH_REWARDS,
  LARGE_REWARDS,
  LOCAL_REWARDS,
} from "../../../../demo/fulfillment/catalog/rewards.ts";
import { EMAIL, setUp } from "../harness.ts";

/** Checked one by one; the large catalog's two thousand have a file of their own. */
const large = new Set(LARGE_REWARDS);
const rewards = [...CATALOG.values()].filter((reward) => !large.has(reward));

describe("the catalog", () => {
  it("has at least 60 rewards of many trades, each SKU once", () => {
    expect(rewards.length).toBeGreaterThanOrEqual(60);
    const local = Object.values(LOCAL_REWARDS).flat();
    expect(rewards).toHaveLength(ENGLISH_REWARDS.length + FRENCH_REWARDS.length + local.length + 2);
    expect(new Set(BRANDS.map(({ trade }) => trade)).size).toBeGreaterThanOrEqual(20);
    expect(new Set(BRANDS.map(({ mark }) => mark)).size).toBe(BRANDS.length);
  });

  it.each(rewards.map((reward) => [reward.sku, reward] as const))("%s is complete", (sku, reward) => {
    expect(typeof reward.worth === "object").toBe(sku.endsWith("-VAR"));
    expect(reward.name).toContain(reward.brand.name);
    expect(reward.name).toMatch(/\d/);
    expect(reward.texts.description, "the price is said in the name").not.toMatch(/\p{Sc}/u);
    for (const text of Object.values(reward.texts)) expect(text.trim()).not.toBe("");
    expect(reward.texts.howToUse).toContain("\n");
    expect(reward.texts.terms).toContain("\n");
  });

  it("is in French in French promotions", () => {
    for (const { name, sku } of FRENCH_REWARDS) {
      expect(name).toMatch(/^Carte cadeau /);
      expect(sku).toMatch(/^FR-/);
    }
    expect(FRENCH_REWARDS.every(({ brand }) => brand.fr !== undefined)).toBe(true);
  });
});

/** A letter of the language's own script. */
const SCRIPTS = {
  de: /\p{sc=Latn}/u,
  es: /\p{sc=Latn}/u,
  ja: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u,
  ar: /\p{sc=Arab}/u,
};

describe.each(Object.entries(LOCAL_REWARDS))("the texts in %s", (language, local) => {
  it("are in the language in every line, and describe every brand", () => {
    const script = SCRIPTS[language as keyof typeof SCRIPTS];
    for (const { sku, name, texts, brand } of local) {
      const english = ENGLISH_REWARDS.find((reward) => sku.endsWith(`-${reward.sku}`))?.texts;
      expect(name).not.toContain("Gift Card");
      for (const key of ["description", "terms", "howToUse", "important"] as const) {
        const lines = texts[key].split("\n").filter(Boolean);
        expect(lines, `${sku} ${key}`).toHaveLength(english?.[key].split("\n").filter(Boolean).length ?? 0);
        for (const line of lines) {
          expect(line.replaceAll(brand.name, ""), `${sku} ${key}`).toMatch(script);
          // A trade may be the same word in both.
          if (/\s/.test(line) || language === "ja")
            expect(english?.[key], `${sku} ${key}`).not.toContain(line.replace(/^\d\. /, ""));
        }
      }
    }
  });
});

describe("codes", () => {
  it("include a usage that the list does not name, and an expiry, if the reward has them", async () => {
    const { api } = setUp();
    const redeem = async (sku: string) =>
      (
        await api("POST", `/promotions/4001/rewards/${sku}/redemptions/redeem`, {
          data: { order_id: sku, user: { email: EMAIL } },
        })
      ).data;
    const { reward_codes } = await redeem("GRIPFELL-60");
    const known = [
      "primary",
      "security",
      "url",
      "security_url",
      "security_url_code",
      "printable_document_url",
      "barcode",
    ];
    expect(reward_codes?.codes.some(({ usage }) => !known.includes(usage))).toBe(true);
    expect(reward_codes?.expiration_datetime).toBeNull();
    expect((await redeem("CINDERGATE-15")).reward_codes?.expiration_datetime).toBe(
      "2026-06-08T23:59:59.000Z",
    );
  });
});

describe("pictures", () => {
  it.each(rewards.map((reward) => [reward.sku, reward] as const))(
    "of %s are complete and have no foreign content",
    (_sku, reward) => {
      for (const svg of [logoSvg(reward.brand), cardSvg(reward)]) {
        expect(svg).not.toMatch(/<script|href=|NaN|undefined|&(?!#\d+;)/);
        const opened = [...svg.matchAll(/<([a-zA-Z]+)(?:\s[^>]*[^/])?>/g)].map(([, name]) => name);
        const closed = [...svg.matchAll(/<\/([a-zA-Z]+)>/g)].map(([, name]) => name);
        expect(opened.sort()).toEqual(closed.sort());
      }
    },
  );
});
