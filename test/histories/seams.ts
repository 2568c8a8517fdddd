/**
 * Seams: exported functions, classes and numbers of the server and of shared/ that a planted mistake may replace, named by their
 * exported names. The sources are changed as they are loaded, for this process only, so that each use of a seam checks whether a
 * mistake is switched on: one process can play any number of mistakes, one after the other. The product has no code for this. A
 * name that no module exports stops the process.
 */
import { registerHooks } from "node:module";

/** The replacement of one seam while its mistake is switched on. */
export type Plant =
  /** `wrap` gets the server's function or class, and returns its replacement. */
  | { readonly kind: "code"; readonly name: string; readonly wrap: (inner: never) => unknown }
  | { readonly kind: "number"; readonly name: string; readonly value: number };

/** The interface that the changed sources call. */
interface Switchboard {
  /** The function or class itself, or its replacement by a mistake. */
  of<T>(name: string, inner: T): T;
  /** Registers a constant, a number or an arrow function, with its setter. */
  constant(name: string, value: unknown, set: (value: unknown) => void): void;
}

const SWITCHBOARD = "__seams";
const SOURCES = ["server/", "shared/"].map((folder) => new URL(`../../${folder}`, import.meta.url).href);
/** The suffix of the name under which a module keeps an original export. */
const INNER = "$inner";

const met = new Set<string>();
const constants = new Map<string, { readonly value: unknown; readonly set: (value: unknown) => void }>();
let wraps = new Map<string, (inner: never) => unknown>();
let wrapped = new Map<string, unknown>();

const switchboard: Switchboard = {
  of<T>(name: string, inner: T): T {
    const wrap = wraps.get(name);
    if (!wrap) return inner;
    if (!wrapped.has(name)) wrapped.set(name, wrap(inner as never));
    return wrapped.get(name) as T;
  },
  constant(name, value, set) {
    constants.set(name, { value, set });
  },
};

/** Loads modules with these seams from now on. */
export function openSeams(names: ReadonlySet<string>): void {
  Object.assign(globalThis, { [SWITCHBOARD]: switchboard });
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!SOURCES.some((folder) => url.startsWith(folder))) return loaded;
      const source = String(loaded.source);
      return { ...loaded, source: withSeams(source, names) };
    },
  });
}

/** Switches this mistake on, and all others off. @throws if one of its seams was not loaded, or is of another kind */
export function switchOn(plants: readonly Plant[]): void {
  const missing = plants.filter(({ name }) => !met.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`no module exports ${missing.join()}`);
  for (const { value, set } of constants.values()) set(value);
  wraps = new Map();
  wrapped = new Map();
  for (const plant of plants) {
    const constant = constants.get(plant.name);
    const isFunction = typeof constant?.value === "function";
    if (plant.kind === "number") {
      if (!constant || isFunction) throw new Error(`${plant.name} is no number`);
      constant.set(plant.value);
    } else if (!constant) {
      wraps.set(plant.name, plant.wrap);
    } else {
      if (!isFunction) throw new Error(`${plant.name} is no function`);
      constant.set(plant.wrap(constant.value as never));
    }
  }
}

/** An export that can be a seam. */
const EXPORT = /^export (?:(async) )?(function|class|const) (\w+)\b/gm;

/** The names that a source exports and that can be seams. */
export const seamsIn = (source: string): string[] =>
  [...source.matchAll(EXPORT)].map(([, , , name = ""]) => name);

/** @throws if two modules export one name */
export function withSeams(source: string, names: ReadonlySet<string>): string {
  const added: string[] = [];
  const changed = source.replace(EXPORT, (whole, async: string | undefined, kind: string, name: string) => {
    if (!names.has(name)) return whole;
    if (met.has(name)) throw new Error(`two modules export ${name}`);
    met.add(name);
    const inner = `${name}${INNER}`;
    const asked = `globalThis.${SWITCHBOARD}.of("${name}", `;
    switch (kind) {
      case "function":
        added.push(`export function ${name}(...given) { return ${asked}${inner})(...given); }`);
        return `${async ? "async " : ""}function ${inner}`;
      case "class":
        added.push(
          `export const ${name} = new Proxy(${inner}, {`,
          `  construct: (kept, given) => Reflect.construct(${asked}kept), given),`,
          "});",
        );
        return `class ${inner}`;
      default:
        added.push(
          `globalThis.${SWITCHBOARD}.constant("${name}", ${name}, (value) => { ${name} = value; });`,
        );
        return `export let ${name}`;
    }
  });
  return [changed, ...added].join("\n");
}
