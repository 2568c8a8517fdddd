/** What is fetched only when it is needed, each in a chunk of its own. */
import type { Drawer } from "./barcode/symbol.ts";
import type { FirstTexts } from "./texts/texts.ts";

/** The screens after the picker, with their words and styles. */
export type Flow = typeof import("./flow.ts");
export type Drawers = { readonly c128: Drawer; readonly qrcode: Drawer };

export interface Loaders {
  flow(): Promise<Flow>;
  drawers(): Promise<Drawers>;
  /** A language's words of the first screen; undefined where there are none but the English ones. */
  texts(language: string): Promise<FirstTexts> | undefined;
}

export const loaders: Loaders = {
  flow: () => import("./flow.ts"),
  drawers: async () => {
    const [{ code128 }, { qrcode }] = await Promise.all([
      import("./barcode/code128.ts"),
      import("./barcode/qr.ts"),
    ]);
    return { c128: code128, qrcode };
  },
  texts: (language) => (language === "fr" ? import("./texts/fr.ts").then(({ fr }) => fr) : undefined),
};
