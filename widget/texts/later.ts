/** The words that come with the later screens. */
import { enFlow } from "./en-flow.ts";
import { enProblems } from "./en-problems.ts";
import type { TableOf, Texts } from "./texts.ts";

/**
 * The words of these screens and of problems, which come before there is a problem: a lost connection would bring none.
 * @returns null while they are on their way
 */
export function laterTexts(tableOf: TableOf): Texts | null {
  const flow = tableOf("flow", enFlow);
  const problem = tableOf("problems", enProblems);
  return flow && problem && [flow, { problem }];
}
