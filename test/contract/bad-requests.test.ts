/**
 * Bad input gets a clear error before any call to the service. `BAD_REQUESTS=<count>` runs more requests,
 * `BAD_REQUESTS_SEED=<number>` repeats the same ones.
 */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isProblemCode, PROBLEMS } from "../../shared/problems.ts";
import { SKU } from "../support/rewards.ts";
import { type Answer, createWorld, ORIGIN, SITE_KEY, type World } from "../support/world.ts";
import {
  type Actors,
  type BadRequest,
  badRequests,
  type Document,
  mutate,
  mutatedBytes,
  nearlyRight,
} from "./bad-requests.ts";

const COUNT = Number(process.env.BAD_REQUESTS ?? 2_000);
const SEED = Number(process.env.BAD_REQUESTS_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Requests drawn at once: all of them together would fill the memory. */
const BATCH = 1_000;
/** The number of requests with one fault only. */
const NEARLY = COUNT / 5;
/** The number of requests sent over a real connection. */
const RAW_COUNT = COUNT / 10;

let world: World;
let actors: Actors;
const rejections: unknown[] = [];
const note = (error: unknown): void => {
  rejections.push(error);
};

beforeAll(async () => {
  world = await createWorld({
    LIMIT_SESSION_PER_MINUTE: "1000000",
    LIMIT_ADDRESS_PER_MINUTE: "10000000",
    TRUSTED_PROXIES: "1",
    OPERATOR_KEY: "operator-key-0123456789abcdef0123456789",
  });
  process.on("unhandledRejection", note);
  const sessions: string[] = [];
  const orders = ["open", "booked", "redeemed", "activate", "notify"];
  for (const order_id of orders) {
    const delivery = order_id === "activate" || order_id === "notify" ? order_id : "redeem";
    const browser = await world.browser({ order_id, delivery, ttl_seconds: 3600 });
    sessions.push(browser.token);
    if (order_id === "booked" || order_id === "redeemed") await browser.post("/v1/order/book", { sku: SKU });
    if (order_id === "redeemed") await browser.post("/v1/order/redeem", { attempt: 1, sku: SKU });
  }
  actors = {
    siteKey: SITE_KEY,
    origin: ORIGIN,
    sessions,
    orders,
    skus: [SKU],
    promotions: ["4001", "4003", "9"],
  };
});
afterAll(async () => {
  process.off("unhandledRejection", note);
  await world.close();
});

let asked = 0;
/** Each request has an address of its own, so that no request is refused because of wrong keys in earlier ones. */
function ask({ method, path, headers, body }: BadRequest): Promise<Answer> {
  asked++;
  const address = [10, asked >> 16, asked >> 8, asked].map((part) => part & 255).join(".");
  return world.request(path, { method, headers: { ...headers, "X-Forwarded-For": address }, body });
}

/** What is wrong with the answer; undefined if nothing is. */
async function judge(request: BadRequest, seen: Set<number>): Promise<string | undefined> {
  const { method } = request;
  const before = world.changes().length;
  const answer = await ask(request);
  const { status, problem } = answer;
  seen.add(status);
  if (world.changes().length > before) return "a changing call reached the service";
  if (status >= 500) return `answered ${status}`;
  if (answer.headers.get("x-request-id") === null) return "no request id";
  if (status < 400) return undefined;
  if (method === "HEAD") return undefined;
  if (!isProblemCode(problem.code)) return `no code of the list: ${answer.text.slice(0, 200)}`;
  if (PROBLEMS[problem.code].status !== status) return `${problem.code} with status ${status}`;
  if (status === 405 && !answer.headers.get("allow")) return "405 without Allow";
  return undefined;
}

describe(`${COUNT} bad requests (BAD_REQUESTS_SEED=${SEED})`, () => {
  it("each gets a documented answer below 500, and no changing call is made", {
    timeout: 1_800_000,
  }, async () => {
    const document = (await world.request("/openapi.json")).problem as unknown as Document;
    const requests = badRequests(document, actors);
    const wrong: string[] = [];
    const seen = new Set<number>();
    for (let done = 0; done < COUNT; done += BATCH) {
      const batch = fc.sample(requests, { numRuns: Math.min(BATCH, COUNT - done), seed: SEED + done });
      for (const [index, request] of batch.entries()) {
        const fault = await judge(request, seen);
        if (fault) wrong.push(`${done + index}: ${fault}: ${JSON.stringify(request).slice(0, 600)}`);
        if (wrong.length > 5) break;
      }
    }
    expect(wrong).toEqual([]);
    // Otherwise the requests were not as bad, or not as nearly right, as intended.
    expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 405, 409, 415, 422]));
    expect(rejections).toEqual([]);
  });

  it("and a request with exactly one fault is refused with that fault's status", {
    timeout: 1_800_000,
  }, async () => {
    // New ones: a bad request that happens to be a good one may have ended the others (`POST /v1/sessions/end`).
    const sessionOf = async (order_id: string, delivery = "redeem"): Promise<string> =>
      (await world.browser({ order_id, delivery, ttl_seconds: 3600 })).token;
    const ready = [
      { path: "/v1/order/book", session: await sessionOf("open"), body: { sku: SKU } },
      { path: "/v1/order/redeem", session: await sessionOf("booked"), body: { attempt: 1, sku: SKU } },
      { path: "/v1/order/notify", session: await sessionOf("notify", "notify"), body: { sku: SKU } },
    ];
    const before = world.changes().length;
    for (const { request, status } of fc.sample(nearlyRight(ready, ORIGIN), {
      numRuns: NEARLY,
      seed: SEED,
    })) {
      const { path, spoiled } = request;
      const answer = await ask(request);
      expect([path, spoiled, answer.status], answer.text).toEqual([path, spoiled, status]);
      expect(world.changes().length, String(spoiled)).toBe(before);
    }
  });

  it("and the orders are unchanged", async () => {
    const states = await Promise.all(
      actors.orders.map(async (id) => {
        const headers = { Authorization: `Bearer ${SITE_KEY}`, "X-Forwarded-For": "192.0.2.1" };
        return (await world.request(`/v1/orders/${id}`, { headers })).data.state;
      }),
    );
    expect(states.slice(2)).toEqual(["redeemed", "open", "open"]);
    expect(world.control.codes()).toHaveLength(1);
  });
});

