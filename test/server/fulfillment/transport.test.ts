/** Against real sockets: limits, cancelling and what counts as sent can only be seen there. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { buildConnector } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { TransportError, type TransportRequest } from "../../../server/fulfillment/transport.ts";
import { type ClosableTransport, undiciTransport } from "../../../server/fulfillment/undici.ts";
import { CHANGE_CONNECTION_IDLE } from "../../../server/timing.ts";
import { selfSigned } from "../../support/self-signed.ts";
import { settle } from "../virtual-clock.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function listen<T extends Server | TcpServer>(server: T): Promise<{ server: T; url: string }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push({
    close: () => {
      if ("closeAllConnections" in server) server.closeAllConnections();
      server.close();
    },
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const serve = (handler: (request: IncomingMessage, response: ServerResponse) => void) =>
  listen(createServer(handler));

function transport(...args: Parameters<typeof undiciTransport>): ClosableTransport {
  const made = undiciTransport(...args);
  open.unshift(made);
  return made;
}

const get = (url: string, own: Partial<TransportRequest> = {}): TransportRequest => ({
  method: "GET",
  url,
  headers: {},
  timeoutMs: 5_000,
  maxBytes: 1_000,
  ...own,
});

const post = (url: string, own: Partial<TransportRequest> = {}): TransportRequest =>
  get(url, { method: "POST", body: "{}", ...own });

const failure = async (call: Promise<unknown>): Promise<TransportError> => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof TransportError)) throw new Error("expected a TransportError");
  return error;
};

describe("an exchange", () => {
  it("carries method, path, query, headers and body, byte for byte", async () => {
    const seen: unknown[] = [];
    let [encoding, sender]: unknown[] = [];
    const { url } = await serve(async (request, response) => {
      encoding = request.headers["accept-encoding"];
      sender = [request.headers["user-agent"], request.headers.accept];
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk);
      seen.push(request.method, request.url, request.headers["x-own"], Buffer.concat(body).toString());
      response.writeHead(201, { "Content-Type": "application/json", Date: "Fri, 20 Nov 2026 12:00:00 GMT" });
      response.end('{"é":1}');
    });
    const answer = await transport()(
      get(`${url}/a%2Fb?x=%20y`, { method: "POST", headers: { "x-own": "1" }, body: "{ü}" }),
    );
    expect(seen).toEqual(["POST", "/a%2Fb?x=%20y", "1", "{ü}"]);
    // A compressed answer would not be read.
    expect(encoding).toBe("identity");
    expect(sender).toEqual(["reward-redemption-server", "*/*"]);
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json",
      date: "Fri, 20 Nov 2026 12:00:00 GMT",
    });
    expect(Buffer.from(answer.body).toString()).toBe('{"é":1}');
  });

  /** A server that answers each request by these pieces, one after the other. */
  const answering = async (...pieces: string[]) => {
    const { url } = await listen(
      createTcpServer((socket) =>
        socket
          .on("error", () => {})
          .on("data", async () => {
            for (const piece of pieces)
              await new Promise((written) => socket.write(piece, () => setImmediate(written)));
          }),
      ),
    );
    return url;
  };
  const OK = "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\nHTTP/1.1 100 abc";
  const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

  it.each<[string, string[]]>([
    ["a 100", [CONTINUE, OK]],
    ["a 100 in the same packet", [`${CONTINUE}${OK}`]],
    ["a 100 in pieces", [...`${CONTINUE}${OK}`]],
    ["a 100 without a reason, with headers", ["HTTP/1.1 100\r\nServer: x\r\n\r\n", OK]],
    [
      "two of them, a 102 and a 103",
      [CONTINUE, CONTINUE, "HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\nLink: x\r\n\r\n", OK],
    ],
    ["a 103, and a 100 after it", ["HTTP/1.1 103 E\r\n\r\n", CONTINUE, "HTTP/1.1 199 ?\r\n\r\n", OK]],
  ])("passes over %s", async (_, pieces) => {
    const url = await answering(...pieces);
    const send = transport();
    for (const request of [post(url), post(url), get(url)]) {
      const { status, body } = await send(request);
      expect([status, Buffer.from(body).toString()]).toEqual([200, "HTTP/1.1 100 abc"]);
    }
  });

  it("knows the status of an answer whose body is cut or never ends, and none of an interim one", async () => {
    const cut = await answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab");
    const failed = await failure(transport()(post(cut, { timeoutMs: 200 })));
    expect([failed.reason, failed.status]).toEqual(["timeout", 200]);
    const early = await answering("HTTP/1.1 103 Early Hints\r\n\r\n");
    expect((await failure(transport()(post(early, { timeoutMs: 200 })))).status).toBeUndefined();
  });

  it("sends a POST without a body as empty", async () => {
    let length: string | undefined;
    const { url } = await serve((request, response) => {
      length = request.headers["content-length"];
      response.end();
    });
    await transport()(get(url, { method: "POST" }));
    expect(length).toBe("0");
  });

  it.each([301, 302, 303, 307, 308])("does not follow a %d", async (status) => {
    const paths: (string | undefined)[] = [];
    const { url } = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(status, { Location: "/elsewhere" }).end();
    });
    expect((await transport()(get(`${url}/here`))).status).toBe(status);
    expect(paths).toEqual(["/here"]);
  });

  /** A server that notes the ports that calls come from; `ended` has the end of each connection. */
  async function connections() {
    const ports: (number | undefined)[] = [];
    const { url, server } = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      response.end("ok");
    });
    const ended: Promise<unknown>[] = [];
    server.on("connection", (socket) => ended.push(once(socket, "close")));
    return { url, server, ports, ended };
  }

  it("puts a changing call on the connection of the one right before it, and on none of a read", async () => {
    const { url, ports } = await connections();
    const send = transport({ changeIdle: 60_000 });
    for (const request of [get(url), get(url), post(url), post(url), get(url), post(url)]) {
      await send(request);
      await settle();
    }
    const [read, , change] = ports;
    expect(read).not.toBe(change);
    expect(ports).toEqual([read, read, change, change, read, change]);
  });

  it("puts no changing call on a connection that was idle for a while", async () => {
    const { url, ports, ended } = await connections();
    const send = transport();
    const from = performance.now();
    await send(post(url));
    await ended[0];
    expect(performance.now() - from).toBeLessThan(CHANGE_CONNECTION_IDLE + 1_000);
    await send(post(url));
    expect(new Set(ports).size).toBe(2);
  });

  it("notices before a changing call that the service has closed the connection", async () => {
    const { url, server, ports, ended } = await connections();
    const send = transport({ changeIdle: 60_000 });
    await send(post(url));
    server.closeIdleConnections();
    await ended[0];
    expect((await send(post(url))).status).toBe(200);
    expect(new Set(ports).size).toBe(2);
  });

  it("sends a POST once even when the connection breaks", async () => {
    let count = 0;
    const { url } = await serve((request) => {
      count++;
      request.socket.destroy();
    });
    expect(await failure(transport()(get(url, { method: "POST", body: "{}" })))).toMatchObject({
      reason: "broken",
      sent: true,
    });
    expect(count).toBe(1);
  });
});

