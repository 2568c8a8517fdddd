/** The files of a site's page: a closed list, read once, served under one policy and never cached. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { headOf } from "./head.ts";

const TYPES = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
} as const;

/** A file of the page. Its address is its name; the document's is empty. */
export type PageFile = `${string}.${keyof typeof TYPES}`;
export const DOCUMENT: PageFile = "index.html";

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

export interface PageFilesOptions {
  readonly folder: string;
  /** The only files that are served. */
  readonly files: readonly PageFile[];
  readonly contentSecurityPolicy: string;
  /**
   * Placeholders `{{name}}` in the document, and the texts of its elements with `data-text`, which then do not move when its
   * script writes them; `{{head: …}}` is replaced in every document.
   */
  readonly fill?: Readonly<Record<string, string>>;
}

const withHead = (text: string): string =>
  text.replace(/\{\{head: ([^}]+)\}\}/, (_, names: string) => headOf(names));

export function pageFiles({ folder, files, contentSecurityPolicy, fill = {} }: PageFilesOptions): Hono {
  const app = new Hono();
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    const body = file === DOCUMENT ? withHead(filled(text, fill)) : text;
    const type = TYPES[file.slice(file.lastIndexOf(".") + 1) as keyof typeof TYPES];
    app.get(file === DOCUMENT ? "/" : `/${file}`, (c) =>
      c.body(body, 200, {
        "content-type": type,
        "cache-control": "no-store",
        "content-security-policy": contentSecurityPolicy,
        "x-content-type-options": "nosniff",
      }),
    );
  }
  return app;
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  const placed = Object.entries(values).reduce(
    (result, [name, value]) => result.replaceAll(`{{${name}}}`, value),
    text,
  );
  return placed.replace(
    /( data-text="(\w+)"[^>]*>)([^<]*)(?=<\/)/g,
    (_, start: string, name: string, own: string) => start + escaped(values[name] ?? own),
  );
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
