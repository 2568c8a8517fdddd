/** The widget's files as a browser fetches them. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { AppEnv } from "../../server/http/context.ts";
import { problemBody, toProblem } from "../../server/problem.ts";
import { readWidgetFiles, widgetRoutes } from "../../server/widget-files.ts";

const dist = mkdtempSync(join(tmpdir(), "dist-"));
const folder = join(dist, "widget", "1.0.0-abc");
mkdirSync(folder, { recursive: true });
for (const file of [join(dist, "widget.js"), join(folder, "entry.js")]) {
  writeFileSync(file, "plain");
  writeFileSync(`${file}.br`, brotliCompressSync("plain"));
  writeFileSync(`${file}.gz`, gzipSync("plain"));
}
writeFileSync(join(folder, "integrity.json"), "{}");
writeFileSync(join(dist, "manifest.json"), "{}");

const app = new Hono<AppEnv>().route("/", widgetRoutes(readWidgetFiles(dist)));
app.onError((error) => {
  const problem = toProblem(error);
  return problem
    ? Response.json(problemBody(problem, ""), { status: 404 })
    : new Response(null, { status: 500 });
});
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

describe("every file", () => {
  it.each(["/widget.js", "/widget/1.0.0-abc/entry.js", "/widget/1.0.0-abc/integrity.json"])(
    "%s may be used by any page",
    async (path) => {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("vary")).toBe("Accept-Encoding");
    },
  );

  it("is kept for ever where its address carries the version, and for minutes where it does not", async () => {
    expect((await get("/widget/1.0.0-abc/entry.js")).headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    expect((await get("/widget.js")).headers.get("cache-control")).toBe("public, max-age=300");
  });

  it.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br;q=0.5", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["identity", null],
    ["", null],
  ])("for Accept-Encoding %j comes as %s", async (accepted, encoding) => {
    const { headers } = await get("/widget.js", { "Accept-Encoding": accepted });
    expect(headers.get("content-encoding")).toBe(encoding);
  });

  it("is not sent again while it is unchanged", async () => {
    const first = await get("/widget.js", { "Accept-Encoding": "br" });
    const etag = first.headers.get("etag") ?? "";
    expect((await get("/widget.js", { "Accept-Encoding": "br", "If-None-Match": etag })).status).toBe(304);
    expect((await get("/widget.js", { "Accept-Encoding": "gzip", "If-None-Match": etag })).status).toBe(200);
  });
});

it.each([
  "/widget/1.0.0-abc/",
  "/widget/manifest.json",
  "/widget/../manifest.json",
  "/widget/%2e%2e/manifest.json",
  "/widget/1.0.0-abc/entry.js.br",
  "/widget/none/entry.js",
])("%s is no file of the widget", async (path) => expect((await get(path)).status).toBe(404));
