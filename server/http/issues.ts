/** What a schema refused, as a client is told. Used for bodies and queries alike. Source: contract, `errors?:[{path,message}]`. */
import type { z } from "zod";

/** Formats whose pattern would tell a reader nothing. */
const NAMED_FORMATS: Readonly<Record<string, string>> = {
  email: "expected an e-mail address",
  datetime: "expected an ISO 8601 date-time",
};

/** In our own words: the library's messages change with its versions and may quote what was sent. */
export function describe(issue: z.core.$ZodIssue): { path: string; message: string } {
  const path = issue.path.map(String).join(".");
  switch (issue.code) {
    case "invalid_type":
      return {
        path,
        message: `expected ${issue.expected === "int" ? "a whole number" : `a value of type ${issue.expected}`}`,
      };
    case "too_small":
      return { path, message: `expected at least ${issue.minimum}` };
    case "too_big":
      return { path, message: `expected at most ${issue.maximum}` };
    case "invalid_value":
      return { path, message: `expected one of ${issue.values.map(String).join(", ")}` };
    case "invalid_format":
      return {
        path,
        message: NAMED_FORMATS[issue.format] ?? `expected the form ${issue.pattern ?? issue.format}`,
      };
    default:
      return { path, message: "not valid" };
  }
}
