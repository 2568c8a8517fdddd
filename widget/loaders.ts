/** What is fetched only when it is needed, each in a chunk of its own. */
import type { Drawer } from "./barcode/symbol.ts";
import type { FirstTexts } from "./texts/texts.ts";

/** The screens after the picker, with their words and styles. */
export type Flow = typeof import("./flow.ts");
export type Drawers = { readonly c128: Drawer; readonly qrcode: Drawer };

let failures = 0;

/**
 * A chunk; once more under another address where it fails, because Firefox never fetches again what failed once. Not where
 * the page has an import map: that may check the bytes of the first address, and of no other.
 */
export const chunk = <T>(name: string, load: () => Promise<T>): Promise<T> =>
  load().catch((error) => {
    if (document.querySelector("[type=importmap]")) throw error;
    return import(/* @vite-ignore */ new URL(`${name}.js?${++failures}`, import.meta.url).href);
  });

export interface Loaders {
  flow(): Promise<Flow>;
  /** A language's words of the first screen; undefined where there are none but the English ones. */
  texts(language: string): Promise<FirstTexts> | undefined;
}

export const loaders: Loaders = {
  flow: () => chunk("flow", () => import("./flow.ts")),
  texts: (language) =>
    language === "fr" ? chunk("fr", () => import("./texts/fr.ts")).then(({ fr }) => fr) : undefined,
};
