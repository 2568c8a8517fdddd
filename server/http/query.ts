/**
 * Reads a query against its schema. Unknown parameters are ignored, like unknown members of a body; one that is given
 * twice is refused, because two readers would take different ones. Source: contract, Routes.
 */
import type { Context } from "hono";
import type { z } from "zod";
import { ProblemError } from "../problem.ts";
import { describe } from "./issues.ts";

/** @throws ProblemError invalid_request (with `errors`) */
export function readQuery<T extends z.ZodObject>(c: Context, schema: T): z.infer<T> {
  const given = c.req.queries();
  const known = Object.keys(schema.shape).filter((name) => Object.hasOwn(given, name));
  const repeated = known.filter((name) => (given[name]?.length ?? 0) > 1);
  if (repeated.length > 0) {
    const errors = repeated.map((path) => ({ path, message: "expected once" }));
    throw new ProblemError("invalid_request", { errors });
  }
  const parsed = schema.safeParse(Object.fromEntries(known.map((name) => [name, given[name]?.[0]])));
  if (parsed.success) return parsed.data;
  throw new ProblemError("invalid_request", { errors: parsed.error.issues.map(describe) });
}

/** The part of a whole list that a page shows; nothing beyond its end. */
export function pageOf<T>(all: readonly T[], { page, per_page }: { page: number; per_page: number }): T[] {
  return all.slice((page - 1) * per_page, page * per_page);
}
