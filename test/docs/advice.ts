/**
 * What the operator's page says of a reason and of a lamp is what the runbook says: its source is written from docs/operate/reasons.md
 * and docs/operate/alerts.md. `npm run docs` runs this file.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const RUNBOOK = resolve(ROOT, "docs/operate/reasons.md");
export const ADVICE_FILE = resolve(ROOT, "widget/operator/advice.ts");

const LAMPS = resolve(ROOT, "docs/operate/alerts.md");

/** The lines of each reason, by their names in the document. */
const NAMES = ["Means", "User sees", "Check", "Do", "Do not"] as const;
type Advice = Readonly<Record<(typeof NAMES)[number], string>>;

/** @throws Error where a reason lacks a line */
export function parseReasons(markdown: string): Record<string, Advice> {
  const sections = markdown.split(/^## /m).slice(1);
  return Object.fromEntries(
    sections.map((section) => {
      const [, reason = ""] = /^`(\w+)`/.exec(section) ?? [];
      const lines = section
        .split(/^- /m)
        .slice(1)
        .map((each) => each.replace(/\s+/g, " ").trim());
      const found = NAMES.map((name) => {
        const line = lines.find((each) => each.startsWith(`${name}: `));
        if (!line) throw new Error(`docs/operate/reasons.md: ${reason} lacks "${name}"`);
        return [name, plain(line.slice(name.length + 2))] as const;
      });
      return [reason, Object.fromEntries(found) as Advice];
    }),
  );
}

/** Without the marks of Markdown. */
const plain = (text: string): string => {
  const bare = text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .trim();
  return bare.charAt(0).toUpperCase() + bare.slice(1);
};

/** What each lamp watches, and what to do when it is on. @throws Error where there is no table of lamps */
export function parseLamps(markdown: string): Record<string, readonly [watches: string, does: string]> {
  const table = /## The lamps\n\n\|lamp .*\n.*\n((?:\|.*\n)+)/.exec(markdown)?.[1];
  if (!table) throw new Error("docs/operate/alerts.md lacks the table of lamps");
  return Object.fromEntries(
    table
      .trim()
      .split("\n")
      .map((row) => {
        const [lamp = "", watches = "", does = ""] = row.split("|").slice(1).map(plain);
        return [lamp, [watches, does]];
      }),
  );
}

/** The source of the page's advice. */
export function adviceSource(): string {
  const reasons = parseReasons(readFileSync(RUNBOOK, "utf8"));
  const rows = Object.entries(reasons).map(([reason, advice]) => {
    const lines = Object.entries(advice).map(
      ([name, text]) => `    ${name.includes(" ") ? `"${name}"` : name}: ${JSON.stringify(text)},`,
    );
    return `  ${reason}: {\n${lines.join("\n")}\n  },`;
  });
  const lamps = Object.entries(parseLamps(readFileSync(LAMPS, "utf8"))).map(
    ([lamp, texts]) => `  ${lamp}: ${JSON.stringify(texts)},`,
  );
  return formatted(`/** What the runbook says of each reason and lamp. Written from docs/operate/ by \`npm run docs\`. */

export interface Advice {
  readonly Means: string;
  readonly "User sees": string;
  readonly Check: string;
  readonly Do: string;
  readonly "Do not": string;
}

export const ADVICE: Readonly<Record<string, Advice>> = {
${rows.join("\n")}
};

/** What each lamp watches, and what to do when it is on. */
export const LAMP_ADVICE: Readonly<Record<string, readonly [watches: string, does: string]>> = {
${lamps.join("\n")}
};
`);
}

/** As every source is. */
const formatted = (source: string): string =>
  execFileSync(resolve(ROOT, "node_modules/.bin/biome"), ["format", "--stdin-file-path=advice.ts"], {
    cwd: ROOT,
    input: source,
    encoding: "utf8",
  });

if (import.meta.main) writeFileSync(ADVICE_FILE, adviceSource());
