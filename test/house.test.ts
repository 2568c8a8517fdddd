/** The borders between the rooms: `widget -> shared <- server`, and what follows from it. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const ROOMS = ["shared", "widget", "server", "demo", "test"];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|js)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/^\w+\/dist\//.test(path));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, dynamic: boolean): void => {
    const to = specifier.startsWith(".")
      ? relative(ROOT, resolve(ROOT, dirname(file), specifier))
      : specifier;
    found.push({ from: file, to, typeOnly, dynamic });
  };
  for (const match of text.matchAll(/^(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"/gm)) {
    add(match[2] ?? "", match[1] !== undefined, false);
  }
  for (const match of text.matchAll(/^import\s+"([^"]+)"/gm)) add(match[1] ?? "", false, false);
  for (const match of text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)) add(match[1] ?? "", false, true);
  return found;
}

const all = ROOMS.flatMap(sources).flatMap(importsOf);
const room = (path: string): string => path.split("/")[0] ?? "";
const between = (from: string, to: string): Import[] =>
  all.filter((each) => room(each.from) === from && room(each.to) === to);
const show = (imports: readonly Import[]): string[] => imports.map(({ from, to }) => `${from} -> ${to}`);

/** The rooms of the server that each of its rooms needs: a folder is a room, and so is each file that stands in no folder. */
function roomsOf(imports: readonly Import[]): Map<string, Set<string>> {
  const roomOf = (path: string): string => (dirname(path) === "server" ? path : dirname(path));
  const rooms = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (room(from) !== "server" || room(to) !== "server" || roomOf(from) === roomOf(to)) continue;
    rooms.set(roomOf(from), (rooms.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
  }
  return rooms;
}

/** The groups of rooms of which each reaches all others. */
function circlesOf(rooms: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    const next = [start];
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      for (const to of rooms.get(at) ?? []) if (!reached.has(to)) next.push(to);
      for (const to of rooms.get(at) ?? []) reached.add(to);
    }
    return reached;
  };
  const reach = new Map([...rooms.keys()].map((each) => [each, reachedFrom(each)]));
  const circles = [...rooms.keys()].map((each) =>
    [...rooms.keys()].filter((other) => reach.get(each)?.has(other) && reach.get(other)?.has(each)).sort(),
  );
  return [...new Map(circles.filter(({ length }) => length > 0).map((each) => [each.join(), each])).values()];
}

