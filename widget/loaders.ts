/** What is fetched only when it is needed, each in a chunk of its own. */
import type { Drawer } from "./barcode/symbol.ts";
import { importTexts } from "./texts/languages.ts";
import type { Group, Values } from "./texts/texts.ts";

/** The screens after the picker, with their words and styles. */
export type Flow = typeof import("./flow.ts");
export type Drawers = {
  readonly c128: Drawer;
  readonly qrcode: Drawer;
  /** What a drawing of theirs says, read off its bars by other code than drew them. */
  readonly readBack: (drawing: SVGElement, type: "c128" | "qrcode") => string | undefined;
};

let failures = 0;

/** A file of the built widget, by its name. */
const fileOf = (name: string) => import(/* @vite-ignore */ new URL(name, import.meta.url).href);

/**
 * A chunk; once more under another address where it fails, because Firefox never fetches again what failed once. Not where
 * the page has an import map: that may check the bytes of the first address, and of no other.
 */
export const chunk = <T>(name: string, load: () => Promise<T> = () => fileOf(`${name}.js`)): Promise<T> =>
  load().catch((error) => {
    if (document.querySelector("[type=importmap]")) throw error;
    return fileOf(`${name}.js?${++failures}`);
  });

export interface Loaders {
  flow(): Promise<Flow>;
  /** A group of a language's words, of any language but English. */
  texts(tag: string, group: Group): Promise<Values>;
}

export const loaders: Loaders = {
  flow: () => chunk("flow", () => import("./flow.ts")),
  texts: importTexts,
};
