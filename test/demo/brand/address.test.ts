/** A brand as an address. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { SETS } from "../../../demo/brand/sets.ts";

const load = (file: string) =>
  import(pathToFileURL(resolve(import.meta.dirname, "../../../demo/brand/site", file)).href);
const { brandIn, fragmentOf } = (await load("address.js")) as {
  brandIn(fragment: string): Promise<unknown>;
  fragmentOf(brand: object): Promise<string>;
};

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
