/**
 * A page with many widgets, each with a redeemed code, and its server: the built files of the widget, and the two
 * routes that a browser calls for such an order. Source: docs/server/browser-routes.md.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import type { Payload } from "./barcode-payloads.ts";

const DIST = join(import.meta.dirname, "../../dist");
/** As strict as a customer's policy may be. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'";
const NAME = "Coffee House";

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Codes</title>
<script type="module" src="/widget.js"></script></head><body></body></html>`;

export interface BarcodePage {
  readonly url: string;
  /** The session with which a widget gets this payload. */
  sessionFor(payload: Payload): string;
  close(): Promise<void>;
}

const orderOf = (session: string) => ({
  order_id: session,
  delivery: "redeem",
  environment: "production",
  promotion: { id: "4001" },
  state: "redeemed",
  sku: "COFFEE",
  reward_name: NAME,
});

const codesOf = ({ type, value }: Payload) => ({
  reward_format: { usages: ["primary"], barcode_type: type },
  // Differs from the payload, so that the payload can be read from the drawing only.
  items: [{ name: "Code", value: "as printed", format: "string", usage: "primary" }],
  barcode: { type, value },
});

export async function serveBarcodePage(): Promise<BarcodePage> {
  const payloads = new Map<string, Payload>();
  const json = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const session = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const payload = payloads.get(session);
    if (path === "/") {
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": POLICY });
      return response.end(PAGE);
    }
    if (path === "/v1/opening") {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const session_token = new URLSearchParams(Buffer.concat(parts).toString()).get("session_token");
        json(response, 200, { data: { order: orderOf(session_token ?? ""), locale: "en" } });
      });
      return;
    }
    if (path === "/v1/order" && payload) return json(response, 200, { data: orderOf(session) });
    if (path === "/v1/order/codes" && payload)
      return json(response, 200, { data: { ...orderOf(session), codes: codesOf(payload) } });
    const file = normalize(join(DIST, path));
    if (!file.startsWith(DIST) || !file.endsWith(".js") || !existsSync(file))
      return json(response, 404, { code: "not_found" });
    response.writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=3600" });
    return response.end(readFileSync(file));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sessionFor(payload) {
      const session = `session-${payloads.size}`;
      payloads.set(session, payload);
      return session;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
