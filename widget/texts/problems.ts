/** The words of a problem. */
import type { FailureCode } from "../state/failure.ts";
import { isText, type Texts } from "./texts.ts";

/** An unknown code has the general words; words that are still on their way are none. */
export function problemText(texts: Texts, code: FailureCode): string {
  const said = (wanted: FailureCode) => texts.map((table) => table?.problem?.[wanted]).find(isText);
  return said(code) ?? said("unreadable") ?? "";
}
