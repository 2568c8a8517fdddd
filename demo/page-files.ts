/** The files of a site's page: a closed list, read once, served under one policy and never cached. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";

const TYPES = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
} as const;

/** A file of the page. Its address is its name; the document's is empty. */
export type PageFile = `${string}.${keyof typeof TYPES}`;
export const DOCUMENT: PageFile = "index.html";

export interface PageFilesOptions {
  readonly folder: string;
  /** The only files that are served. */
  readonly files: readonly PageFile[];
  readonly contentSecurityPolicy: string;
  /** Placeholders `{{name}}` in the document, which are replaced when it is served. */
  readonly fill?: Readonly<Record<string, string>>;
}

export function pageFiles({ folder, files, contentSecurityPolicy, fill = {} }: PageFilesOptions): Hono {
  const app = new Hono();
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    const body = file === DOCUMENT ? filled(text, fill) : text;
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
  return Object.entries(values).reduce(
    (result, [name, value]) => result.replaceAll(`{{${name}}}`, value),
    text,
  );
}
