// node backend.mjs (Node 20 or newer); the settings and routes are those of README.md.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

const lacks = ["PORT", "REWARDS_URL", "SITE_KEY", "WEBHOOK_SECRET"].filter((name) => !process.env[name]);
if (lacks.length > 0) process.stderr.write(`Not set, see README.md: ${lacks.join(", ")}\n`);
if (lacks.some((name) => name !== "WEBHOOK_SECRET")) process.exit(1);
const { PORT, REWARDS_URL, SITE_KEY, WEBHOOK_SECRET = "" } = process.env;
const KEYS = [...WEBHOOK_SECRET.matchAll(/whsec_(\S+)/g)].map(([, key]) => Buffer.from(key, "base64"));
const [TOLERANCE_SECONDS, TOKEN_SERVER_LIMIT_MS] = [300, 10_000];
// A real site takes the user from its login, and the rest from its own records, never from the page. An order is named after what was
// earned or paid for, once: the same name leads to the same reward.
const USER = { email: "member@example.com" };
const [FIRST_ORDER, PROMOTION, POINTS, EARNED] = ["purchase-1042", "4001", 100, 1000];

// What is booked, by order. A real site keeps it in its database, and books sequence and points in one transaction.
const booked = new Map();

async function ask(method, path, body, show) {
  const headers = { authorization: `Bearer ${SITE_KEY}`, "content-type": "application/json" };
  const signal = AbortSignal.timeout(TOKEN_SERVER_LIMIT_MS);
  const answer = await fetch(REWARDS_URL + path, { method, headers, body, signal });
  const text = await answer.text();
  return answer.ok ? [200, JSON.stringify(show(JSON.parse(text).data))] : [502, text];
}

function isGenuine(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - time) <= TOLERANCE_SECONDS)) return false;
  return KEYS.some((key) => {
    const hmac = createHmac("sha256", key).update(`${id}.${time}.`).update(body);
    const expected = Buffer.from(`v1,${hmac.digest("base64")}`);
    const given = signatures.split(" ").map((signature) => Buffer.from(signature));
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}

// Points follow the newest state: a delivery that comes twice, or after a newer one, changes nothing; `processing` says nothing yet.
function book({ order_id, sequence, state }) {
  if (state === "processing" || !(sequence > (booked.get(order_id)?.sequence ?? 0))) return;
  booked.set(order_id, { sequence, points: state === "redeemed" ? POINTS : 0 });
}

// Asked before a confirmation is stored, perhaps twice for the same one: the points are reserved, once an order.
function authorize({ order_id }) {
  const { sequence = 0 } = booked.get(order_id) ?? {};
  const others = [...booked]
    .filter(([id]) => id !== order_id)
    .reduce((sum, [, { points }]) => sum + points, 0);
  if (others + POINTS > EARNED) return { decision: "deny", reason: "You do not have enough points." };
  booked.set(order_id, { sequence, points: POINTS });
  return { decision: "allow" };
}

async function answer({ method, url, headers }, body) {
  const session = /^POST \/reward-session(?:\?order=([\w.-]{1,64}))?$/.exec(`${method} ${url}`);
  if (session) {
    const order = { order_id: session[1] ?? FIRST_ORDER, promotion_id: PROMOTION, user: USER };
    return ask("POST", "/v1/sessions", JSON.stringify(order), ({ session_token }) => ({ session_token }));
  }
  const [, id] = /^GET \/orders\/([\w.-]{1,64})$/.exec(`${method} ${url}`) ?? [];
  const points = booked.get(id)?.points ?? 0;
  if (id) return ask("GET", `/v1/orders/${id}`, undefined, ({ state }) => ({ order_id: id, state, points }));
  const [, what] = /^POST \/(webhooks|authorize)$/.exec(`${method} ${url}`) ?? [];
  if (!what) return [404];
  if (!isGenuine(headers, body)) return [400];
  const { data } = JSON.parse(body);
  if (what === "authorize") return [200, JSON.stringify(authorize(data))];
  book(data);
  return [204];
}

createServer(async (request, response) => {
  const [status, text] = await answer(request, await buffer(request)).catch(() => [502]);
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" }).end(text);
}).listen(PORT, "127.0.0.1");
