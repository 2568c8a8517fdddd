/** What a source file names and what a test file tests, read from its syntax: comments count for nothing. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "vite";

const ROOT = resolve(import.meta.dirname, "../..");

/** A node of the syntax tree, of any kind (ESTree). */
interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const read = once((path: string): Node => {
  const { program, errors } = parseSync(path, readFileSync(resolve(ROOT, path), "utf8"));
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  return program as unknown as Node;
});

function once<T>(make: (path: string) => T): (path: string) => T {
  const made = new Map<string, T>();
  return (path) => {
    const known = made.get(path) ?? make(path);
    made.set(path, known);
    return known;
  };
}

/** @param path from the project's root */
export const fileExists = (path: string): boolean => existsSync(resolve(ROOT, path));

/** Every identifier and every literal of a file; of a template the parts that are fixed. */
export const namesIn = once((path: string): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (node: Node): void => {
    const { type, name, value } = node;
    if (type === "TemplateElement") names.add(text((value as { cooked?: unknown }).cooked) ?? "");
    else if (type === "Literal") names.add(String(value));
    else if (typeof name === "string") names.add(name);
    childrenOf(node).forEach(visit);
  };
  visit(read(path));
  return names;
});

/** The methods that a file calls on something named `object`. */
export function callsOn(object: string, path: string): string[] {
  const calls: string[] = [];
  const nameOf = (node: unknown): string | undefined =>
    isNode(node) ? (text(node.name) ?? nameOf(node.property)) : undefined;
  const visit = (node: Node): void => {
    const { callee } = node;
    if (node.type === "CallExpression" && isNode(callee) && nameOf(callee.object) === object)
      calls.push(nameOf(callee.property) ?? "");
    childrenOf(node).forEach(visit);
  };
  visit(read(path));
  return calls;
}

/** A title: what is fixed, and in between the places for values as they are written (empty for an expression). */
type Title = readonly { readonly fixed?: string; readonly place?: string }[];

/** Where vitest fills in values: `%s` and its like, `$name`. */
const PLACE = /(%[sdifjo#$]|\$[a-zA-Z_][\w.]*)/;

const split = (title: string): Title =>
  title.split(PLACE).map((part, n) => (n % 2 === 0 ? { fixed: part } : { place: part }));

function titleOf(node: unknown, isEach: boolean): Title | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node.value === "string")
    return isEach ? split(node.value) : [{ fixed: node.value }];
  if (node.type !== "TemplateLiteral") return undefined;
  const parts = (node.quasis as Node[]).map(
    (quasi) => text((quasi.value as { cooked?: unknown }).cooked) ?? "",
  );
  return parts.flatMap((part, n) => (n === 0 ? [{ fixed: part }] : [{ place: "" }, { fixed: part }]));
}

/** What a call opens: a group or a test that runs. `undefined` for all others, `skipped` for those that do not run. */
function openedBy(
  callee: unknown,
  isEach = false,
): { kind: string; isEach: boolean } | "skipped" | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === "Identifier") {
    const kind = text(callee.name) ?? "";
    return ["describe", "it", "test"].includes(kind) ? { kind, isEach } : undefined;
  }
  if (callee.type === "CallExpression") return openedBy(callee.callee, true);
  if (callee.type !== "MemberExpression" || !isNode(callee.property)) return undefined;
  const opened = openedBy(callee.object, isEach);
  if (!opened || ["each", "for", "concurrent", "sequential"].includes(text(callee.property.name) ?? ""))
    return opened;
  return "skipped";
}

/** The titles of each test that runs, from the outermost `describe` to its own. */
const testsIn = once((path: string): readonly (readonly Title[])[] => {
  const tests: Title[][] = [];
  const visit = (node: Node, around: readonly Title[]): void => {
    let inside = around;
    if (node.type === "CallExpression") {
      const opened = openedBy(node.callee);
      if (opened === "skipped") return;
      const title = opened && titleOf((node.arguments as unknown[])[0], opened.isEach);
      if (opened && title) {
        inside = [...around, title];
        if (opened.kind !== "describe") tests.push([...inside]);
      }
    }
    for (const child of childrenOf(node)) visit(child, inside);
  };
  visit(read(path), []);
  return tests;
});

const escaped = (fixed: string): string => fixed.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What a title's places hold where it reads like this; undefined where it does not. */
function filledBy(titles: readonly Title[], wanted: string): { value: string; place: string }[] | undefined {
  const parts = titles.flatMap((title, n) => (n === 0 ? title : [{ fixed: " > " }, ...title]));
  const pattern = parts
    .map(({ fixed, place }) => (place === undefined ? escaped(fixed ?? "") : "(.+?)"))
    .join("");
  const values = new RegExp(`^${pattern}$`).exec(wanted)?.slice(1);
  const places = parts.flatMap(({ place }) => place ?? []);
  return values?.map((value, n) => ({ value, place: places[n] ?? "" }));
}

/**
 * How many tests of a file a title means, with as many of its groups before it as are given: those that are written so,
 * else those that are it with values that the file has.
 */
export function testsNamed(path: string, wanted: string): number {
  const names = namesIn(path);
  const matching = testsIn(path).flatMap((titles) => {
    const found = titles
      .map((_, from) => filledBy(titles.slice(from), wanted))
      .filter((each) => each !== undefined);
    return found.length > 0 ? [found] : [];
  });
  const asWritten = matching.filter((ways) =>
    ways.some((way) => way.every(({ value, place }) => value === place)),
  );
  if (asWritten.length > 0) return asWritten.length;
  const filled = ({ value, place }: { value: string; place: string }) => value === place || names.has(value);
  return matching.filter((ways) => ways.some((way) => way.every(filled))).length;
}
