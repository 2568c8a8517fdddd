import { buildDemo } from "../../demo/static/build.ts";

/** What else is built into the site's folder, in this order, once the pages are there. */
export const PARTS: readonly ((outDir: string) => Promise<void>)[] = [buildDemo];
