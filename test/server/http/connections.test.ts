/** The limits of one connection. */
import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createHttpServer } from "../../../server/http/connections.ts";
import { CHANGE_TIMEOUT, PIPELINED_MAX, PIPELINED_WAITING_MAX } from "../../../server/timing.ts";

let server: Server;
let close: () => Promise<void>;
/** Requests that were begun and not answered yet, by path. */
let inHand: Map<string, (answer: Response) => void>;
let most: number;
let sockets: Socket[];

let counted: string[];
let told: unknown[];

async function start(perAddress = 1_000): Promise<void> {
  counted = [];
  told = [];
  inHand = new Map();
  most = 0;
  sockets = [];
  const created = createHttpServer(
    ({ url }) => {
      const { pathname } = new URL(url);
      return new Promise<Response>((answer) => {
        inHand.set(pathname, answer);
        most = Math.max(most, inHand.size);
      });
    },
    {
      perAddress,
      count: (limit) => counted.push(limit),
      clock: { monotonic: () => 1 },
      log: { warn: (_, fields) => told.push(fields?.address) },
    },
  );
  ({ http: server, close } = created);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}
const asking = (from: number, count: number): string =>
  Array.from({ length: count }, (_, n) => `GET /${from + n} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join("");
const answer = (path: string): void => {
  inHand.get(path)?.(new Response(`answer to ${path};`));
  inHand.delete(path);
};
const until = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 4_000, interval: 2 });

describe("requests that are sent ahead", () => {
  it("wait until an answer has left, and are all answered, in order", async () => {
    await start();
    const socket = await open();
    let read = "";
    socket.on("data", (chunk) => {
      read += chunk;
    });
    const count = PIPELINED_MAX + PIPELINED_WAITING_MAX;
    socket.write(asking(0, count));
    await until(() => inHand.size === PIPELINED_MAX);
    for (let n = 0; n < count; n++) {
      await until(() => inHand.has(`/${n}`));
      answer(`/${n}`);
    }
    await until(() => read.includes(`answer to /${count - 1};`));
    expect(most).toBe(PIPELINED_MAX);
    expect([...read.matchAll(/answer to \/(\d+);/g)].map(([, n]) => Number(n))).toEqual(
      Array.from({ length: count }, (_, n) => n),
    );
  });

  it("too far cut their connection, and no other one", async () => {
    await start();
    const [greedy, other] = [await open(), await open()];
    greedy.write(asking(0, PIPELINED_MAX + PIPELINED_WAITING_MAX + 1));
    greedy.resume();
    await once(greedy, "close");
    expect(most).toBeLessThanOrEqual(PIPELINED_MAX);
    let read = "";
    other.on("data", (chunk) => {
      read += chunk;
    });
    other.write(asking(500, 1));
    await until(() => inHand.has("/500"));
    answer("/500");
    await until(() => read.includes("answer to /500;"));
  });

  it("that wait on a connection which is gone are not begun", async () => {
    await start();
    const arrived = once(server, "connection");
    const socket = await open();
    const [served] = await arrived;
    socket.write(asking(0, PIPELINED_MAX + 5));
    await until(() => inHand.size === PIPELINED_MAX);
    const gone = new Promise((done) => served.once("close", done));
    socket.resetAndDestroy();
    await gone;
    for (const path of [...inHand.keys()]) answer(path);
    expect([...inHand.keys()]).toEqual([]);
  });
});

it("an address that holds its share gets no more; each refusal is counted, and told once in a while", async () => {
  await start(2);
  const [first] = [await open(), await open()];
  for (let n = 0; n < 3; n++) await once((await open()).resume(), "close");
  expect([counted, told]).toEqual([["address", "address", "address"], ["127.0.0.1"]]);
  const gone = new Promise((done) => server.once("request", (_, { socket }) => socket?.once("close", done)));
  first.write(asking(0, 1));
  await until(() => inHand.size === 1);
  first.destroy();
  await gone;
  const another = await open();
  another.write(asking(7, 1));
  await until(() => inHand.has("/7"));
});

it("where all connections are taken, that is counted and told", async () => {
  await start();
  server.maxConnections = 1;
  await open();
  for (let n = 0; n < 2; n++) await once((await open()).resume(), "close");
  expect([counted, told]).toEqual([["all", "all"], ["127.0.0.1"]]);
});

it("a connection is idle for longer than proxies keep theirs, and silent for longer than a refund may take", async () => {
  await start();
  const { keepAliveTimeout, timeout, headersTimeout, requestTimeout } = server;
  expect(keepAliveTimeout).toBe(75_000);
  expect(timeout).toBeGreaterThan(CHANGE_TIMEOUT);
  expect([headersTimeout, requestTimeout]).toEqual([10_000, 15_000]);
});

it("a close waits for the requests under way, and for no connection that has none", async () => {
  await start();
  const [busy, used, unused] = [await open(), await open(), await open()];
  used.write(asking(1, 1));
  await until(() => inHand.has("/1"));
  answer("/1");
  await once(used, "data");
  busy.write(asking(0, 1));
  await until(() => inHand.has("/0"));
  const gone = [used, unused].map((socket) => once(socket.resume(), "close"));
  const closed = close();
  await Promise.all(gone);
  expect(busy.destroyed).toBe(false);
  answer("/0");
  const [data] = await once(busy, "data");
  expect(String(data)).toContain("answer to /0;");
  await closed;
});
