/** Every field of the interface has a row that says where it goes. The fields are those of the simulated service's shapes. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(resolve(ROOT, path), "utf8");

/** The interfaces of the file by their names, with the names of their members. */
function shapes(): [name: string, fields: string[]][] {
  const source = read("demo/fulfillment/resources.ts");
  return [...source.matchAll(/export interface (\w+) \{\n([\s\S]*?)\n\}/g)].map(
    ([, name = "", body = ""]) => [
      name,
      [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, field = ""]) => field),
    ],
  );
}

/** What the page calls each of them. */
const NAMES: Readonly<Record<string, string>> = {
  RewardFormat: "Reward format",
  CodeItem: "Code item",
  PromotionReward: "Promotion reward",
  CardConsult: "Card consult result",
};

/** The fields that the page has a row for, by the name of their resource, and what the row says of them. */
function rows(): { of: string; fields: string[]; goes: string }[] {
  const page = read("docs/interface.md");
  const section = page.slice(page.indexOf("## Fields"), page.indexOf("## Checks of fields"));
  return [...section.matchAll(/^\| ([^|]+) \| (`[^|]+`) \| ([^|]+) \|$/gm)].map(
    ([, of = "", fields = "", goes = ""]) => ({
      of,
      fields: [...fields.matchAll(/`(\w+)`/g)].map(([, field = ""]) => field),
      goes,
    }),
  );
}

describe("the fields of the interface", () => {
  it.each(shapes())("of %s have a row each, and no row names another", (name, fields) => {
    const own = rows().filter(({ of }) => of === (NAMES[name] ?? name));
    expect(fields.length).toBeGreaterThan(1);
    expect(own.flatMap((row) => row.fields).sort()).toEqual([...fields].sort());
  });

  it("go somewhere that is named, or nowhere for a reason", () => {
    const all = rows();
    expect(all.length).toBeGreaterThan(25);
    for (const { of, fields, goes } of all)
      expect([of, fields, /^(?:nowhere: .{20}|(?!nowhere).{8})/.test(goes)]).toEqual([of, fields, true]);
  });
});
