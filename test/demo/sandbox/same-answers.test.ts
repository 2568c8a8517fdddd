/** The sandbox answers as the token server does: each journey is played against both, and what they answered is compared. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sandbox } from "../../../demo/sandbox/types.ts";
import { type RunningServer, startServer } from "../../support/process.ts";
import { importSandbox } from "../../support/sandbox.ts";

const ORIGIN = "https://shop.example";
const KEY = "a-site-key-7Qm2xV9kTf4Zc8Lw1Rb6-abc";

interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly data: Record<string, never> & { readonly [name: string]: string };
}

/** Whoever asks: a site's backend, or a page with a session. */
type Ask = (path: string, body?: unknown, token?: string) => Promise<Answered>;

type Journey = (ask: Ask) => Promise<void>;

/** A gift card with a number, one with a range, and the one that shows a balance. */
const PLAIN = "KESTROW-CODE-PLAIN-25";
const user = { email: "ida@example.com" };

const opened = async (ask: Ask, more: object): Promise<string> =>
  (await ask("/v1/sessions", { promotion_id: "4001", user, ...more })).data.session_token ?? "";

const redeemed = async (ask: Ask, token: string, sku = PLAIN, amount?: string): Promise<void> => {
  const choice = { sku, ...(amount !== undefined && { amount }) };
  const { data } = await ask("/v1/order/book", choice, token);
  await ask("/v1/order/redeem", { attempt: data.attempt, ...choice }, token);
};

const JOURNEYS: Readonly<Record<string, Journey>> = {
  "a reward is chosen, confirmed, got, and shown again": async (ask) => {
    const token = await opened(ask, { order_id: "one" });
    await ask("/v1/opening", { session_token: token });
    await ask("/v1/catalog", undefined, token);
    await ask(`/v1/rewards/${PLAIN}`, undefined, token);
    await redeemed(ask, token);
    await redeemed(ask, token);
    await ask("/v1/order/codes", {}, token);
    await ask("/v1/order", undefined, await opened(ask, { order_id: "one" }));
  },
  "a link that the user opens later": async (ask) => {
    const token = await opened(ask, { order_id: "two", delivery: "activate", promotion_id: "4011" });
    const { data } = await ask("/v1/catalog", undefined, token);
    const [first] = data as unknown as { sku: string }[];
    await ask("/v1/order/book", { sku: first?.sku }, token);
    await ask("/v1/order/activate", { attempt: 1, sku: first?.sku }, token);
    await ask("/v1/order", undefined, token);
  },
  "a mail": async (ask) => {
    const token = await opened(ask, { order_id: "three", delivery: "notify", promotion_id: "4008" });
    const { data } = await ask("/v1/catalog", undefined, token);
    const [first] = data as unknown as { sku: string }[];
    await ask("/v1/order/notify", { sku: first?.sku }, token);
    await ask("/v1/order", undefined, token);
  },
  "a canceled and a refunded order": async (ask) => {
    const token = await opened(ask, { order_id: "four" });
    await ask("/v1/orders/four/cancel", {});
    await ask("/v1/order/book", { sku: PLAIN }, token);
    await redeemed(ask, await opened(ask, { order_id: "five" }));
    await ask("/v1/orders/five/refund", {});
    await ask("/v1/orders/five");
  },
  "a grant of two rewards, and what a member has": async (ask) => {
    const grant = { grant_id: "six", amount: "60", currency: "USD", user: { ...user, id: "m-1" } };
    const token = await opened(ask, grant);
    await redeemed(ask, token);
    await ask("/v1/grant/next", {}, token);
    await redeemed(ask, token);
    await ask("/v1/rewards", undefined, token);
    await ask("/v1/grants/six");
    const list = await ask("/v1/sessions", { rewards_of: "m-1" });
    await ask("/v1/rewards", undefined, list.data.session_token);
    await ask("/v1/users/m-1");
    await ask("/v1/users/m-1/forget", {});
  },
  "what a site reads": async (ask) => {
    await redeemed(ask, await opened(ask, { order_id: "seven", metadata: { till: "4" } }));
    for (const path of ["/v1/orders", "/v1/promotions", "/v1/events?per_page=3", "/v1/redemptions"])
      await ask(path);
    await ask("/v1/redemptions?format=csv");
  },
  "what is refused": async (ask) => {
    await ask("/v1/sessions", { order_id: "eight", promotion_id: "4001", user, max_amonut: "10" });
    await ask("/v1/sessions", { order_id: "eight", promotion_id: "4005", user });
    await ask("/v1/sessions", { order_id: "../x", promotion_id: "4001", user: { email: "nobody" } });
    const token = await opened(ask, { order_id: "nine", max_amount: "20" });
    await ask("/v1/order/book", { sku: PLAIN }, token);
    await ask("/v1/order/book", { sku: "NOTHING" }, token);
    await ask("/v1/order/redeem", { attempt: 1, sku: PLAIN }, token);
    await ask("/v1/sessions", { order_id: "nine", promotion_id: "4002", user });
    await ask("/v1/order", undefined, "no-token");
    await ask("/v1/nothing");
  },
};

/** What differs from server to server, from one moment to the next, or by chance. */
const VARYING =
  /^(session_token|request_id|reference|event_id|timestamp|server_time|catalog_etag|url|value|brand|.*_at|.*_datetime|printable_document_url|hold_seconds_left)$/;

/** The service draws its ids. */
const REDEMPTION = /^[A-Z0-9]{5}-[A-Z0-9]{5}$/;

/** An answer without what varies: of that only its kind. */
function steady(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => steady(each, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, steady(inner, member)]),
    );
  if (/^(logo_url|catalog_card_url)$/.test(name) && typeof value === "string") return "a picture";
  if (REDEMPTION.test(String(value))) return "a redemption";
  return VARYING.test(name) && value !== null ? `a ${typeof value}` : value;
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** All that was answered in a journey, in its order. */
async function played(journey: Journey, fetch: Fetch, key: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  await journey(async (path, body, token) => {
    const isOpening = path === "/v1/opening";
    const response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(!isOpening && { Authorization: `Bearer ${token ?? key}` }),
        ...((token !== undefined || isOpening) && { Origin: ORIGIN }),
        ...(body !== undefined && { "Content-Type": isOpening ? "text/plain" : "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get("Content-Type");
    const json = /json/.test(type ?? "") ? JSON.parse(text) : undefined;
    // The rows of a file have times and numbers; its columns are the same.
    answers.push({ path, status: response.status, type, answer: steady(json ?? text.split("\r\n")[0]) });
    return { status: response.status, type, data: json?.data ?? {} };
  });
  return answers;
}

let server: RunningServer;
let sandbox: Sandbox;
beforeAll(async () => {
  const SITES = JSON.stringify([{ id: "sandbox", key: KEY, origins: [ORIGIN] }]);
  server = await startServer({ PORT: "0", DATABASE_URL: "memory:", SITES });
  sandbox = await (await importSandbox()).createSandbox();
});
afterAll(() => Promise.all([server.kill("SIGTERM"), sandbox.close()]));

it.each(Object.entries(JOURNEYS))("%s", async (_, journey) => {
  const inSandbox = await played(journey, (path, init) => sandbox.fetch(path, init), sandbox.key);
  const atServer = await played(journey, (path, init) => fetch(`${server.url}${path}`, init), KEY);
  expect(inSandbox).toEqual(atServer);
  // The journey led somewhere.
  expect(JSON.stringify(atServer)).toMatch(/redeemed|activated|notified|invalid_request/);
});