describe("through a proxy", () => {
  /** A proxy that notes what it is asked for, and opens tunnels unless it is told what else to do. */
  async function proxied(instead?: (socket: Duplex) => void) {
    const asked: string[] = [];
    const { server, url } = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(400).end();
    });
    server.on("connect", (request: IncomingMessage, socket: Duplex) => {
      asked.push(`CONNECT ${request.url}`);
      socket.on("error", () => {});
      if (instead) return instead(socket);
      const { hostname, port } = new URL(`http://${request.url}`);
      const onward = connect(Number(port), hostname, () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        onward.pipe(socket).pipe(onward);
      });
    });
    return { asked, proxy: url, server };
  }
  const order = (url: string, own: Partial<TransportRequest> = {}) =>
    get(url, { method: "POST", body: "{}", ...own });

  it("a call goes by a tunnel, whose proxy learns the host alone", async () => {
    const { url } = await serve((_, response) => response.end("ok"));
    const { proxy, asked } = await proxied();
    const send = transport({ proxy });
    expect((await send(order(`${url}/secret`))).status).toBe(200);
    expect((await send(get(`${url}/secret`))).status).toBe(200);
    expect(asked).toEqual([`CONNECT ${new URL(url).host}`, `CONNECT ${new URL(url).host}`]);
  });

  it("a call whose tunnel breaks may have been sent", async () => {
    const { url } = await serve((request) => request.socket.destroy());
    const { proxy } = await proxied();
    expect(await failure(transport({ proxy })(order(url)))).toMatchObject({ reason: "broken", sent: true });
  });

  it.each<[string, string, (socket: Duplex) => void]>([
    [
      "wants a password",
      "not_connected",
      (socket) => socket.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"),
    ],
    ["does not reach the service", "not_connected", (socket) => socket.end("HTTP/1.1 502 No\r\n\r\n")],
    ["ends the connection", "not_connected", (socket) => void socket.destroy()],
    ["never answers", "timeout", () => {}],
  ])("a call was never sent where the proxy %s", async (_, reason, instead) => {
    let requests = 0;
    const { url } = await serve(() => requests++);
    const { proxy } = await proxied(instead);
    expect(await failure(transport({ proxy })(order(url, { timeoutMs: 200 })))).toMatchObject({
      reason,
      sent: false,
    });
    expect(requests).toBe(0);
  });

  it("a call was never sent where nobody listens at the proxy's address", async () => {
    const { url } = await serve(() => {});
    const { proxy, server } = await proxied();
    server.close();
    await once(server, "close");
    expect(await failure(transport({ proxy })(order(url)))).toMatchObject({
      reason: "not_connected",
      sent: false,
    });
  });
});

