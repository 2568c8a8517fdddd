/** What the small backends of the demo's sites have in common: who may post to them, and how they open a session. */
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { TOKEN_SERVER_LIMIT_MS } from "./limits.ts";

const REFUSAL = { error: "invalid_request" } as const;

export const limitBody = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => c.json(REFUSAL, 413) });

/** @returns what the site's own page posted, or the refusal */
export async function readPost<T>(
  c: Context,
  origins: readonly string[],
  schema: z.ZodType<T>,
): Promise<T | Response> {
  // A form of another site cannot send this type without a preflight, and the preflight is not answered.
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? "")) return c.json(REFUSAL, 415);
  // Browsers send the page's origin with every POST. A request without an origin is not from the site's page.
  const origin = c.req.header("origin");
  if (origin === undefined || !origins.includes(origin)) return c.json({ error: "origin_not_allowed" }, 403);
  const body = schema.safeParse(await c.req.json().catch(() => undefined));
  return body.success ? body.data : c.json(REFUSAL, 400);
}

const problemAnswer = z.object({ code: z.string() });

/** A call to the token server. @returns its `data`, or the reason why there is none: a code that may be passed on */
export async function call<T>(
  send: typeof fetch,
  address: string,
  init: { readonly bearer: string; readonly origin?: string; readonly body: object },
  schema: z.ZodType<T>,
): Promise<T | { readonly error: string }> {
  try {
    const response = await send(address, {
      method: "POST",
      headers: {
        authorization: `Bearer ${init.bearer}`,
        "content-type": "application/json",
        ...(init.origin && { origin: init.origin }),
      },
      body: JSON.stringify(init.body),
      signal: AbortSignal.timeout(TOKEN_SERVER_LIMIT_MS),
    });
    const json: unknown = await response.json();
    if (!response.ok) return { error: problemAnswer.parse(json).code };
    return z.object({ data: schema }).parse(json).data;
  } catch {
    return { error: "token_server_unavailable" };
  }
}

export const session = z.object({ session_token: z.string().min(1) });
