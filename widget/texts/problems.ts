/** The words of a problem. */
import type { FailureCode } from "../failure.ts";
import type { Messages } from "./texts.ts";

/** An unknown code, or words still on their way, fall back to the general ones. */
export function problemText(texts: Messages, code: FailureCode): string {
  return texts.problem?.[code] ?? texts.problem?.unreadable ?? texts.offline ?? "";
}
