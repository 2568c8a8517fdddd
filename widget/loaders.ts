/** Chunks that are loaded only when they are needed. */
import type { Drawer } from "./barcode/symbol.ts";
import { importTexts } from "./texts/languages.ts";
import type { Group, Values } from "./texts/texts.ts";

/** The screens after the picker, with their words and styles. */
export type Flow = typeof import("./flow.ts");
export type Drawers = {
  readonly c128: Drawer;
  readonly qrcode: Drawer;
  /** Decodes the bars of a drawing, with other code than the code that drew them. */
  readonly readBack: (drawing: SVGElement, type: "c128" | "qrcode") => string | undefined;
};

let failures = 0;

/** Set by the build whose files are served by their names; a page's own bundler gives chunks other names. */
declare const SERVED: true | undefined;

/** A file of the built widget, by its name. */
const fileOf = (name: string) => import(/* @vite-ignore */ new URL(name, import.meta.url).href);

/**
 * Loads a chunk. A failed chunk of the served files is fetched once more under another address, because Firefox never fetches a failed
 * address again. Not if the page has an import map: the map may check the bytes of the first address, and of no other.
 */
export const chunk = <T>(name: string, load: () => Promise<T> = () => fileOf(`${name}.js`)): Promise<T> =>
  load().catch((error) => {
    if (typeof SERVED === "undefined" || document.querySelector("[type=importmap]")) throw error;
    return fileOf(`${name}.js?${++failures}`);
  });

export interface Loaders {
  flow(): Promise<Flow>;
  /** The texts of a group, in any language but English. */
  texts(tag: string, group: Group): Promise<Values>;
}

export const loaders: Loaders = {
  flow: () => chunk("flow", () => import("./flow.ts")),
  texts: importTexts,
};
