/**
 * Refuses U+0000 in every text: PostgreSQL cannot store it, so a request with it would look like an outage on one ledger and pass
 * on the other. Source: PostgreSQL, Character Types.
 */
import type { Mistake } from "./issues.ts";

const NUL = "\0";

/** The strings with U+0000 in a value, the value itself included. Without recursion, so any depth is allowed. */
export function nulMistakes(value: unknown): Mistake[] {
  const mistakes: Mistake[] = [];
  const left: { readonly path: string; readonly value: unknown }[] = [{ path: "", value }];
  for (let each = left.pop(); each; each = left.pop()) {
    const { path, value } = each;
    if (typeof value === "string" && value.includes(NUL))
      mistakes.push({ path, message: "expected text without the character U+0000" });
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value))
      left.push({ path: path === "" ? name : `${path}.${name}`, value: inner });
  }
  return mistakes;
}
