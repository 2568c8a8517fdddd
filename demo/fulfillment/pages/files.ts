/** The style sheets and scripts of the pages: a closed list, read once. Their content is not secret. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";

const STYLE = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

const FILES = [
  ["base.css", STYLE],
  ["flow.css", STYLE],
  ["control.css", STYLE],
  ["copy.js", SCRIPT],
  ["live.js", SCRIPT],
  ["control.js", SCRIPT],
] as const;

export type PageFile = (typeof FILES)[number][0];

const MOUNT = "/pages";

/** The address of a file of a page. */
export const fileUrl = (name: PageFile): string => `${MOUNT}/${name}`;

export function pageFiles(): Hono {
  const app = new Hono();
  for (const [name, type] of FILES) {
    const content = readFileSync(join(import.meta.dirname, name), "utf8");
    app.get(fileUrl(name), (c) =>
      c.body(content, 200, {
        "content-type": type,
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
      }),
    );
  }
  return app;
}
