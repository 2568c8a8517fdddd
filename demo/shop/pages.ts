/** The shop's page: a closed list of files, read once, under the strictest policy a host page may have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";

const FOLDER = join(import.meta.dirname, "page");

const HTML = "text/html; charset=utf-8";
const STYLE = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";
const PICTURE = "image/svg+xml";

/** Address below `/demo/`, file, type. What is not here cannot be asked for. */
const FILES = [
  ["", "index.html", HTML],
  ["base.css", "base.css", STYLE],
  ["shop.css", "shop.css", STYLE],
  ["reward.css", "reward.css", STYLE],
  ["account.css", "account.css", STYLE],
  ["demo.css", "demo.css", STYLE],
  ["developers.css", "developers.css", STYLE],
  ["print.css", "print.css", STYLE],
  ["shop.js", "shop.js", SCRIPT],
  ["order.js", "order.js", SCRIPT],
  ["settings.js", "settings.js", SCRIPT],
  ["language.js", "language.js", SCRIPT],
  ["french.js", "french.js", SCRIPT],
  ["events.js", "events.js", SCRIPT],
  ["snippets.js", "snippets.js", SCRIPT],
  ["mark.svg", "mark.svg", PICTURE],
  ["street.svg", "street.svg", PICTURE],
] as const;

/**
 * The widget must work under it: scripts, styles and calls from this one origin, and nothing inline. Images carry the
 * token server's public address, which is another origin where a visitor typed `localhost` for `127.0.0.1`.
 */
const contentSecurityPolicy = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

export function shopPages(publicUrl: string): Hono {
  const app = new Hono();
  const policy = contentSecurityPolicy(publicUrl);
  for (const [address, file, type] of FILES) {
    const body = readFileSync(join(FOLDER, file));
    app.get(`/${address}`, (c) =>
      c.body(new Uint8Array(body), 200, {
        "content-type": type,
        "cache-control": "no-store",
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
      }),
    );
  }
  return app;
}
