/**
 * The bare proxy that the server is held against: node:http in front, an undici pool behind, the credentials put on, and
 * nothing else. A process of its own: `UPSTREAM`, `API_KEY` and `API_SECRET` say where it forwards to.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

const { UPSTREAM = "", API_KEY = "", API_SECRET = "" } = process.env;
const { origin, pathname } = new URL(UPSTREAM);
const base = pathname.replace(/\/+$/, "");
const pool = new Pool(origin, { connections: 128 });

const server = createServer(async (request, response) => {
  const isRead = request.method === "GET";
  try {
    const answer = await pool.request({
      method: isRead ? "GET" : "POST",
      path: `${base}${request.url ?? "/"}`,
      headers: {
        "api-key": API_KEY,
        "api-secret": API_SECRET,
        accept: "application/json",
        ...(!isRead && { "content-type": "application/json" }),
      },
      body: isRead ? null : request,
    });
    response.writeHead(answer.statusCode, { "content-type": String(answer.headers["content-type"] ?? "") });
    answer.body.on("error", () => response.destroy()).pipe(response);
  } catch {
    response.writeHead(502).end();
  }
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