describe("limits", () => {
  it.each([
    [
      "announced",
      (response: ServerResponse) => response.writeHead(200, { "Content-Length": "10000000" }).write("x"),
    ],
    ["found out", (response: ServerResponse) => response.writeHead(200).write(Buffer.alloc(10_000_000))],
  ])("a body that is too large, %s, ends the call and the connection", async (_, answer) => {
    const closed = Promise.withResolvers<void>();
    const { url } = await serve((request, response) => {
      request.socket.on("error", () => {}).on("close", closed.resolve);
      answer(response);
    });
    expect(await failure(transport()(get(url)))).toMatchObject({ reason: "too_large", sent: true });
    await closed.promise;
  });

  it("a body of exactly the limit passes", async () => {
    const { url } = await serve((_, response) => response.end(Buffer.alloc(1_000)));
    expect((await transport()(get(url))).body.length).toBe(1_000);
  });

  it.each([
    ["before an answer", () => {}],
    [
      "within the headers of one",
      (response: ServerResponse) => response.socket?.write("HTTP/1.1 200 OK\r\nA: b\r\n"),
    ],
    ["within its body", (response: ServerResponse) => response.writeHead(200).write("{")],
  ])("the time of the whole call, %s, ends it and really cancels it", async (_, answer) => {
    const closed = Promise.withResolvers<void>();
    const { url } = await serve((request, response) => {
      request.socket.on("error", () => {}).on("close", closed.resolve);
      answer(response);
    });
    expect(await failure(transport()(get(url, { timeoutMs: 50 })))).toMatchObject({
      reason: "timeout",
      sent: true,
    });
    await closed.promise;
  });
});

describe("what was provably never sent", () => {
  it("nobody listens", async () => {
    const { server, url } = await serve(() => {});
    server.close();
    await once(server, "close");
    expect(await failure(transport()(get(url, { method: "POST" })))).toMatchObject({
      reason: "not_connected",
      sent: false,
    });
  });

  it("the name does not resolve", async () => {
    expect(await failure(transport()(get("http://no-such-host.invalid/")))).toMatchObject({
      reason: "not_connected",
      sent: false,
    });
  });

  it("the connection is not made in time, and nothing is sent when it is made later", async () => {
    let requests = 0;
    const { server, url } = await serve(() => requests++);
    const closed = Promise.withResolvers<void>();
    server.on("connection", (socket) => socket.on("error", () => {}).on("close", closed.resolve));
    const connect = buildConnector({});
    let connectNow = (): void => {};
    const send = transport({
      connector: (options, done) => {
        connectNow = () => connect(options, done);
      },
    });
    expect(await failure(send(get(url, { method: "POST", timeoutMs: 20 })))).toMatchObject({
      reason: "timeout",
      sent: false,
    });
    connectNow();
    await closed.promise;
    expect(requests).toBe(0);
  });

  it("the connection is made when it is too late for the request to leave", async () => {
    let arrived = 0;
    const { url } = await serve((_, response) => {
      arrived++;
      response.end("{}");
    });
    const connect = buildConnector({});
    const slow: buildConnector.connector = (options, callback) => {
      setTimeout(() => connect(options, callback), 50);
    };
    const send = transport({ connector: slow });
    const late = await failure(send({ ...get(url), method: "POST", leaveWithinMs: 1 }));
    expect([late.sent, arrived]).toEqual([false, 0]);
    await send({ ...get(url), method: "POST", leaveWithinMs: 4_000 });
    expect(arrived).toBe(1);
  });

  it("the other side does not speak TLS", async () => {
    const { url } = await listen(createTcpServer((socket) => socket.end("no TLS here")));
    expect(await failure(transport()(get(url.replace("http:", "https:"), { method: "POST" })))).toMatchObject(
      {
        sent: false,
      },
    );
  });

  it("nobody vouches for the other side's certificate", async () => {
    let arrived = 0;
    const server = createTlsServer(selfSigned(), () => arrived++);
    const { url } = await listen(server);
    const failed = await failure(transport()(get(url.replace("http:", "https:"), { method: "POST" })));
    expect([failed.sent, arrived, failed.cause]).toMatchObject([
      false,
      0,
      { code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    ]);
  });

  it("an address that is none", async () => {
    expect(await failure(transport()(get("no address")))).toMatchObject({ sent: false });
  });
});

describe("what may have been sent", () => {
  it.each([
    ["a reset before the answer", "", "broken"],
    ["an answer that is no HTTP", "HELLO\r\n\r\n", "broken"],
    ["an answer that ends early", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}", "broken"],
  ])("%s", async (_, bytes, reason) => {
    const { url } = await listen(
      createTcpServer((socket) => socket.once("data", () => socket.end(bytes)).on("error", () => {})),
    );
    expect(await failure(transport()(get(url, { method: "POST" })))).toMatchObject({ reason, sent: true });
  });
});

it("says nothing of addresses, headers or bodies in its errors", async () => {
  const { url } = await serve((request) => request.socket.destroy());
  const error = await failure(
    transport()(
      get(`${url}/secret-path`, { method: "POST", headers: { authorization: "secret" }, body: "secret" }),
    ),
  );
  expect(error.message).toBe("no answer: broken");
});
