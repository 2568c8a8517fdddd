/** What the small backends of the demo's sites have in common: who may post to them, and how they call the token server. */
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { TOKEN_SERVER_LIMIT_MS } from "./limits.ts";

const REFUSAL = { error: "invalid_request" } as const;

export const limitBody = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => c.json(REFUSAL, 413) });

/** @returns what the site's own page posted, or the refusal */
export async function readPost<T extends z.ZodType>(
  c: Context,
  origins: readonly string[],
  schema: T,
): Promise<z.output<T> | Response> {
  // A form of another site cannot send this type without a preflight, and the preflight is not answered.
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? "")) return c.json(REFUSAL, 415);
  // Browsers send the page's origin with every POST. A request without an origin is not from the site's page.
  const origin = c.req.header("origin");
  if (origin === undefined || !origins.includes(origin)) return c.json({ error: "origin_not_allowed" }, 403);
  const body = schema.safeParse(await c.req.json().catch(() => undefined));
  return body.success ? body.data : c.json(REFUSAL, 400);
}

/** Why the token server gave nothing: a code that may be passed on to the page. */
export interface Refused {
  readonly error: string;
}
export const isRefusal = (answer: object): answer is Refused => "error" in answer;

const UNAVAILABLE = { error: "token_server_unavailable" } as const;
const problem = z.object({ code: z.string() });

async function sent(send: typeof fetch, address: string, init: RequestInit): Promise<object> {
  try {
    const response = await send(address, { ...init, signal: AbortSignal.timeout(TOKEN_SERVER_LIMIT_MS) });
    const json = z.looseObject({}).parse(await response.json());
    return response.ok ? json : { error: problem.parse(json).code };
  } catch {
    return UNAVAILABLE;
  }
}

/** Reads from the token server. @returns the whole body, or the refusal */
export const ask = (send: typeof fetch, address: string, bearer: string): Promise<object> =>
  sent(send, address, { headers: { authorization: `Bearer ${bearer}` } });

/** A call that changes something. @returns its `data`, or the refusal */
export async function call<T extends z.ZodType>(
  send: typeof fetch,
  address: string,
  { bearer, origin, body }: { readonly bearer: string; readonly origin?: string; readonly body?: object },
  schema: T,
): Promise<z.output<T> | Refused> {
  const answer = await sent(send, address, {
    method: "POST",
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body && { "content-type": "application/json" }),
      ...(origin && { origin }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (isRefusal(answer)) return answer;
  const data = schema.safeParse("data" in answer ? answer.data : undefined);
  return data.success ? data.data : UNAVAILABLE;
}

export const session = z.object({ session_token: z.string().min(1) });

/** Opens sessions at the token server, each as the site whose key it is. */
export const sessionsAt = (send: typeof fetch, tokenServer: string) => (siteKey: string, body: object) =>
  call(send, `${tokenServer}/v1/sessions`, { bearer: siteKey, body }, session);
