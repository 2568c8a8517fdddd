/**
 * The listening server, with limits of time and memory for each connection. A client may send slowly, or send requests without
 * reading the answers; node:http itself would start all of these requests at once, and keep their answers until the connection
 * ends.
 */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Log } from "../observing/log.ts";
import type { ConnectionLimit } from "../observing/measures.ts";
import {
  CONNECTIONS_OPEN_MAX,
  HEADERS_WITHIN,
  IDLE_KEPT,
  PIPELINED_MAX,
  PIPELINED_WAITING_MAX,
  REFUSED_CONNECTIONS_TOLD_EVERY,
  REQUEST_WITHIN,
  SILENT_MAX,
  SLOW_CLIENTS_EVERY,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { canonicalAddress, networkOf } from "./client-address.ts";

export interface HttpServer {
  readonly http: Server;
  /** Stops listening, and resolves when the requests under way are answered. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** Open connections of one address. */
  readonly perAddress: number;
  /** Counts a refused connection. */
  readonly count: (limit: ConnectionLimit) => void;
  readonly clock: Pick<Clock, "monotonic">;
  readonly log: Pick<Log, "warn">;
}

export function createHttpServer(
  fetch: Parameters<typeof getRequestListener>[0],
  options: ConnectionOptions,
): HttpServer {
  const limits = {
    headersTimeout: HEADERS_WITHIN,
    requestTimeout: REQUEST_WITHIN,
    connectionsCheckingInterval: SLOW_CLIENTS_EVERY,
    keepAliveTimeout: IDLE_KEPT,
  };
  const http = createServer(limits, inTurn(getRequestListener(fetch)));
  http.timeout = SILENT_MAX;
  http.maxConnections = CONNECTIONS_OPEN_MAX;
  /** Connections without a request so far, as browsers open them in advance: node:http does not count them as idle. */
  const unused = new Set<Socket>();
  const refuse = refusals(options);
  const held = new Map<string, number>();
  http.on("drop", (dropped) => refuse("all", dropped?.remoteAddress));
  http.on("connection", (socket: Socket) => {
    const network = networkOf(canonicalAddress(socket.remoteAddress ?? "") ?? "unknown");
    const count = held.get(network) ?? 0;
    if (count >= options.perAddress) {
      socket.destroy();
      return refuse("address", network);
    }
    held.set(network, count + 1);
    unused.add(socket);
    socket.once("close", () => {
      unused.delete(socket);
      const left = (held.get(network) ?? 1) - 1;
      if (left > 0) held.set(network, left);
      else held.delete(network);
    });
  });
  http.on("request", ({ socket }) => unused.delete(socket));
  return {
    http,
    async close() {
      // A connection that is in use ends soon after its answer.
      http.keepAliveTimeout = 1;
      const closed = new Promise<void>((done) => http.close(() => done()));
      for (const socket of unused) socket.destroy();
      await closed;
    },
  };
}

const FULL: Readonly<Record<ConnectionLimit, string>> = {
  address: "an address has its share of the connections: more of it are closed",
  all: "all connections are taken: more are closed",
};

/** Counts each refused connection, and tells of one in a while. */
function refusals({
  count,
  clock,
  log,
}: ConnectionOptions): (limit: ConnectionLimit, address?: string) => void {
  const quietUntil: Record<ConnectionLimit, number> = { address: 0, all: 0 };
  return (limit, address) => {
    count(limit);
    if (clock.monotonic() < quietUntil[limit]) return;
    quietUntil[limit] = clock.monotonic() + REFUSED_CONNECTIONS_TOLD_EVERY;
    log.warn(FULL[limit], { address });
  };
}

/** A connection's requests: how many are being answered, and those that wait. */
interface Line {
  inHand: number;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Answers at most PIPELINED_MAX requests of a connection at the same time; the others wait until the operating system has an
 * answer. If too many wait, the connection is closed.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const take = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.inHand++;
    response.once("close", () => {
      line.inHand--;
      const next = line.waiting.shift();
      // A closed connection needs no answer.
      if (next && !next[0].socket.destroyed) take(line, ...next);
    });
    listener(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { inHand: 0, waiting: [] };
    lines.set(socket, line);
    if (line.inHand < PIPELINED_MAX) take(line, request, response);
    else if (line.waiting.length < PIPELINED_WAITING_MAX) line.waiting.push([request, response]);
    else socket.destroy();
  };
}
