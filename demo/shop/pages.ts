/** The shop's page, under the strictest policy that a host page may have. */
import { join } from "node:path";
import type { Hono } from "hono";
import { DOCUMENT, type PageFile, pageFiles } from "../page-files.ts";

const FILES: readonly PageFile[] = [
  DOCUMENT,
  "base.css",
  "shop.css",
  "reward.css",
  "account.css",
  "print.css",
  "help.css",
  "shop.js",
  "order.js",
  "settings.js",
  "language.js",
  "french.js",
  "in-german.js",
  "spanish.js",
  "japanese.js",
  "arabic.js",
  "points.js",
  "mark.svg",
  "street.svg",
];

/**
 * The widget must work under this policy: scripts, styles and calls from one origin, and nothing inline. Images have
 * the token server's public address, which is another origin if a visitor typed `localhost` instead of `127.0.0.1`.
 * @param tokenServer the origin of the page's token server; default: the page's own
 */
export const contentSecurityPolicy = (publicUrl: string, tokenServer = ""): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${tokenServer}`.trim(),
    `img-src 'self' ${new URL(publicUrl).origin} ${tokenServer}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

export function shopPages(publicUrl: string): Hono {
  return pageFiles({
    folder: join(import.meta.dirname, "page"),
    files: FILES,
    contentSecurityPolicy: contentSecurityPolicy(publicUrl),
  });
}
