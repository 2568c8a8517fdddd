/** Headers that answers have without their routes, on node:http and in process alike. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { answerWith } from "../../../server/http/answer-headers.ts";
import { createHttpServer } from "../../../server/http/connections.ts";
import { problemResponse } from "../../../server/http/problem-response.ts";
import { ProblemError } from "../../../server/problem.ts";

const app = new Hono();
app.use((c, next) =>
  answerWith(
    [
      ["Cache-Control", "no-store"],
      ["Vary", "Origin"],
    ],
    c,
    next,
  ),
);
app.get("/plain", (c) => c.json({ data: 1 }));
app.get(
  "/own",
  () => new Response("own", { headers: { "cache-control": "private", Vary: "Accept, Origin" } }),
);
app.get("/collected", (c) => {
  c.header("Cache-Control", "private");
  return c.text("collected");
});
app.get("/problem", () => {
  throw new ProblemError("not_found");
});
app.onError(() => problemResponse(new ProblemError("not_found"), "1"));

async function overHttp(path: string, method: string): Promise<Response> {
  const server = createHttpServer(app.fetch as Parameters<typeof createHttpServer>[0]);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });
  } finally {
    server.close();
  }
}

describe.each([
  ["on node:http", overHttp],
  ["in process", async (path: string, method: string) => app.request(path, { method })],
])("%s", (_, ask) => {
  it.each([
    ["/plain", 200, "no-store", "Origin"],
    ["/own", 200, "private", "Accept, Origin"],
    ["/collected", 200, "private", "Origin"],
    ["/problem", 404, "no-store", "Origin"],
  ])("%s has what its route says, and the rest without it", async (path, status, cache, vary) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await ask(path, method);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("cache-control")).toBe(cache);
      expect(answer.headers.get("vary")).toBe(vary);
    }
  });
});
