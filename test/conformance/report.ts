/** The report: its schema, on which others may rely, and its text form. */
import { z } from "zod";
import type { Check } from "./check.ts";
import type { Evidence } from "./evidence.ts";

const About = {
  id: z.string().describe("names the check"),
  section: z.string().describe("where the interface says it"),
  rule: z.string().describe("what must hold"),
};

const Request = z.strictObject({
  operation: z.string(),
  method: z.enum(["GET", "POST"]),
  path: z.string().describe("below the base address"),
  query: z.record(z.string(), z.string()).describe("as sent, without e-mail addresses"),
  status: z.int(),
  ids: z.array(z.string()).describe("of what the answer showed, the first ones of many"),
});

export const ResultSchema = z.discriminatedUnion("result", [
  z.strictObject({ ...About, result: z.literal("holds") }),
  z.strictObject({
    ...About,
    result: z.literal("differs"),
    expected: z.string(),
    actual: z.string(),
    requests: z.array(Request).describe("whose answers were judged, the last ones of many"),
    ids: z.array(z.string()).describe("of the items that differ, where several were looked at"),
  }),
  z.strictObject({ ...About, result: z.literal("not_supported"), reason: z.string() }),
]);

const count = z.int().nonnegative();
const Cost = z.strictObject({ redemptions: count, codes: count });

export const ReportSchema = z.strictObject({
  suite: z.literal("reward-fulfillment-v2"),
  version: z.literal(2).describe("of this report's shape"),
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

export const resultOf = ({ id, section, rule }: Check, outcome: Outcome): Result => ({
  id,
  section,
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

/** A request and its answer: `GET /a/b?c=d answered 200 with id`. */
function requestText({ method, path, query, status, ids }: Evidence): string {
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  return `${method} ${path}${search && `?${search}`} answered ${status}${ids.length === 0 ? "" : ` with ${ids.join(", ")}`}`;
}

/** One check in one line, or in a few lines if it differs. */
export function resultText(result: Result): string {
  const head = (word: string) => `${word.padEnd(WIDTH)}${result.id}`;
  switch (result.result) {
    case "holds":
      return `${head("holds")}\n`;
    case "not_supported":
      return `${head("not supported")}: ${result.reason}\n`;
    case "differs":
      return [
        `${head("differs")} (${result.section})`,
        ...[
          result.rule,
          `expected: ${result.expected}`,
          `actual:   ${result.actual}`,
          ...result.requests.map((request) => `request:  ${requestText(request)}`),
          ...(result.ids.length === 0 ? [] : [`ids:      ${result.ids.join(", ")}`]),
        ].map((line) => INDENT + line),
        "",
      ].join("\n");
    default:
      return result satisfies never;
  }
}

/** The lines below the checks. */
export function endText({ summary, made, left }: Report): string {
  const kept = left.filter(({ state }) => state === "redeemed" || state === "pending" || state === "unknown");
  return [
    `${summary.holds} hold, ${summary.differs} differ, ${summary.not_supported} not supported.`,
    `Made ${made.redemptions} redemptions and ${made.codes} codes.`,
    ...kept.map(({ order_id, state }) => `Left ${state}: ${order_id}`),
    "",
  ].join("\n");
}
