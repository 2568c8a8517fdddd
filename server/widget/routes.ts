/**
 * Serves the widget's files: in the client's best encoding, with an ETag, and cached for ever if the address has the version.
 * Source: contract, "For everyone".
 */
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import type { AppEnv } from "../http/context.ts";
import { isKnown } from "../http/etag.ts";
import { ProblemError } from "../problem.ts";
import { IMMUTABLE_MAX_AGE_SECONDS, WIDGET_STUB_MAX_AGE_SECONDS } from "../timing.ts";
import { latestOf } from "./snippet.ts";
import { COMPRESSED, fileOf, type WidgetFile } from "./version.ts";
import type { WidgetVersions } from "./versions.ts";

const MUTABLE = `public, max-age=${WIDGET_STUB_MAX_AGE_SECONDS}`;
const IMMUTABLE = `public, max-age=${IMMUTABLE_MAX_AGE_SECONDS}, immutable`;
const LATEST = "latest.json";

/** @param publicUrl the address under which browsers reach the server, without a trailing slash */
export function widgetRoutes(versions: WidgetVersions, publicUrl: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { build } = versions;
  const latest =
    build &&
    fileOf(LATEST, [
      ["identity", new TextEncoder().encode(`${JSON.stringify(latestOf(build, publicUrl), null, 2)}\n`)],
    ]);
  app.get("/widget.js", (c) => answer(c, build?.stub, MUTABLE));
  // A fixed name beside a parameter is not possible in the router that matches all paths in one step.
  app.get("/widget/:file", (c) => answer(c, c.req.param("file") === LATEST ? latest : undefined, MUTABLE));
  app.get("/widget/:version/:name", async (c) => {
    const { version, name } = c.req.param();
    return answer(c, await versions.file(version, name), IMMUTABLE);
  });
  return app;
}

function answer(c: Context<AppEnv>, file: WidgetFile | undefined, cacheControl: string): Response {
  if (!file) throw new ProblemError("not_found");
  const encoding = accepts(c, {
    header: "Accept-Encoding",
    supports: [...file.bodies.keys()],
    default: "identity",
    match: (accepted) =>
      COMPRESSED.map(([name]) => name).find(
        (name) =>
          file.bodies.has(name) && accepted.some(({ type, q }) => (type === name || type === "*") && q > 0),
      ) ?? "identity",
  });
  const etag = `"${file.etag}-${encoding}"`;
  const headers = {
    "Content-Type": file.type,
    "Cache-Control": cacheControl,
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    Vary: "Accept-Encoding",
    ETag: etag,
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
  };
  if (isKnown(c, etag)) return c.body(null, 304, headers);
  return new Response(file.bodies.get(encoding as "identity"), { headers });
}
