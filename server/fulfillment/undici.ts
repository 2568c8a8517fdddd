/** The transport of the running server: HTTP/1.1 through undici. */
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from "undici";
import { CHANGE_CONNECTION_IDLE, CONNECT_TIMEOUT, CONNECTIONS_MAX } from "../timing.ts";
import { withoutInterim } from "./interim-answers.ts";
import {
  type Transport,
  TransportError,
  type TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

export interface UndiciTransportOptions {
  /** Opens connections; default: to the resolved address. */
  readonly connector?: buildConnector.connector;
  /** The address of a proxy for every connection; default: none. */
  readonly proxy?: string;
  /** How long a connection may be idle before a changing call, ms; default: CHANGE_CONNECTION_IDLE. */
  readonly changeIdle?: number;
}

/** A transport with a `close` that ends its idle connections. */
export type ClosableTransport = Transport & { close(): Promise<void> };

/** Firewalls refuse a request without these headers as that of a robot. Source: OWASP CRS, 920300 and 920320. */
const SENDER_HEADERS = { "user-agent": "reward-redemption-server", accept: "*/*" } as const;

/** Every connection passes over interim answers. */
const pooled = (origin: string | URL, own: Pool.Options): Pool =>
  new Pool(origin, {
    ...own,
    ...(typeof own.connect === "function" && { connect: withoutInterim(own.connect) }),
  });

/**
 * Connections through a proxy's tunnel. A request starts on a connection when the tunnel stands: nothing that happens before, a
 * refused CONNECT or a proxy that is down, can have sent it.
 */
const throughProxy = (uri: string, options: Agent.Options): Dispatcher =>
  new ProxyAgent({
    ...options,
    uri,
    // Also to a service on this machine, over http.
    proxyTunnel: true,
    proxyTls: { timeout: CONNECT_TIMEOUT },
    // A proxy that never answers must not keep the places of later calls.
    clientFactory: (origin, own) => new Pool(origin, { ...own, headersTimeout: CONNECT_TIMEOUT }),
  });

/** HTTP/1.1 through undici: no retries, no redirects, no decompression, no cookies. */
export function undiciTransport({
  connector,
  proxy,
  changeIdle = CHANGE_CONNECTION_IDLE,
}: UndiciTransportOptions = {}): ClosableTransport {
  const options = {
    factory: pooled,
    // With HTTP/2 one broken connection puts many calls in doubt, and "sent" is harder to prove.
    allowH2: false,
    connect: connector ?? buildConnector({ timeout: CONNECT_TIMEOUT, allowH2: false }),
    connections: CONNECTIONS_MAX,
    // This transport sets the deadline of the whole call; undici's timers would only add shorter ones.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = (own: Agent.Options): Dispatcher =>
    proxy === undefined ? new Agent(own) : throughProxy(proxy, own);
  const reads = agent(options);
  // Separate from the connections of reads, which stay longer: a changing call must not be written to a connection that the service
  // is closing.
  const changes = agent({ ...options, keepAliveTimeout: changeIdle, keepAliveMaxTimeout: changeIdle });
  const transport: Transport = (request) => exchange(request.method === "GET" ? reads : changes, request);
  return Object.assign(transport, {
    close: async () => {
      await Promise.all([reads.destroy(), changes.destroy()]);
    },
  });
}

function exchange(dispatcher: Dispatcher, request: TransportRequest): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let failure: TransportError | undefined;
    let status = 0;
    let headers: Record<string, string> = {};
    let size = 0;
    const chunks: Uint8Array[] = [];

    /** Ends the call for the caller at once and takes the request off its connection. */
    const fail = (reason: TransportFailure, cause?: unknown): void => {
      if (failure) return;
      clearTimeout(timer);
      // An interim answer is none.
      const answered = status < 200 ? undefined : status;
      failure = new TransportError(reason, controller !== undefined, cause, answered);
      controller?.abort(failure);
      reject(failure);
    };
    const timer = setTimeout(() => fail("timeout"), request.timeoutMs);
    const leaveBy = performance.now() + (request.leaveWithinMs ?? Number.POSITIVE_INFINITY);

    const handler: Dispatcher.DispatchHandler = {
      // Called just before the first byte is written: a request that fails earlier was never sent.
      onRequestStart(started) {
        // The request may have waited for a free or slow connection.
        if (performance.now() > leaveBy) fail("not_connected");
        if (failure) started.abort(failure);
        else controller = started;
      },
      onResponseStart(_, code, raw) {
        status = code;
        headers = plainHeaders(raw);
        if (Number(headers["content-length"]) > request.maxBytes) fail("too_large");
      },
      onResponseData(_, chunk) {
        size += chunk.length;
        if (size > request.maxBytes) fail("too_large");
        else chunks.push(chunk);
      },
      onResponseEnd() {
        if (failure) return;
        clearTimeout(timer);
        resolve({ status, headers, body: Buffer.concat(chunks) });
      },
      onResponseError(_, error) {
        fail(controller ? "broken" : "not_connected", error);
      },
    };
    try {
      const { origin, pathname, search } = new URL(request.url);
      dispatcher.dispatch(
        {
          origin,
          path: `${pathname}${search}`,
          method: request.method,
          headers: { ...SENDER_HEADERS, ...request.headers, "accept-encoding": "identity" },
          body: request.body ?? null,
        },
        handler,
      );
    } catch (error) {
      fail(controller ? "broken" : "not_connected", error);
    }
  });
}

function plainHeaders(raw: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}
