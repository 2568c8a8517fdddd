/** What 10,000 events for a receiver that hangs cost the others: orders being redeemed, and the events of another site. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startServer } from "../../support/process.ts";

const EVENTS = 10_000;
const ORDERS = 150;
const KEYS = {
  dead: "key-of-the-site-that-hangs-0123456789ab",
  live: "key-of-the-site-that-answers-01234567",
};
const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const ORIGIN = "http://localhost:1";
/** A limit of the issue: another site's event arrives within this time of its change. Milliseconds. */
export const DELAY_MAX = 1_000;

export interface FloodResult {
  readonly events: number;
  readonly orders: number;
  /** Booking and redeeming one order, median, milliseconds. */
  readonly quietMs: number;
  readonly floodedMs: number;
  readonly ratio: number;
  /** From the answer to the arrival of the event, the longest, milliseconds. */
  readonly quietDelay: number;
  readonly floodedDelay: number;
  /** Deliveries that were under way to the receiver that hangs, at most. */
  readonly hanging: number;
}

export const brokenFlood = ({ floodedDelay, hanging }: FloodResult): string[] => [
  ...(floodedDelay < DELAY_MAX ? [] : [`an event of another site came ${Math.round(floodedDelay)} ms late`]),
  ...(hanging > 0 ? [] : ["the flood was not sent"]),
];

const listen = async (server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

export async function floodReceiver(folder: string): Promise<FloodResult> {
  /** When the event of each redeemed order came, `performance.now()`. */
  const came = new Map<string, number>();
  let [open, hanging] = [0, 0];
  const dead = createServer((request) => {
    hanging = Math.max(hanging, ++open);
    request.once("close", () => open--);
  });
  const live = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const { type, data } = JSON.parse(body) as { type: string; data: { order_id: string } };
      if (type === "order.redeemed") came.set(data.order_id, performance.now());
      response.writeHead(204).end();
    });
  });
  const urls = { dead: await listen(dead), live: await listen(live) };
  const path = join(folder, "flood.db");
  const start = () =>
    startServer({
      PORT: "0",
      DATABASE_URL: `file:${path}`,
      LOG_LEVEL: "error",
      SITES: JSON.stringify(
        (["dead", "live"] as const).map((id) => ({
          id,
          key: KEYS[id],
          origins: [ORIGIN],
          webhook: { url: urls[id], secret: SECRET },
        })),
      ),
      LIMIT_SITE_PER_MINUTE: "1000000",
      LIMIT_ADDRESS_PER_MINUTE: "1000000",
    });

  /** Redeems orders one after the other. */
  const redeem = async (url: string, prefix: string) => {
    const times: number[] = [];
    const delays: number[] = [];
    const post = async (path: string, bearer: string, body: object) => {
      const answer = await fetch(`${url}/v1/${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json", Origin: ORIGIN },
        body: JSON.stringify(body),
      });
      const { data } = (await answer.json()) as { data?: { session_token: string; state: string } };
      if (!data) throw new Error(`${path}: ${answer.status}`);
      return data;
    };
    for (let n = 0; n < ORDERS; n++) {
      const order_id = `${prefix}-${n}`;
      const session = { order_id, promotion_id: "4001", user: { email: "user@example.com" } };
      const { session_token } = await post("sessions", KEYS.live, session);
      const began = performance.now();
      await post("order/book", session_token, { sku: "KESTROW-CODE-PLAIN-25" });
      await post("order/redeem", session_token, { attempt: 1, sku: "KESTROW-CODE-PLAIN-25" });
      const answered = performance.now();
      times.push(answered - began);
      while (!came.has(order_id) && performance.now() - answered < 10 * DELAY_MAX)
        await new Promise((done) => setTimeout(done, 1));
      delays.push((came.get(order_id) ?? Number.POSITIVE_INFINITY) - answered);
    }
    return { ms: median(times), delay: Math.max(...delays) };
  };

  const quiet = await start();
  await redeem(quiet.url, "warm");
  const before = await redeem(quiet.url, "quiet");
  await quiet.kill("SIGTERM");
  const db = new DatabaseSync(path);
  const add = db.prepare(
    "INSERT INTO events (id, site, order_id, sequence, type, time, body, next_try_at) VALUES (?, 'dead', ?, 1, 'order.booked', ?, '{}', ?)",
  );
  db.exec("BEGIN");
  for (let n = 0; n < EVENTS; n++) add.run(`evt_flood_${n}`, `flood-${n}`, Date.now(), Date.now());
  db.exec("COMMIT");
  db.close();
  const flooded = await start();
  await redeem(flooded.url, "warm-again");
  const after = await redeem(flooded.url, "flooded");
  await flooded.kill("SIGKILL");
  for (const server of [dead, live]) {
    server.closeAllConnections();
    server.close();
  }
  return {
    events: EVENTS,
    orders: ORDERS,
    quietMs: before.ms,
    floodedMs: after.ms,
    ratio: after.ms / before.ms,
    quietDelay: before.delay,
    floodedDelay: after.delay,
    hanging,
  };
}
