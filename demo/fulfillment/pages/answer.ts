/** Page answers: with a policy that allows nothing from other origins, without caching, and without a referrer. */
import type { html } from "hono/html";

export type Html = ReturnType<typeof html>;

const OWN = ["default-src 'none'", "style-src 'self'", "img-src 'self'", "base-uri 'none'"];
const SCRIPT = ["script-src 'self'", "require-trusted-types-for 'script'"];
const ALONE = "frame-ancestors 'none'";

/** Nothing inline, nothing from another origin; a script only where a page has one. */
const POLICIES = {
  plain: [...OWN, "form-action 'self'", ALONE],
  /** Has a script that copies, and no form. */
  codes: [...OWN, ...SCRIPT, "form-action 'none'", ALONE],
  /** Its script sends the forms; a frame shows a mail. */
  control: [...OWN, ...SCRIPT, "connect-src 'self'", "frame-src 'self'", "form-action 'none'", ALONE],
  /** A mail has its styles at its elements, its pictures from the service's public address, and never a script. */
  mail: [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-popups allow-popups-to-escape-sandbox",
  ],
} as const;

export interface PageOptions {
  readonly status?: number;
  readonly kind?: keyof typeof POLICIES;
  /** The origin of a mail's pictures. */
  readonly pictures?: string;
}

export async function pageAnswer(
  page: Html | string,
  { status = 200, kind = "plain", pictures }: PageOptions = {},
): Promise<Response> {
  const policy = [...POLICIES[kind], ...(pictures === undefined ? [] : [`img-src ${pictures}`])];
  return new Response(String(await page), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy.join("; "),
      // The address contains the key of a link.
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
    },
  });
}
