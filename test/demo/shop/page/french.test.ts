import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

const PAGE = resolve(import.meta.dirname, "../../../../demo/shop/page");
const html = readFileSync(join(PAGE, "index.html"), "utf8");
const { FRENCH } = (await import(pathToFileURL(join(PAGE, "french.js")).href)) as {
  FRENCH: Record<string, string>;
};

const named = [...html.matchAll(/data-(?:text|label)="([^"]+)"/g)].map(([, name]) => name ?? "");
/** The name of each text with the English that stands in the page. */
const english = new Map(
  [...html.matchAll(/data-text="([^"]+)"[^>]*>([^<]*)</g)].map(([, name = "", text = ""]) => [name, text]),
);

/** The same in both languages. */
const SAME = ["points"];

describe("the shop's French", () => {
  it("has every text of the page, and no other", () => {
    expect(Object.keys(FRENCH).sort()).toEqual([...new Set(named)].sort());
    expect(named.length).toBeGreaterThan(30);
  });

  it.each([...english])("says %s in other words than the English", (name, text) => {
    expect(text.trim()).not.toBe("");
    expect(FRENCH[name]?.trim()).not.toBe("");
    if (SAME.includes(name)) expect(FRENCH[name]).toBe(text);
    else expect(FRENCH[name]).not.toBe(text);
  });

  it("writes no number that the page could not write by the language's own rules", () => {
    const addresses = ["grocer", "bikes", "bakery", "grocer_bonus", "bikes_bonus"];
    const numbered = Object.keys(FRENCH).filter((name) => /\d/.test(FRENCH[name] ?? ""));
    expect(numbered.sort()).toEqual(addresses.sort());
  });
});

describe("the shop's English", () => {
  it("is the whole of what the shop says: what has no name is a name itself, or the demo's", () => {
    const shop = html
      .replace(/<!--.*?-->/gs, "")
      .replace(/<(aside|section) class="demo.*?<\/\1>/gs, "")
      .replace(/<noscript>.*?<\/noscript>/gs, "")
      .replace(/<([a-z0-9]+)\b[^>]*\bdata-text="[^>]*>[^<]*<\/\1>/g, "");
    const left = [...shop.matchAll(/>([^<]*[A-Za-z][^<]*)</g)].map(([, text]) => text?.trim());
    const names = ["Linden Club", "Mara Okafor", "MO", "Corner Grocer", "Spoke &amp; Son", "Quayside Bakery"];
    expect([...new Set(left)].sort()).toEqual(names.sort());
  });
});
