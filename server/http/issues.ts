/**
 * Describes to a client what a schema refused. Used for bodies and queries. Source: RFC 9457, 3.2; docs/server/routes.md,
 * "Requests and answers".
 */
import type { z } from "zod";

/** Formats by name, instead of unreadable patterns. */
const NAMED_FORMATS: Readonly<Record<string, string>> = {
  email: "expected an e-mail address",
  datetime: "expected an ISO 8601 date-time",
};

/** The unit of a bound, by the bounded type; a number has none. */
const UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  object: ["member", "members"],
};

/** One mistake, as reported to a client. */
export interface Mistake {
  readonly path: string;
  readonly message: string;
}

/** Mistakes that one answer names: enough to fix a request in one go, and a limit on the size of the answer. */
export const MISTAKES_MAX = 50;
/** Characters of a client's unknown member name that are quoted, so that the name can be found. */
const NAME_MAX = 64;

/** All mistakes of a request, each with the path of its member. */
export function describe(error: z.ZodError): Mistake[] {
  return error.issues.flatMap(mistakesOf).slice(0, MISTAKES_MAX);
}

export const unknownName = (name: string, parents: readonly PropertyKey[] = []): Mistake => ({
  path: pathOf([...parents, name.slice(0, NAME_MAX)]),
  message: "is not known here",
});

function boundOf(origin: string, bound: number | bigint): string {
  const units = UNITS[origin];
  return units ? `${bound} ${units[bound === 1 ? 0 : 1]}` : String(bound);
}

/** Our schemas' own words begin with "expected"; the library's messages begin otherwise. */
const isOurs = (message: string): boolean => message.startsWith("expected ");

const pathOf = (path: readonly PropertyKey[]): string =>
  path.map((name) => String(name).slice(0, NAME_MAX)).join(".");

/** Our own words: the library's messages change with its versions and may quote the request. */
function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  const path = pathOf(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownName(key, issue.path));
    case "custom":
      // Only our own schemas have custom rules, with their own messages.
      return [{ path, message: issue.message }];
    case "invalid_type":
      if (isOurs(issue.message)) return [{ path, message: issue.message }];
      return [
        {
          path,
          message: `expected ${issue.expected === "int" ? "a whole number" : `a value of type ${issue.expected}`}`,
        },
      ];
    case "too_small":
      return [{ path, message: `expected at least ${boundOf(issue.origin, issue.minimum)}` }];
    case "too_big":
      return [{ path, message: `expected at most ${boundOf(issue.origin, issue.maximum)}` }];
    case "invalid_value":
      return [{ path, message: `expected one of ${issue.values.map(String).join(", ")}` }];
    case "invalid_format":
      if (isOurs(issue.message)) return [{ path, message: issue.message }];
      // A pattern without a description is never quoted: a client should not have to read regular expressions.
      return [{ path, message: NAMED_FORMATS[issue.format] ?? "is not spelled as expected" }];
    default:
      return [{ path, message: "not valid" }];
  }
}

const NUL = "\0";

/**
 * The strings with U+0000 in a value, the value itself included: PostgreSQL cannot store that character, so a request with it would
 * look like an outage on one ledger and pass on the other. Without recursion, so any depth is allowed.
 * Source: PostgreSQL, Character Types.
 */
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
  return mistakes.slice(0, MISTAKES_MAX);
}
