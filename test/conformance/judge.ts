/**
 * How a check reports findings. Texts name states, statuses, types and counts, and never a value that a service or a
 * user may want to keep secret: codes, links, tokens, addresses.
 */
import type { z } from "zod";
import { nameOf } from "./evidence.ts";
import type { Answer } from "./exchange.ts";
import { PROBLEMS_SHOWN } from "./limits.ts";
import { dataOf, member } from "./reading.ts";

/** The rule does not hold. */
export class Differs extends Error {
  readonly expected: string;
  readonly actual: string;
  /** The ids of the items that differ, if the check judged several. */
  readonly ids: readonly string[];

  constructor(expected: string, actual: string, ids: readonly string[] = []) {
    super(`${expected}; ${actual}`);
    this.name = "Differs";
    this.expected = expected;
    this.actual = actual;
    this.ids = ids;
  }
}

/** The rule cannot be tried here; the message says what is missing. */
export class NotSupported extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "NotSupported";
  }
}

/** A call made no redemption, so checks that need it cannot be tried. Only the check of that call itself differs. */
export class NothingMade extends NotSupported {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`no redemption to go on with: ${told(answer)}`);
    this.name = "NothingMade";
    this.answer = answer;
  }
}

/** @param items the items that differ, whose ids are reported */
export function holds(
  condition: boolean,
  expected: string,
  actual: string,
  items: readonly unknown[] = [],
): void {
  if (!condition) throw new Differs(expected, actual, items.flatMap(nameOf));
}

/** The kind of a value. Nothing else of an unexpected value is reported. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "number") return Number.isInteger(value) ? "a whole number" : "a number";
  if (value === "") return "an empty text";
  return (
    { string: "a text", boolean: "a boolean", object: "an object" }[typeof value as string] ?? typeof value
  );
}

/** A state, a status or an error's name, unchanged. Anything that does not look like one only by its kind. */
export const word = (value: unknown): string =>
  typeof value === "string" && /^[a-z]+(_[a-z]+){0,6}$/.test(value) && value.length <= 40
    ? `"${value}"`
    : kindOf(value);

/** The status of an answer, and the error's name if there is one. */
export function told(answer: Answer): string {
  const name = member(answer.body, "error_name");
  return `${answer.operation} answered ${answer.status}${name === undefined ? "" : ` ${word(name)}`}`;
}

export function statusIs(answer: Answer, status: number): void {
  holds(answer.status === status, `${answer.operation} answers ${status}`, told(answer));
}

export const succeeded = (answer: Answer): boolean => answer.status >= 200 && answer.status < 300;
export const refused = (answer: Answer): boolean => answer.status >= 400 && answer.status < 500;
/** Whether the service does not know the path or the method. */
export const unknownPath = (answer: Answer): boolean => answer.status === 404 || answer.status === 405;

/** The `data` of a success. */
export function dataIn(answer: Answer, status: number): unknown {
  statusIs(answer, status);
  const data = dataOf(answer);
  holds(data !== undefined, `${answer.operation} has a data member`, "it has none");
  return data;
}

const isErrorBody = (body: unknown): boolean =>
  typeof member(body, "error_name") === "string" &&
  (member(body, "error_message") === null || typeof member(body, "error_message") === "string");

/** A refusal that the interface shows, with status, name and body. */
export function refusedAs(answer: Answer, status: number, name: string): void {
  const expected = `${answer.operation} answers ${status} "${name}"`;
  holds(answer.status === status && member(answer.body, "error_name") === name, expected, told(answer));
  requireErrorBody(answer);
}

export function requireErrorBody(answer: Answer): void {
  holds(
    isErrorBody(answer.body),
    "an error has error_name (a text) and error_message (a text or null)",
    `${told(answer)}: error_name is ${kindOf(member(answer.body, "error_name"))}, error_message is ${kindOf(member(answer.body, "error_message"))}`,
  );
}

/** A body is refused. If the path itself is unknown, the answer says nothing about the body. */
export function bodyIsRefused(answer: Answer, what: string): void {
  if (unknownPath(answer)) throw new NotSupported(`nothing is said about the body: ${told(answer)}`);
  isRefused(answer, what);
}

/** A refusal whose status the interface leaves open. A 422 must be the shown one. */
export function isRefused(answer: Answer, what: string): void {
  holds(refused(answer), `${what} is refused with a 4xx`, told(answer));
  if (answer.status === 422) refusedAs(answer, 422, "invalid_request");
}

/** Reports where a value does not fit the shape, by path and kind. */
export function fits(shape: z.ZodType, value: unknown, what: string): void {
  const result = shape.safeParse(value);
  if (result.success) return;
  const problems = result.error.issues.map(
    ({ path, message }) =>
      `${path.map(String).join(".") || what} is ${kindOf(member(value, ...(path as (string | number)[])))} (${message})`,
  );
  const more = problems.length > PROBLEMS_SHOWN ? ` and ${problems.length - PROBLEMS_SHOWN} more` : "";
  throw new Differs(
    `${what} has the shape shown`,
    problems.slice(0, PROBLEMS_SHOWN).join("; ") + more,
    nameOf(value),
  );
}
