/**
 * The listening server, and what one connection may keep of its time and memory. A client may send slowly, or send requests
 * without ever reading the answers; node:http itself would take all of these requests in hand at once, and keep their answers
 * for as long as the connection stands.
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
import {
  CONNECTIONS_OPEN_MAX,
  HEADERS_WITHIN,
  PIPELINED_MAX,
  PIPELINED_WAITING_MAX,
  REQUEST_WITHIN,
  SLOW_CLIENTS_EVERY,
  TAKEN_WITHIN,
} from "../timing.ts";

export function createHttpServer(fetch: Parameters<typeof getRequestListener>[0]): Server {
  const limits = {
    headersTimeout: HEADERS_WITHIN,
    requestTimeout: REQUEST_WITHIN,
    connectionsCheckingInterval: SLOW_CLIENTS_EVERY,
  };
  const server = createServer(limits, inTurn(getRequestListener(fetch)));
  server.maxConnections = CONNECTIONS_OPEN_MAX;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const isStuck = unreadFor(TAKEN_WITHIN);
  const watch = setInterval(() => {
    // Not `end`: what stands in the way of an orderly end is what is not being read.
    for (const socket of sockets) if (isStuck(socket, performance.now())) socket.destroy();
  }, SLOW_CLIENTS_EVERY);
  server.once("close", () => clearInterval(watch));
  watch.unref();
  return server;
}

/** A connection's requests: how many are being answered, and those that wait until an answer has left. */
interface Line {
  inHand: number;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Takes at most PIPELINED_MAX requests of a connection in hand; the others wait until an answer is with the operating system,
 * and where too many wait the connection is cut.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const take = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.inHand++;
    response.once("close", () => {
      line.inHand--;
      const next = line.waiting.shift();
      // Nobody would read what a closed connection asked for.
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

/**
 * Whether something has been waiting to be read at the other end of a connection for so long without a break.
 * @returns to be asked again and again: it sees what stands between two questions
 */
export function unreadFor(
  limitMs: number,
): (socket: Pick<Socket, "writableLength">, nowMs: number) => boolean {
  const since = new WeakMap<object, number>();
  return (socket, now) => {
    if (socket.writableLength === 0) {
      since.delete(socket);
      return false;
    }
    const from = since.get(socket) ?? now;
    since.set(socket, from);
    return now - from >= limitMs;
  };
}
