/** A brand as an address. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { SETS } from "../../../demo/brand/sets.ts";

const load = (file: string) =>
  import(pathToFileURL(resolve(import.meta.dirname, "../../../demo/brand/site", file)).href);
const { brandIn, fragmentOf, linkTo, stepIn } = (await load("address.js")) as {
  brandIn(fragment: string): Promise<unknown>;
  fragmentOf(brand: object): Promise<string>;
  linkTo(demo: string, fragment: string, step?: string): string;
  stepIn(fragment: string): string | undefined;
};
const BRAND = { ...SETS.bank.versions.en?.spec, radius: 4 };

describe("a brand as an address", () => {
  it("comes back as it was, in letters that an address may have", async () => {
    const brand = { ...SETS.bank.versions.ar?.spec, logo: "data:image/webp;base64,AAAA", radius: 4 };
    const fragment = await fragmentOf(brand);
    expect(fragment).toMatch(/^#[\w-]+$/);
    expect(await brandIn(fragment)).toEqual(brand);
  });

  it("is behind a link to the demo, with the step that it leads to", async () => {
    const fragment = await fragmentOf(BRAND);
    const link = linkTo("https://a.example/x/demo/", fragment, "code");
    expect(link).toBe(`https://a.example/x/demo/#brand=${fragment.slice(1)}&step=code`);
    const shown = `#${link.split("#brand=")[1]}`;
    expect([await brandIn(shown), stepIn(shown)]).toEqual([BRAND, "code"]);
    expect(stepIn(fragment)).toBeUndefined();
  });

  it.each([
    { color: "red; background: url(https://elsewhere.example)" },
    { color: undefined },
    { radius: "4px" },
    { radius: 1e9 },
    { logo: "https://elsewhere.example/seen.png" },
  ])("with %j is none", async (wrong) => {
    await expect(brandIn(await fragmentOf({ ...BRAND, ...wrong }))).rejects.toThrow();
  });

  it.each(["", "#", "#developers", "#AAAA", "#!"])("%j is none", async (fragment) => {
    await expect(brandIn(fragment)).rejects.toThrow();
  });
});
