/** The style sheets and scripts of the pages: a closed list, read once. Their content is not secret. */
import { Hono } from "hono";
import { contentOf } from "./content.ts";

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

/** The address of a style sheet that gives a page the colour of who sends it. @param color `#rrggbb`, dark enough for white text */
export const tintUrl = (color: string): string => `${MOUNT}/tint/${color.slice(1)}.css`;

const tintOf = (color: string): string =>
  `:root { --tint: ${color}; --accent: light-dark(${color}, color-mix(in oklab, ${color} 40%, white)) }`;

export function pageFiles(): Hono {
  const app = new Hono();
  app.get(`${MOUNT}/tint/:file{[0-9a-f]{6}\\.css}`, (c) =>
    c.body(tintOf(`#${c.req.param("file").slice(0, 6)}`), 200, {
      "content-type": STYLE,
      "x-content-type-options": "nosniff",
    }),
  );
  for (const [name, type] of FILES) {
    const content = contentOf(name);
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
