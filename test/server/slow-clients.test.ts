/** Clients that never come to the end of their request, or never read an answer, do not keep a connection for long. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ForeignService, foreignEnv, startForeignService } from "../support/foreign-service.ts";
import { type RunningServer, startServer } from "../support/process.ts";

const KEY = "k".repeat(32);
const SITES = JSON.stringify([{ id: "shop", key: KEY, origins: ["https://shop.example"] }]);
/** Above what the server gives them, far below the 60 s and 300 s of node:http. Milliseconds. */
const WITHIN = 40_000;

let service: ForeignService;
let server: RunningServer;
beforeAll(async () => {
  service = await startForeignService();
  const env = { ...foreignEnv(service), SITES, PORT: "0", DATABASE_URL: "memory:" };
  server = await startServer(env);
});
afterAll(async () => {
  await server.kill("SIGTERM");
  await service.close();
});

const HEAD = "POST /v1/sessions HTTP/1.1\r\nHost: server.example\r\n";
const BODY = `Authorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`;

it.concurrent.each([
  ["nothing at all", ""],
  ["the beginning of the headers", `${HEAD}X-Slow: a`],
  ["the headers and the beginning of the body", `${HEAD}${BODY}`],
])("who sends %s is cut off", { timeout: WITHIN }, async (_, sent) => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket
    .on("error", () => {})
    .on("data", (chunk) => {
      answer += chunk;
    });
  await once(socket, "connect");
  socket.write(sent);
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  // Other clients are not disconnected.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

it.concurrent("who asks and does not read is cut off", { timeout: WITHIN }, async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {}).pause();
  await once(socket, "connect");
  // A few at a time: more at once would be cut off for that.
  const request = "GET /openapi.json HTTP/1.1\r\nHost: server.example\r\n\r\n";
  const ask = setInterval(() => socket.write(request.repeat(4)), 20);
  await new Promise((done) => socket.once("close", done));
  clearInterval(ask);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
