/** Words drawn as outlines: the place of each letter, and the letters that need the machine's fonts. */
import { describe, expect, it } from "vitest";
import { cardSvg } from "../../../../demo/fulfillment/catalog/assets.ts";
import { lettered } from "../../../../demo/fulfillment/catalog/lettering.ts";
import {
  ENGLISH_REWARDS,
  FRENCH_REWARDS,
  LOCAL_REWARDS,
} from "../../../../demo/fulfillment/catalog/rewards.ts";

const placesOf = (svg = ""): number[] =>
  [...svg.matchAll(/<path transform="translate\((\d+) 0\)"/g)].map(([, at]) => Number(at));

describe("a word in outlines", () => {
  it("is at the given place, in the given size", () => {
    expect(lettered("Kestrow", { x: 122, y: 87, size: 36 })).toMatch(
      /^<g transform="translate\(122 87\) scale\(0\.036\)" fill="currentColor"><path /,
    );
  });

  it("has one letter after the other, and nothing for a space", () => {
    const together = placesOf(lettered("ab", { x: 0, y: 0, size: 10 }));
    const apart = placesOf(lettered("a b", { x: 0, y: 0, size: 10 }));
    expect([together.length, apart.length]).toEqual([2, 2]);
    expect(apart[1]).toBeGreaterThan(together[1] as number);
  });

  it("has letters at the given distance, in pixels for every size", () => {
    const [, close = 0] = placesOf(lettered("ab", { x: 0, y: 0, size: 20 }));
    const [, wide = 0] = placesOf(lettered("ab", { x: 0, y: 0, size: 20, spacing: 3 }));
    expect((wide - close) * (20 / 1_000)).toBeCloseTo(3, 5);
  });

  it("has two letters closer if their shapes leave a gap", () => {
    const [, near = 0] = placesOf(lettered("Ta", { x: 0, y: 0, size: 10 }));
    const [, far = 0] = placesOf(lettered("Tu", { x: 0, y: 0, size: 10 }));
    expect(far - near).toBe(70);
  });

  it.each(["é", "カ", "<", "1"])("does not exist if %s has no outline", (char) => {
    expect(lettered(`a${char}`, { x: 0, y: 0, size: 10 })).toBeUndefined();
  });
});

describe("a card", () => {
  it.each([
    ["English", ENGLISH_REWARDS],
    ["French", FRENCH_REWARDS],
    ["German", LOCAL_REWARDS.de],
    ["Spanish", LOCAL_REWARDS.es],
  ])("in %s needs no font", (_language, rewards) => {
    for (const reward of rewards)
      expect([reward.sku, cardSvg(reward).includes("<text")]).toEqual([reward.sku, false]);
  });

  it.each([
    ["Japanese", LOCAL_REWARDS.ja, "ギフトカード"],
    ["Arabic", LOCAL_REWARDS.ar, "بطاقة هدايا"],
  ])("in %s names its kind in a font of the machine", (_language, [reward], label) => {
    expect(reward && cardSvg(reward)).toContain(`>${label}</text>`);
  });
});
