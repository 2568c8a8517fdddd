/** Chunks that are loaded only when they are needed. */
import type { Drawer } from "./barcode/symbol.ts";
import { chunk } from "./chunk.ts";
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

export interface Loaders {
  flow(): Promise<Flow>;
  /** The texts of a group, in any language but English. */
  texts(tag: string, group: Group): Promise<Values>;
}

export const loaders: Loaders = {
  flow: () => chunk("flow", () => import("./flow.ts")),
  texts: importTexts,
};
