/** Traces: a browser's request and the calls to the service that it causes are one, and tell nothing that metrics would not. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { serveFulfillment } from "../../../demo/fulfillment/serve.ts";
import { startServer } from "../../support/process.ts";

const SITE_KEY = "the-key-of-a-traced-site-0123456789abcdef";
const EMAIL = "traced.person@example.com";
const ORDER = "order-that-is-traced";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const SKU = "PIXELBARN-10";

/** Source: OpenTelemetry, opentelemetry/proto/trace/v1/trace.proto, as JSON. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

let collector: Server;
let text = "";
const spans: Span[] = [];
/** The traces that the service was sent, by the path of the call. */
const passedOn: string[] = [];
let code = "";
beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      text += JSON.stringify(body);
      const { resourceSpans } = body as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      for (const { scopeSpans } of resourceSpans) for (const each of scopeSpans) spans.push(...each.spans);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((done) => collector.listen(0, "127.0.0.1", done));
  const service = await serveFulfillment({ apiKey: "traced-api-key", apiSecret: "traced-api-secret" });
  const front = createServer((request, response) => {
    passedOn.push(String(request.headers.traceparent));
    const target = new URL(request.url ?? "/", service.url);
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const { host: _, "content-length": __, connection: ___, ...headers } = request.headers;
      const answer = await fetch(target, {
        method: request.method ?? "GET",
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(body);
    });
  });
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done));
  const there = (url: string): string => {
    const moved = new URL(url);
    moved.port = String((front.address() as AddressInfo).port);
    return moved.href;
  };
  const server = await startServer({
    FULFILLMENT_BASE_URL: there(service.baseUrl),
    FULFILLMENT_AUTH_URL: service.authUrl,
    FULFILLMENT_API_KEY: "traced-api-key",
    FULFILLMENT_API_SECRET: "traced-api-secret",
    SITES: JSON.stringify([{ id: "shop", key: SITE_KEY, origins: ["https://shop.example"] }]),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    ...{ DATABASE_URL: "memory:", PORT: "0" },
  });
  const post = async (path: string, key: string, body: object, more = {}) => {
    const response = await fetch(`${server.url}/v1/${path}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        Origin: "https://shop.example",
        "Content-Type": "application/json",
        ...more,
      },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };
  const user = { email: EMAIL, id: "member-of-a-trace" };
  const session = { order_id: ORDER, promotion_id: String(PROMOTIONS.main), user };
  const token = String((await post("sessions", SITE_KEY, session)).session_token);
  await post("order/book", token, { sku: SKU });
  const traced = { traceparent: `00-${TRACE}-${PARENT}-01` };
  const { codes } = await post("order/redeem", token, { attempt: 1, sku: SKU }, traced);
  code = String((codes as { items: { value: string }[] }).items[0]?.value);
  // What is left is sent with the end.
  await server.kill("SIGTERM");
  front.close();
  await service.close();
}, 60_000);
afterAll(() => void collector.close());

const ofTrace = (): Span[] => spans.filter(({ traceId }) => traceId === TRACE);

it("a request goes on with the trace that its browser began", () => {
  const request = ofTrace().find(({ parentSpanId }) => parentSpanId === PARENT);
  expect(request?.name).toBe("POST /v1/order/redeem");
  const attributes = Object.fromEntries(request?.attributes.map(({ key, value }) => [key, value]) ?? []);
  expect(attributes).toMatchObject({
    "http.route": { stringValue: "/v1/order/redeem" },
    "http.response.status_code": { intValue: 200 },
    "reward_redemption.site": { stringValue: "shop" },
  });
});

it("the calls that it causes are part of it, and the service is told", () => {
  const redeem = ofTrace().find(({ name }) => name === "redeem");
  const request = ofTrace().find(({ parentSpanId }) => parentSpanId === PARENT);
  expect(redeem?.parentSpanId).toBe(request?.spanId);
  expect(passedOn).toContain(`00-${TRACE}-${redeem?.spanId}-01`);
});

it("a request without a trace begins one of its own", () => {
  const book = spans.find(({ name }) => name === "POST /v1/order/book");
  expect(book?.parentSpanId ?? "").toBe("");
  expect(spans.find(({ name, traceId }) => name === "book" && traceId === book?.traceId)).toBeDefined();
});

it("tells no code, no address, no order and no key", () => {
  expect(code.length).toBeGreaterThan(6);
  for (const secret of [code, EMAIL, ORDER, "member-of-a-trace", SITE_KEY, "traced-api"])
    expect(text).not.toContain(secret);
});
