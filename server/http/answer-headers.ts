/**
 * Default headers of answers; a route's own header of the same name wins. node:http gets the defaults at the beginning and merges
 * the route's headers when it writes: a Headers object for each answer would cost more than most routes.
 */
import type { ServerResponse } from "node:http";
import type { Context, Next } from "hono";

export type AnswerHeaders = readonly (readonly [name: string, value: string])[];

/** Runs the route, and adds each header that the answer lacks. */
export function answerWith(headers: AnswerHeaders, c: Context, next: Next): Promise<void> {
  const outgoing: ServerResponse | undefined = c.env?.outgoing;
  if (!outgoing) return inProcess(headers, c, next);
  for (const [name, value] of headers) outgoing.setHeader(name, value);
  return next();
}

/** Without node:http only the answer itself can take the headers. */
async function inProcess(headers: AnswerHeaders, c: Context, next: Next): Promise<void> {
  await next();
  for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
}
