/** docs/interface.md as its test reads it, and what its code spans may be. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ROUTES } from "../../server/routes/descriptions.ts";
import { PROBLEM_CODES } from "../../shared/problems.ts";
import { CHECKS } from "../conformance/checks/all.ts";
import { type Row, type Section, sectionsOf, spansIn } from "./page.ts";
import { fileExists, namesIn, testsNamed } from "./source.ts";

export const page = readFileSync(resolve(import.meta.dirname, "../../docs/interface.md"), "utf8");
const sections = sectionsOf(page);

export function section(heading: string): Section {
  const found = sections.get(heading);
  if (!found) throw new Error(`no section "${heading}"`);
  return found;
}

export const rowsOf = (heading: string): readonly Row[] => section(heading).rows;
export const column = (rows: readonly Row[], name: string): string[] => rows.map((row) => row[name] ?? "");
export const spansOf = (row: Row | undefined, name: string): string[] => spansIn(row?.[name] ?? "");

/** Sections whose every row stands for something of the interface. */
const TABLES = [...sections.values()].filter(
  ({ heading }) => heading !== "Fields" && heading !== "Checks of fields",
);
export const ALL_ROWS = TABLES.flatMap(({ heading, rows }) => rows.map((row) => ({ heading, row })));
export const nameOf = (row: Row): string => Object.values(row).slice(0, 2).join(", ");

export const CONFORMANCE = "conformance: ";
export const checksIn = (text: string): string[] =>
  spansIn(text).flatMap((span) => (span.startsWith(CONFORMANCE) ? span.slice(CONFORMANCE.length) : []));

/** `file#name`; the name is an identifier or a literal of the file. */
export const PLACE = /^((?:server|shared|demo|widget|test)\/[^#]+)#(.+)$/;

export function isPlace(span: string): boolean {
  const [, path = "", name = ""] = PLACE.exec(span) ?? [];
  return path !== "" && fileExists(path) && namesIn(path).has(name);
}

/** `file: title`, which means one test; or a check of the conformance suite. */
export function isTest(span: string): boolean {
  if (span.startsWith(CONFORMANCE)) return CHECKS.some(({ id }) => id === span.slice(CONFORMANCE.length));
  const [, path = "", title = ""] = /^(test\/\S+\.test\.ts): (.+)$/.exec(span) ?? [];
  return path !== "" && fileExists(path) && testsNamed(path, title) === 1;
}

export const OUR_ROUTES = ROUTES.map(({ method, path }) => `${method.toUpperCase()} ${path}`);

const WIRE = readdirSync(resolve(import.meta.dirname, "../../shared/wire")).map(
  (name) => `shared/wire/${name}`,
);

/** A route, a setting, a place, a problem code, or a word of a setting or of what is answered. */
export function isReachable(span: string): boolean {
  if (/^[A-Z]+ \//.test(span)) return OUR_ROUTES.includes(span);
  if (span.includes("#")) return isPlace(span);
  if (PROBLEM_CODES.some((code) => code === span)) return true;
  const words = [namesIn("server/env.ts"), ...WIRE.map(namesIn)];
  return words.some((names) => names.has(span));
}
