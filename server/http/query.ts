/**
 * Checks the query of a site's backend or an operator against its schema. Unknown parameters are refused, like unknown members of a
 * body: a misspelled filter must not list everything. A repeated parameter is refused, too, because readers differ in which value
 * they use. Source: docs/server/routes.md, "Requests and answers".
 */
import type { Context } from "hono";
import type { z } from "zod";
import { ProblemError } from "../problems/problem.ts";
import { describe, MISTAKES_MAX, type Mistake, nulMistakes, unknownName } from "./issues.ts";

/** @throws ProblemError invalid_request (with `errors`) */
export function readQuery<T extends z.ZodObject>(c: Context, schema: T): z.infer<T> {
  const given = c.req.queries();
  const names = Object.keys(given);
  const unknown = names.filter((name) => !Object.hasOwn(schema.shape, name));
  const repeated = names.filter((name) => (given[name]?.length ?? 0) > 1 && !unknown.includes(name));
  const mistakes = [
    ...unknown.map((name) => unknownName(name)),
    ...repeated.map((path) => ({ path, message: "expected once" })),
  ];
  if (mistakes.length > 0) throw refused(mistakes.slice(0, MISTAKES_MAX));
  const parsed = schema.safeParse(Object.fromEntries(names.map((name) => [name, given[name]?.[0]])));
  const nuls = nulMistakes(parsed.data);
  if (nuls.length > 0) throw refused(nuls);
  if (parsed.success) return parsed.data;
  throw refused(describe(parsed.error));
}

const refused = (errors: readonly Mistake[]): ProblemError => new ProblemError("invalid_request", { errors });

/** The items of a page of a whole list; none beyond the end. */
export function pageOf<T>(all: readonly T[], { page, per_page }: { page: number; per_page: number }): T[] {
  return all.slice((page - 1) * per_page, page * per_page);
}
