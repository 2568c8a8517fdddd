/** The words of a problem. */
import type { FailureCode } from "../state/failure.ts";
import { isText, type Texts } from "./texts.ts";

/** An unknown code gets the general words, and so does a code whose words are still loading. */
export function problemText(texts: Texts, code: FailureCode): string {
  const said = (wanted: FailureCode) => texts.map((table) => table?.problem?.[wanted]).find(isText);
  return said(code) ?? said("unreadable") ?? "";
}
