/**
 * The portal's page: a site of another origin than the token server, under the strictest policy that allows the
 * embedding.
 */
import { join } from "node:path";
import type { Hono } from "hono";
import { reachable } from "../addresses.ts";
import { DOCUMENT, type PageFile, pageFiles } from "../page-files.ts";

const FILES: readonly PageFile[] = [
  DOCUMENT,
  "base.css",
  "frame.css",
  "list.css",
  "order.css",
  "form.css",
  "portal.js",
  "calls.js",
  "confirm.js",
  "elements.js",
  "format.js",
  "hand-out.js",
  "list.js",
  "new-order.js",
  "order.js",
  "said.js",
  "words.js",
  "language.js",
  "english.js",
  "german.js",
  "arabic.js",
  "mark.svg",
];

/**
 * An embedding page must allow only the token server's origin, three times. Images have the server's public address,
 * which is spelled differently if the server listens at every address of the machine.
 */
function contentSecurityPolicy(tokenServer: string, publicUrl: string): string {
  const { origin } = new URL(tokenServer);
  const pictures = [...new Set([origin, new URL(publicUrl).origin])].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' ${origin}`,
    "style-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${origin}`,
    `img-src 'self' ${pictures}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

/** @param publicUrl the token server's address for browsers */
export function portalPages(publicUrl: string): Hono {
  const tokenServer = reachable(publicUrl);
  return pageFiles({
    folder: join(import.meta.dirname, "page"),
    files: FILES,
    contentSecurityPolicy: contentSecurityPolicy(tokenServer, publicUrl),
    fill: { token_server: tokenServer },
  });
}