describe("the import rule", () => {
  it("reads the imports of a file that is known to have some", () => {
    expect(show(importsOf("server/problems/problem.ts"))).toContain(
      "server/problems/problem.ts -> shared/problems.ts",
    );
  });

  it("shared imports no other room", () => {
    expect(show(["widget", "server", "demo", "test"].flatMap((to) => between("shared", to)))).toEqual([]);
  });

  it("widget and server never meet, and neither imports demo or test", () => {
    const start = (each: Import): boolean => each.from === "server/index.ts" && each.dynamic;
    const crossings = [
      ...between("widget", "server"),
      ...between("server", "widget"),
      ...between("widget", "demo"),
      ...between("server", "demo").filter((each) => !start(each)),
      ...["widget", "server", "demo"].flatMap((from) => between(from, "test")),
    ];
    expect(show(crossings)).toEqual([]);
  });

  it("demo is reached by exactly one dynamic import, in server/index.ts", () => {
    expect(between("server", "demo").map(({ from, dynamic }) => ({ from, dynamic }))).toEqual([
      { from: "server/index.ts", dynamic: true },
    ]);
  });

  it("demo uses only the widget's define and list of languages, and the server's app; its sandbox is the server itself", () => {
    const allowed = ["widget/define.ts", "widget/texts/languages.ts", "server/app.ts"];
    const used = [...between("demo", "widget"), ...between("demo", "server")].filter(
      ({ from }) => !from.startsWith("demo/sandbox/"),
    );
    expect(show(used.filter((each) => !each.typeOnly && !allowed.includes(each.to)))).toEqual([]);
  });

  it("the simulated fulfillment service imports nothing of ours", () => {
    const own = all.filter(
      (each) => each.from.startsWith("demo/fulfillment/") && ROOMS.includes(room(each.to)),
    );
    expect(show(own.filter((each) => !each.to.startsWith("demo/fulfillment/")))).toEqual([]);
  });

  it("the conformance suite imports nothing of ours, so that no misreading is its own measure", () => {
    const suite = all.filter(
      (each) =>
        each.from.startsWith("test/conformance/") &&
        !each.from.startsWith("test/conformance/deviations/") &&
        !each.from.endsWith(".test.ts"),
    );
    expect(suite.length).toBeGreaterThan(0);
    const own = suite.filter((each) => ROOMS.includes(room(each.to)));
    expect(show(own.filter((each) => !each.to.startsWith("test/conformance/")))).toEqual([]);
  });

  it("the widget's rules touch neither the page nor the server, and know neither views nor words", () => {
    const effects = ["page", "calls", "views", "styles", "words", "texts", "barcode"];
    const rules = all.filter((each) => each.from.startsWith("widget/state/"));
    expect(rules.length).toBeGreaterThan(0);
    const isEffect = ({ to }: Import): boolean =>
      effects.some((folder) => to.startsWith(`widget/${folder}/`));
    expect(show(rules.filter(isEffect))).toEqual([]);
  });

  it("no zod runs in a browser: the widget takes types only from the wire", () => {
    const values = all.filter(
      (each) => room(each.from) === "widget" && !each.typeOnly && !each.from.endsWith("build.ts"),
    );
    expect(show(values.filter((each) => each.to === "zod" || each.to === "shared/wire.ts"))).toEqual([]);
    const reached = new Set(values.filter((each) => room(each.to) === "shared").map((each) => each.to));
    const zodFree = (file: string): boolean =>
      importsOf(file).every((each) => each.typeOnly || each.to !== "zod");
    expect([...reached].filter((file) => !zodFree(file))).toEqual([]);
  });

  /** What the files of one folder of the server import of another one. */
  const inServer = (from: string, to: string): Import[] =>
    all.filter((each) => each.from.startsWith(`server/${from}/`) && each.to.startsWith(`server/${to}/`));

  it("the rules of redemption know neither who asks for them nor the user's data, but for the view that masks them", () => {
    const met = ["operators", "sessions", "user-data", "routes", "http", "webhooks"].flatMap((user) =>
      inServer("redemption", user),
    );
    expect(met.map(({ from }) => basename(from))).toEqual(["view.ts"]);
  });

  it("what is stored depends on nothing of the server", () => {
    const met = all.filter(({ from, to }) => from.startsWith("server/rows/") && to.startsWith("server/"));
    expect(show(met.filter(({ to }) => !to.startsWith("server/rows/")))).toEqual([]);
  });

  it("no two rooms of the server need each other, however far around", () => {
    expect(circlesOf(roomsOf(all))).toEqual([]);
  });

  it("a circle of three rooms is found, also one of types", () => {
    const circle = ["a", "b", "c", "a"].flatMap((to, at, names) => {
      const from = names[at - 1];
      return from === undefined
        ? []
        : [{ from: `server/${from}/x.ts`, to: `server/${to}/y.ts`, typeOnly: true, dynamic: false }];
    });
    expect(circlesOf(roomsOf(circle))).toEqual([["server/a", "server/b", "server/c"]]);
  });

  it("the server knows the upstream's raw shapes in its fulfillment folder only", () => {
    const outside = all.filter(
      (each) => each.to === "server/fulfillment/schemas.ts" && !each.from.startsWith("server/fulfillment/"),
    );
    expect(show(outside.filter((each) => !each.typeOnly && room(each.from) === "server"))).toEqual([]);
  });
});
