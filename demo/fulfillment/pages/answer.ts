/** Page answers: with a policy that allows nothing from other origins, without caching, and without a referrer. */
import type { html } from "hono/html";

export type Html = ReturnType<typeof html>;

/** Nothing inline, nothing from another origin; `script` only where a page has one. */
const policy = (script: boolean): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(script ? ["script-src 'self'", "connect-src 'self'", "require-trusted-types-for 'script'"] : []),
    `form-action ${script ? "'none'" : "'self'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** @param script whether the page has a script, which then sends its forms */
export async function pageAnswer(page: Html, { status = 200, script = false } = {}): Promise<Response> {
  return new Response(String(await page), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy(script),
      // The address contains the key of a link.
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
    },
  });
}
