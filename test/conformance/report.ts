/** The report: its schema, which is what others may rely on, and the same in lines. */
import { z } from "zod";
import type { Check } from "./check.ts";

const About = {
  id: z.string().describe("names the check"),
  section: z.string().describe("where the interface says it"),
  title: z.string(),
  rule: z.string().describe("what must hold"),
};

export const ResultSchema = z.discriminatedUnion("result", [
  z.strictObject({ ...About, result: z.literal("holds") }),
  z.strictObject({ ...About, result: z.literal("differs"), expected: z.string(), actual: z.string() }),
  z.strictObject({ ...About, result: z.literal("not_supported"), reason: z.string() }),
]);

const count = z.int().nonnegative();
const Cost = z.strictObject({ redemptions: count, codes: count });

export const ReportSchema = z.strictObject({
  suite: z.literal("reward-fulfillment-v2"),
  version: z.literal(1).describe("of this report's shape"),
  base_url: z.url(),
  run: z.string().describe("stands in every order id: conformance.<run>.<promotion>.<n>"),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  promotion: z.string().nullable(),
  planned: Cost.describe("what was said beforehand"),
  made: Cost.describe("redemptions and codes of this run's orders that were seen"),
  left: z
    .array(z.strictObject({ order_id: z.string(), state: z.string() }))
    .describe("in which state each of them was left"),
  summary: z.strictObject({ holds: count, differs: count, not_supported: count }),
  checks: z.array(ResultSchema),
});

export type Result = z.infer<typeof ResultSchema>;
export type Report = z.infer<typeof ReportSchema>;
type Outcome = Result extends infer R ? (R extends Result ? Omit<R, keyof typeof About> : never) : never;

export const resultOf = ({ id, section, title, rule }: Check, outcome: Outcome): Result => ({
  id,
  section,
  title,
  rule,
  ...outcome,
});

export function summaryOf(results: readonly Result[]): Report["summary"] {
  const count = (kind: Result["result"]) => results.filter(({ result }) => result === kind).length;
  return { holds: count("holds"), differs: count("differs"), not_supported: count("not_supported") };
}

/** The width of the longest of the three words. */
const WIDTH = "not supported".length + 2;
const INDENT = " ".repeat(WIDTH);

/** One check in one line, or in a few where it differs. */
export function resultText(result: Result): string {
  const head = (word: string) => `${word.padEnd(WIDTH)}${result.id}`;
  switch (result.result) {
    case "holds":
      return `${head("holds")}\n`;
    case "not_supported":
      return `${head("not supported")}: ${result.reason}\n`;
    case "differs":
      return `${head("differs")} (${result.section})\n${INDENT}${result.rule}\n${INDENT}expected: ${result.expected}\n${INDENT}actual:   ${result.actual}\n`;
    default:
      return result satisfies never;
  }
}

/** What stands below the checks. */
export function endText({ summary, made, left }: Report): string {
  const kept = left.filter(({ state }) => state === "redeemed" || state === "pending" || state === "unknown");
  return [
    `${summary.holds} hold, ${summary.differs} differ, ${summary.not_supported} not supported.`,
    `Made ${made.redemptions} redemptions and ${made.codes} codes.`,
    ...kept.map(({ order_id, state }) => `Left ${state}: ${order_id}`),
    "",
  ].join("\n");
}
