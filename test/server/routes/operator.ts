/** The operator, who asks with a key of its own, and what the metrics say. */
import type { World } from "../../support/world.ts";

export const OPERATOR_KEY = "the-key-of-the-operator-0123456789";
export const asOperator = { Authorization: `Bearer ${OPERATOR_KEY}` };

/** The first line of the metrics that begins so, or matches. */
export async function metricLine(world: World, line: string | RegExp): Promise<string | undefined> {
  const { text } = await world.request("/metrics", { headers: asOperator });
  return text
    .split("\n")
    .find((each) => (typeof line === "string" ? each.startsWith(line) : line.test(each)));
}
