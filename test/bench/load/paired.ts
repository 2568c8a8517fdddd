/**
 * The same upstream calls through the bare proxy, in the same seconds as the traffic: a book, a redeem, a read, a few times
 * a second, each timed from its moment on the schedule.
 */
import { resolve } from "node:path";
import { Pool } from "undici";
import type { Service } from "../../processes/cluster.ts";
import { type Bare, startBare } from "../bare.ts";
import type { Sample } from "./client.ts";
import { SKU } from "./users.ts";

const ENTRY = resolve(import.meta.dirname, "proxy.ts");
/** Orders a second: enough for a p95, too few to weigh. */
const RATE = 4;
/** A slow service is waited for, a dead one not. Milliseconds. */
const TIMEOUT = 15_000;

export const startProxy = (
  { baseUrl, apiKey, apiSecret }: Service,
  env: Readonly<Record<string, string>> = {},
): Promise<Bare> => startBare(ENTRY, { UPSTREAM: baseUrl, API_KEY: apiKey, API_SECRET: apiSecret, ...env });

/** Orders through the proxy for so long; every answer is told. Their names begin with `bare.`. */
export async function sendThrough(
  proxy: Bare,
  seconds: number,
  onSample: (sample: Sample) => void,
): Promise<void> {
  const pool = new Pool(proxy.url, { connections: 128 });
  const send = async (route: string, order: string, path: string, due: number, body?: unknown) => {
    const from = Date.now();
    const sent = performance.now();
    const answer = await pool
      .request({
        path: `/fulfillment/v2${path}`,
        method: body === undefined ? "GET" : "POST",
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT),
      })
      .then(async ({ statusCode, body: stream }) => ({ status: statusCode, text: await stream.text() }))
      .catch(() => ({ status: 0, text: "" }));
    const { status, text } = answer;
    const ended = performance.now();
    const code = undefined;
    onSample({ route, order, status, code, ms: ended - due, lateMs: sent - due, from, to: Date.now() });
    return status >= 200 && status < 300 && text.startsWith("{") && text.endsWith("}") ? text : undefined;
  };
  const one = async (n: number, due: number): Promise<void> => {
    const order = `bare.${n}.1`;
    const user = { email: `bare-${n}@example.com` };
    const book = `/promotions/4001/rewards/${SKU}/redemptions/book`;
    const booked = await send("book", order, book, due, { data: { order_id: order, user } });
    const id = booked && /"id":"([^"]+)"/.exec(booked)?.[1];
    if (!id) return;
    const action = `/redemptions/${id}/actions/redeem`;
    await send("redeem", order, action, performance.now(), { data: { user } });
    await send("read", order, `/redemptions/${id}`, performance.now());
  };
  const start = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < RATE * seconds; n++) {
    const due = start + (n * 1_000) / RATE;
    await new Promise((tick) => setTimeout(tick, Math.max(0, due - performance.now())));
    all.push(one(n, due));
  }
  await Promise.all(all);
  await pool.destroy();
}
