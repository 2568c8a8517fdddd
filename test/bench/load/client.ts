/** The browsers and the shop: requests to the servers in turn, each timed from the moment it was due. */
import { Agent } from "undici";
import { ORIGIN, SITE_KEY } from "../../processes/cluster.ts";

/** Longer than any answer of the server takes. Milliseconds. */
const TIMEOUT = 20_000;
const CONNECTIONS = 2_000;

export interface Ask {
  /** Names it in the table. */
  readonly route: string;
  readonly path: string;
  /** A session's, or undefined for the site's own backend. */
  readonly token?: string;
  readonly body?: unknown;
  readonly etag?: string;
  /** The order it is about. */
  readonly order?: string;
  /** When it was to be sent, `performance.now()`; default: now. */
  readonly due?: number;
  /** Default: the next server in turn. */
  readonly server?: string;
}

interface CodesView {
  readonly items: readonly { readonly value: string }[];
}

export interface Body {
  /** Of a redemption, where the service is asked through the bare proxy. */
  readonly id?: string;
  readonly session_token?: string;
  readonly order_id?: string;
  readonly state?: string;
  readonly attempt?: number;
  readonly url?: string;
  readonly codes?: CodesView;
}

export interface Sample {
  readonly route: string;
  readonly order: string | undefined;
  /** 0 where no whole answer came. */
  readonly status: number;
  /** Of a problem. */
  readonly code: string | undefined;
  /** From the due moment to the last byte. */
  readonly ms: number;
  /** How long after the due moment it was sent: the driver's own delay, part of `ms`. */
  readonly lateMs: number;
  /** Epoch ms between which it was under way. */
  readonly from: number;
  readonly to: number;
}

export interface Answer extends Sample {
  readonly data: Body | undefined;
  readonly etag: string | undefined;
}

export interface Client {
  send(ask: Ask): Promise<Answer>;
  close(): Promise<void>;
}

export interface ClientOptions {
  /** Whether a connection serves one request after the other; default: yes. Else each request opens one of its own. */
  readonly keepsConnections?: boolean;
}

/** @param onSample told of every answer */
export function createClient(
  servers: readonly string[],
  onSample: (sample: Sample) => void,
  { keepsConnections = true }: ClientOptions = {},
): Client {
  const agent = new Agent({ connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 });
  let turn = 0;

  async function exchange({ path, token, body, etag, server }: Ask) {
    const origin = server ?? (servers[turn++ % servers.length] as string);
    const {
      statusCode,
      headers,
      body: stream,
    } = await agent.request({
      origin,
      path,
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${token ?? SITE_KEY}`,
        ...(token !== undefined && { origin: ORIGIN }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(etag !== undefined && { "if-none-match": etag }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      reset: !keepsConnections,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return { status: statusCode, etag: headers.etag, text: await stream.text() };
  }

  return {
    async send(ask) {
      const sent = performance.now();
      const due = ask.due ?? sent;
      const from = Date.now();
      const answer = await exchange(ask).catch(() => ({ status: 0, etag: undefined, text: "" }));
      // The picker's data are large, and nobody here reads them.
      const isLarge = answer.status === 200 && /^\/v1\/(catalog|rewards)/.test(ask.path);
      const isRead = answer.text !== "" && !isLarge;
      const json = isRead ? (JSON.parse(answer.text) as { data?: Body; code?: string }) : {};
      const sample: Sample = {
        route: ask.route,
        order: ask.order,
        status: answer.status,
        code: json.code,
        ms: performance.now() - due,
        lateMs: sent - due,
        from,
        to: Date.now(),
      };
      onSample(sample);
      return {
        ...sample,
        data: json.data,
        etag: answer.etag === undefined ? undefined : String(answer.etag),
      };
    },
    close: () => agent.destroy(),
  };
}
