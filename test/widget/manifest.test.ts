/** The element's description for editors says all that the sources have, and nothing else; a journey compares it with the element. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { describeElement } from "../../widget/manifest.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const described = describeElement(read("widget/reward-redemption.ts"));
const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name).sort();
const used = (pattern: RegExp): string[] => {
  const sources = globSync("widget/{reward-redemption,{views,styles}/*}.ts", { cwd: ROOT })
    .map(read)
    .join("\n");
  return [
    ...new Set(Array.from(sources.matchAll(pattern), ([, names = ""]) => names.split(" ")).flat()),
  ].sort();
};

describe("the element's description", () => {
  it("names every part that a screen has, and no other", () => {
    expect(namesOf(described.parts)).toEqual(
      used(/\bparts?(?:=|: |: string \| null = | = )"([a-z -]+?)(?: \$\{.+?)?"/g),
    );
  });

  it("says each sentence to its end", () => {
    const { attributes, properties } = described;
    for (const { description } of [...attributes, ...properties]) expect(description).toMatch(/\.$/);
  });

  it("names every custom property that is used, and no other", () => {
    expect(namesOf(described.customProperties)).toEqual(used(/var\((--reward-[a-z-]+)/g));
  });
});
