/** What a schema refused, as a client is told. Used for bodies and queries alike. Source: contract, `errors?:[{path,message}]`. */
import type { z } from "zod";

/** Formats by name. Their patterns would tell a reader nothing. */
const NAMED_FORMATS: Readonly<Record<string, string>> = {
  email: "expected an e-mail address",
  datetime: "expected an ISO 8601 date-time",
};

/** What a bound counts, by what is bounded; a number counts itself. */
const UNITS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  object: ["member", "members"],
};

/** One of what a client is told. */
export interface Mistake {
  readonly path: string;
  readonly message: string;
}

/** Mistakes that one answer names: enough to mend a request in one go, and a bound on what a client can have sent back. */
export const MISTAKES_MAX = 50;
/** A name that the client made up is repeated up to here, so that it can be found. */
const NAME_MAX = 64;

/** Every mistake of a request, each with the path of the member it is about. */
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

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/** In our own words: the library's messages change with its versions and may quote what was sent. */
function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  const path = pathOf(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownName(key, issue.path));
    case "custom":
      // Only our own schemas have such rules, and the words are theirs.
      return [{ path, message: issue.message }];
    case "invalid_type":
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
      // A schema of ours says in words what its pattern takes; the library's own words begin otherwise.
      if (issue.message.startsWith("expected ")) return [{ path, message: issue.message }];
      // A pattern without such words is never told: a client is no reader of our regular expressions.
      return [{ path, message: NAMED_FORMATS[issue.format] ?? "is not spelled as expected" }];
    default:
      return [{ path, message: "not valid" }];
  }
}
