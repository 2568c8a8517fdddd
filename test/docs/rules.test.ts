/** What the sources cite can be opened: rules, invariants, sections of documents, operations of the OpenAPI document. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ROUTES } from "../../server/routes/described/descriptions.ts";
import { pageOf, sectionsOf, spansIn } from "./page.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const INVARIANTS = "test/histories/invariants";
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const SOURCES = ["server", "shared", "widget", "demo", "test"].flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|js|css)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(dist|node_modules)\//.test(path)),
);

/** The comments of a file, and the sentences of tests and invariants: each on one line. */
function wordsOf(text: string): string[] {
  const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^\s*\/\/.*\n)+|(?<=\s)\/\/ .*/gm)].map(([found]) =>
    found.replace(/\s*\n\s*(\*\/?|\/\/)?\s*/g, " "),
  );
  const sentences = [...text.matchAll(/\b(?:it|describe|says)\b[^"\n]*"((?:[^"\\]|\\.)*)"/g)];
  return [...comments, ...sentences.map(([, sentence = ""]) => sentence)];
}

const NUMBERS = String.raw`\d+(?:(?:, | and | or | to )\d+)*`;
/** `2 to 4, 9 and 11` as numbers: a range is its two ends. */
const numbersIn = (list: string): string[] => list.match(/\d+/g) ?? [];
const rulesIn = (words: string): string[] =>
  [...words.matchAll(new RegExp(String.raw`\brules? (${NUMBERS})`, "gi"))].flatMap(([, list = ""]) =>
    numbersIn(list).map((number) => `rule ${number}`),
  );
const invariantsIn = (words: string): string[] => words.match(/\bI\d+\b/g) ?? [];
const interfaceRulesIn = (words: string): string[] => words.match(/\bR\d+\b/g) ?? [];

/** A document and the headings after it, `"One" and "Two"`. Words in between, such as `R7`, belong to the same document. */
const SECTIONS = /(docs\/[\w/-]+\.md), ((?:(?:"[^"]+"|R\d+)(?: \([^)]*\))?(?:, | and | to )?)+)/g;
const sectionsIn = (words: string): { page: string; heading: string }[] =>
  [...words.matchAll(SECTIONS)].flatMap(([, page = "", list = ""]) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, heading = ""]) => ({ page, heading })),
  );
const operationsIn = (words: string): string[] =>
  words.match(/\b(?:GET|POST|PUT|DELETE) \/v1\/[\w/{}]+/g) ?? [];

const headings = new Map<string, ReadonlySet<string>>();
function headingsOf(page: string): ReadonlySet<string> {
  const known = headings.get(page);
  if (known) return known;
  const text = existsSync(join(ROOT, page)) ? read(page) : "";
  const found = new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading));
  headings.set(page, found);
  return found;
}

/** Each place where `cited` finds something that is not known, as `file: citation`. */
const unknownIn = (cited: (words: string) => string[], isKnown: (citation: string) => boolean): string[] =>
  SOURCES.flatMap((path) =>
    wordsOf(read(path))
      .flatMap(cited)
      .filter((each) => !isKnown(each))
      .map((each) => `${path}: ${each}`),
  );

const RULES_PAGE = "docs/proof/rules.md";
const INVARIANTS_PAGE = "docs/proof/invariants.md";
const INTERFACE_PAGE = "docs/proof/interface.md";
const RULES = new Set([...headingsOf(RULES_PAGE)].map((heading) => heading.toLowerCase()));
const TABLE = pageOf(read(INVARIANTS_PAGE));
const IDS = new Set(TABLE.rows.map((row) => Object.values(row)[0] ?? ""));
const NAMED = spansIn(TABLE.text).filter((span) => span.endsWith(".ts"));

describe("the rules and the invariants", () => {
  it("are rules 1 to 20 and invariants 1 to 24", () => {
    const upTo = (most: number): number[] => Array.from({ length: most }, (_, n) => n + 1);
    expect([...RULES].filter((heading) => /^rule \d+$/.test(heading))).toEqual(
      upTo(20).map((n) => `rule ${n}`),
    );
    expect([...IDS]).toEqual(upTo(24).map((n) => `I${n}`));
  });

  it("name the files that judge, each of which is there, and none is left out", () => {
    const judges = readdirSync(join(ROOT, INVARIANTS)).filter((name) => /^i\d\d-/.test(name));
    expect(NAMED.filter((name) => !existsSync(join(ROOT, INVARIANTS, name)))).toEqual([]);
    expect(judges.filter((name) => !NAMED.includes(name))).toEqual([]);
  });

  it("name each file beside the invariant that the file says it is", () => {
    for (const { judges, id } of TABLE.rows.map((row) => ({
      judges: spansIn(row["judged by"] ?? "").filter((span) => span.endsWith(".ts")),
      id: Object.values(row)[0],
    }))) {
      for (const name of judges) expect(read(join(INVARIANTS, name))).toContain(`id: "${id}"`);
    }
  });
});

describe("what the sources cite", () => {
  it("are rules that docs/proof/rules.md has", () => {
    expect(unknownIn(rulesIn, (rule) => RULES.has(rule))).toEqual([]);
  });

  it("are invariants that docs/proof/invariants.md has", () => {
    expect(unknownIn(invariantsIn, (id) => IDS.has(id))).toEqual([]);
  });

  it("are rules of the interface that docs/proof/interface.md has", () => {
    const rules = new Set(
      sectionsOf(read(INTERFACE_PAGE))
        .get("Rules")
        ?.rows.map(({ Rule }) => Rule),
    );
    expect(unknownIn(interfaceRulesIn, (rule) => rules.has(rule))).toEqual([]);
  });

  it.each([
    [[RULES_PAGE, INVARIANTS_PAGE], (words: string) => [...rulesIn(words), ...invariantsIn(words)]],
    [[INTERFACE_PAGE], interfaceRulesIn],
  ] as const)("by number alone only in a file that names %s", (pages, numbers) => {
    const short = SOURCES.filter((path) => {
      const words = wordsOf(read(path));
      const isNamed = words.some((each) => pages.some((page) => each.includes(page)));
      return words.flatMap(numbers).length > 0 && !isNamed;
    });
    expect(short).toEqual([]);
  });

  it("are documents that exist", () => {
    const pages = (words: string): string[] => words.match(/\bdocs\/[\w/-]+\.md\b/g) ?? [];
    expect(unknownIn(pages, (page) => existsSync(join(ROOT, page)))).toEqual([]);
  });

  it("are sections that those documents have", () => {
    const cited = (words: string): string[] =>
      sectionsIn(words).map(({ page, heading }) => `${page}, "${heading}"`);
    const isKnown = (citation: string): boolean => {
      const [, page = "", heading = ""] = /^(.+?), "(.+)"$/.exec(citation) ?? [];
      return headingsOf(page).has(heading);
    };
    expect(unknownIn(cited, isKnown)).toEqual([]);
  });

  it("are operations that the OpenAPI document has", () => {
    const known = new Set(ROUTES.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    expect(unknownIn(operationsIn, (operation) => known.has(operation))).toEqual([]);
  });

  it("are no documents outside of the repository", () => {
    const outside = (words: string): string[] =>
      words
        .replace(/\btest\/contract\b/g, "")
        .match(/\bcontract\b|\bintegrity,? (?:rules?|I\d|")|Source: interface\b/gi) ?? [];
    expect(unknownIn(outside, () => false)).toEqual([]);
  });
});
