/** A fence that the reader can run: for now it is shown like any other. */
import { codeBlock } from "../highlight.ts";

/**
 * @param info what stands behind the three backticks
 * @param place `root` leads from the page to the site's own folder: `./`, `../`, `../../`
 * @returns HTML
 */
export function liveFence(code: string, info: string, _place: { readonly root: string }): string {
  return codeBlock(code, info.split(" ")[0] ?? "");
}
