/** The widget's files as a browser fetches them. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { AppEnv } from "../../../server/http/context.ts";
import { openMemoryLedger } from "../../../server/ledger/memory.ts";
import { problemBody, toProblem } from "../../../server/problems/problem.ts";
import { systemClock } from "../../../server/tools/clock.ts";
import { readWidgetBuild } from "../../../server/widget/build.ts";
import type { Latest } from "../../../server/widget/routes.ts";
import { widgetRoutes } from "../../../server/widget/routes.ts";
import { WidgetVersions } from "../../../server/widget/versions.ts";
import { quiet } from "../../support/postgres.ts";

const dist = mkdtempSync(join(tmpdir(), "dist-"));
const folder = join(dist, "widget", "1.0.0-abc");
mkdirSync(folder, { recursive: true });
for (const file of [join(dist, "widget.js"), join(folder, "reward-redemption.js"), join(folder, "flow.js")]) {
  writeFileSync(file, "plain");
  writeFileSync(`${file}.br`, brotliCompressSync("plain"));
  writeFileSync(`${file}.gz`, gzipSync("plain"));
}
const INTEGRITY = { "flow.js": "sha384-flow", "reward-redemption.js": "sha384-entry" };
writeFileSync(join(folder, "integrity.json"), JSON.stringify(INTEGRITY));
writeFileSync(join(dist, "first-words.json"), "{}");
writeFileSync(join(dist, "pass-words.json"), "{}");
mkdirSync(join(dist, "operator"));
for (const name of ["index.html", "page.js"]) writeFileSync(join(dist, "operator", name), name);
writeFileSync(join(dist, "manifest.json"), JSON.stringify({ version: "1.0.0-abc" }));

const versions = new WidgetVersions({
  build: readWidgetBuild(dist),
  ledger: openMemoryLedger(),
  clock: systemClock,
  clockWatch: { mayDelete: async () => true },
  log: quiet,
});
const app = new Hono<AppEnv>().route("/", widgetRoutes(versions, "https://rewards.example/below"));
app.onError((error) => {
  const problem = toProblem(error);
  return problem
    ? Response.json(problemBody(problem, ""), { status: 404 })
    : new Response(null, { status: 500 });
});
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

describe("every file", () => {
  it.each([
    "/widget.js",
    "/widget.classic.js",
    "/widget/latest.json",
    "/widget/1.0.0-abc/reward-redemption.js",
    "/widget/1.0.0-abc/integrity.json",
  ])("%s may be used by any page", async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("vary")).toBe("Accept-Encoding");
  });

  it.each(["/widget.js", "/widget.classic.js", "/widget/latest.json", "/widget/1.0.0-abc/flow.js"])(
    "%s has a preflight that allows what monitoring adds",
    async (path) => {
      const asked = {
        Origin: "https://any.example",
        "Access-Control-Request-Headers": "traceparent,baggage",
      };
      const { status, headers } = await app.request(path, { method: "OPTIONS", headers: asked });
      expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
      expect(headers.get("access-control-allow-headers")).toMatch(/,traceparent,baggage$/);
    },
  );

  it("is kept for ever where its address carries the version, and for minutes where it does not", async () => {
    expect((await get("/widget/1.0.0-abc/reward-redemption.js")).headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    for (const path of ["/widget.js", "/widget.classic.js", "/widget/latest.json"])
      expect((await get(path)).headers.get("cache-control")).toBe("public, max-age=300");
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
  "/widget/1.0.0-abc/reward-redemption.js.br",
  "/widget/none/reward-redemption.js",
])("%s is no file of the widget", async (path) => expect((await get(path)).status).toBe(404));

it("the latest version is told with the hash of each file and what to paste", async () => {
  const latest = (await (await get("/widget/latest.json")).json()) as Latest;
  const folder = "https://rewards.example/below/widget/1.0.0-abc";
  expect(latest).toEqual({
    version: "1.0.0-abc",
    script: `${folder}/reward-redemption.js`,
    integrity: INTEGRITY,
    snippet:
      "<style>reward-redemption { display: block; min-height: 100vh }</style>\n" +
      `<script type="module" src="${folder}/reward-redemption.js" integrity="sha384-entry" crossorigin="anonymous"></script>\n` +
      '<reward-redemption session="SESSION_TOKEN"></reward-redemption>',
    import_map: { integrity: { [`${folder}/flow.js`]: "sha384-flow" } },
  });
});
