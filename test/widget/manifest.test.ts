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

  it("says of each event what the types say, in every form of its name", () => {
    const types = read("widget/events.ts") + read("widget/frameworks/members.ts");
    for (const { name, description } of described.events) {
      const camel = name.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());
      for (const form of [`readonly "${name}"`, `"on${name}"?`, `"on:${name}"?`, `on${camel}?`])
        expect(types).toContain(`/** ${description} */\n  ${form}: `);
    }
  });

  it("says of each attribute and property what the class says", () => {
    const comments = [
      ...read("widget/reward-redemption.ts").matchAll(
        / {2}\/\*\*((?:(?!\*\/)[^@])*)\*\/\n {2}(?:declare|get) (\w+)/g,
      ),
    ];
    const said = Object.fromEntries(
      comments.map(([, text = "", name = ""]) => [name, text.replaceAll(/\s+(?:\* )?/g, " ").trim()]),
    );
    const shared = [...described.attributes, ...described.properties].filter(
      ({ name }) => name in said && name !== "session",
    );
    expect(shared).toHaveLength(7);
    for (const { name, description } of shared) expect(said[name]).toBe(description);
  });
});
