/** A brand's colour as the element's properties, and a brand as an address. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SETS } from "../../../demo/brand/sets.ts";

const load = (file: string) =>
  import(pathToFileURL(resolve(import.meta.dirname, "../../../demo/brand/site", file)).href);
type Scheme = Record<"accent" | "on-accent" | "surface" | "text" | "muted", string>;
const { contrastOf, schemesOf, verdictsOf } = (await load("tokens.js")) as {
  contrastOf(one: string, other: string): number;
  schemesOf(color: string): Record<"light" | "dark", Scheme>;
  verdictsOf(color: string): { passes: boolean; used: string }[];
};
const { brandIn, fragmentOf } = (await load("address.js")) as {
  brandIn(fragment: string): Promise<unknown>;
  fragmentOf(brand: object): Promise<string>;
};

const COLOR = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
const READABLE = 4.5;

describe("the properties of a colour", () => {
  it("contrast is as WCAG says", () => {
    expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it("can be read in both themes, whatever the colour", () => {
    fc.assert(
      fc.property(COLOR, (color) => {
        for (const { accent, surface, text, muted, ...scheme } of Object.values(schemesOf(color))) {
          expect(contrastOf(accent, surface)).toBeGreaterThanOrEqual(READABLE);
          expect(contrastOf(scheme["on-accent"], accent)).toBeGreaterThanOrEqual(READABLE);
          expect(contrastOf(text, surface)).toBeGreaterThanOrEqual(READABLE);
          expect(contrastOf(muted, surface)).toBeGreaterThanOrEqual(READABLE);
        }
      }),
    );
  });

  it("leave a colour that can be read as it is", () => {
    expect(schemesOf("#0b3d5c").light.accent).toBe("#0b3d5c");
    expect(verdictsOf("#0b3d5c")[0]).toMatchObject({ passes: true, used: "#0b3d5c" });
  });

  it("say which colour is used instead of one that cannot be read", () => {
    const [light, dark] = verdictsOf("#ffd400");
    expect([light?.passes, dark?.passes]).toEqual([false, true]);
    expect(light?.used).toBe(schemesOf("#ffd400").light.accent);
  });
});

describe("a brand as an address", () => {
  it("comes back as it was, in letters that an address may have", async () => {
    const brand = { ...SETS.bank.versions.ar?.spec, logo: "data:image/webp;base64,AAAA", radius: 4 };
    const fragment = await fragmentOf(brand);
    expect(fragment).toMatch(/^#[\w-]+$/);
    expect(await brandIn(fragment)).toEqual(brand);
  });

  it.each(["", "#", "#developers", "#AAAA", "#!"])("%j is none", async (fragment) => {
    await expect(brandIn(fragment)).rejects.toThrow();
  });
});
