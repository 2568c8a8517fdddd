/** The texts of the later screens. */
import { enFlow } from "./en-flow.ts";
import { enProblems } from "./en-problems.ts";
import type { TableOf, Texts } from "./texts.ts";

/**
 * The texts of these screens and of problems. Problem texts load before there is a problem, because a lost connection
 * could not load them.
 * @returns null while the texts are loading
 */
export function laterTexts(tableOf: TableOf): Texts | null {
  const flow = tableOf("flow", enFlow);
  const problem = tableOf("problems", enProblems);
  return flow && problem && [flow, { problem }];
}
