/** `POST /demo/start-over` puts the demo back to its beginning; and the script of the button on each of its pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";

const PATH = "/demo/start-over";

/** @param origins of the demo's own pages: no other page may do it */
export function startOverRoutes(origins: readonly string[], startOver: () => Promise<void>): Hono {
  const script = readFileSync(join(import.meta.dirname, "start-over-button.js"), "utf8");
  const app = new Hono();
  app.get(`${PATH}.js`, (c) => c.body(script, 200, { "content-type": "text/javascript; charset=utf-8" }));
  app.post(PATH, async (c) => {
    const origin = c.req.header("origin");
    if (origin === undefined || !origins.includes(origin))
      return c.json({ error: "origin_not_allowed" }, 403);
    await startOver();
    return c.body(null, 204);
  });
  return app;
}
