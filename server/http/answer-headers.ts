/**
 * Headers that answers have without their routes: what a route says itself goes before. node:http is handed them at the beginning and
 * joins them with the route's own when it writes; a Headers object for each answer costs more than most routes do.
 */
import type { ServerResponse } from "node:http";
import type { Context, Next } from "hono";

export type AnswerHeaders = readonly (readonly [name: string, value: string])[];

/** Runs what answers, and gives the answer these headers where it has none of the name. */
export function answerWith(headers: AnswerHeaders, c: Context, next: Next): Promise<void> {
  const outgoing: ServerResponse | undefined = c.env?.outgoing;
  if (!outgoing) return inProcess(headers, c, next);
  for (const [name, value] of headers) outgoing.setHeader(name, value);
  return next();
}

/** There is nothing but the answer itself. */
async function inProcess(headers: AnswerHeaders, c: Context, next: Next): Promise<void> {
  await next();
  for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
}
