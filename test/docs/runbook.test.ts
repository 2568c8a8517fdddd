/** docs/operate/reasons.md has a section for every reason, in words that its user sees. The alerts: `test/deploy/alerts.test.ts`. */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { REASONS } from "../../server/redemption/needs-person.ts";
import { ORDER_STATES } from "../../shared/wire.ts";
import { enFlow } from "../../widget/texts/en-flow.ts";
import { sectionsOf, spansIn } from "./page.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(resolve(ROOT, path), "utf8");
const page = read("docs/operate/reasons.md");

/** Of each reason: what it means, what its user sees, what to check, what to do, what not to do. */
const PARTS = ["Means: ", "User sees: ", "Check: ", "Do: ", "Do not: "];
const reasons = [...sectionsOf(page).values()].map(({ heading, text }) => ({
  name: /^`(\w+)`$/.exec(heading)?.[1],
  paragraphs: text.trim().split(/^- /m).slice(1),
}));

describe("the reasons", () => {
  it("have one section each, and there is none of another", () => {
    expect(reasons.map(({ name }) => name)).toEqual(REASONS);
  });

  it.each(REASONS)("%s: means, user sees, check, do, do not", (reason) => {
    const paragraphs = reasons.find(({ name }) => name === reason)?.paragraphs.filter(Boolean) ?? [];
    expect(paragraphs.map((text) => PARTS.find((part) => text.startsWith(part)))).toEqual(PARTS);
  });

  it("say what the user sees in states and words that there are", () => {
    const seen = reasons.map(
      ({ paragraphs }) => paragraphs.find((text) => text.startsWith("User sees")) ?? "",
    );
    const words = Object.values(enFlow);
    for (const text of seen) {
      const states = spansIn(text);
      expect(states.filter((state) => !ORDER_STATES.some((known) => known === state))).toEqual([]);
      for (const [, quoted] of text.matchAll(/"([^"]+)"/g)) expect(words).toContain(quoted);
    }
  });
});

it("has each section that the server and the alerts name", () => {
  const texts = [...globSync("server/**/*.ts", { cwd: ROOT }), "deploy/alerts.yml"].map(read);
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:Runbook: |\(runbook, )([^.)"`]+)/g)].map(([, name = ""]) => name),
  );
  const headings = globSync("docs/operate/*.md", { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", "")),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !headings.includes(name))).toEqual([]);
});