describe(`${RAW_COUNT} requests whose very bytes are wrong (BAD_REQUESTS_SEED=${SEED})`, () => {
  it("are answered below 500 or cut off, and the server keeps running", { timeout: 600_000 }, async () => {
    const http = createAdaptorServer({ fetch: world.server.app.fetch });
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    const { port } = http.address() as AddressInfo;
    /** The status line, or an empty text. */
    const send = async (bytes: Uint8Array): Promise<string> => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
      });
      socket.on("error", () => {});
      socket.end(bytes);
      await once(socket, "close");
      return text.split("\r\n", 1)[0] ?? "";
    };
    const bodies = ['{"sku":"NO-SUCH-REWARD-1"}', '{"attempt":1,"sku":"NO-SUCH-REWARD-1"}'];
    const right = fc.tuple(
      fc.constantFrom("book", "redeem", "activate", "notify", "codes"),
      fc.constantFrom(...actors.sessions),
      fc.constantFrom(...bodies),
    );
    const before = world.changes().length;
    const statuses = new Set<string>();
    for (const [[action, token, body], changes] of fc.sample(fc.tuple(right, mutatedBytes), {
      numRuns: RAW_COUNT,
      seed: SEED,
    })) {
      const head = `POST /v1/order/${action} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: ${ORIGIN}\r\nAuthorization: Bearer ${token}`;
      const text = `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
      const line = await send(mutate(new TextEncoder().encode(text), changes));
      statuses.add(line.slice(9, 12));
      expect(line, text).not.toMatch(/^HTTP\/1\.1 5/);
    }
    expect([...statuses]).toEqual(expect.arrayContaining(["400", "401"]));
    expect(world.changes().length).toBe(before);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(rejections).toEqual([]);
    http.close();
  });
});
