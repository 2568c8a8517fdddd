/** How events reach a site's webhook: on virtual time, against receivers that answer as they like. */
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, it, vi } from "vitest";
import type { TransportRequest, TransportResponse } from "../../../server/fulfillment/transport.ts";
import { type Ledger, WEBHOOKS_LEASE } from "../../../server/ledger/ledger.ts";
import { openMemoryLedger } from "../../../server/ledger/memory.ts";
import { createLog } from "../../../server/observing/log.ts";
import type { Site } from "../../../server/settings/env.ts";
import {
  DELIVERIES_AT_ONCE,
  DELIVERY_PAUSE_MAX,
  DELIVERY_WAIT_MAX,
  LEASE,
  SENDER_EVERY,
} from "../../../server/timing.ts";
import { WebhookSender } from "../../../server/webhooks/sender.ts";
import { order } from "../ledger/rows.ts";
import { settle, VirtualClock } from "../virtual-clock.ts";

const SECRETS = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`);
const OTHER = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;
const site = (id: string): Site => ({
  id,
  keys: ["k"],
  origins: [],
  webhook: { url: `https://${id}.example/hooks`, secrets: SECRETS },
});

let clock: VirtualClock;
let ledger: Ledger;
/** What came to each host, and what it answers. */
let came: TransportRequest[];
let answer: (request: TransportRequest) => number | Promise<TransportResponse>;
let stop: AbortController;
let sender: WebhookSender;

beforeEach(() => {
  clock = new VirtualClock();
  ledger = openMemoryLedger(() => clock.now());
  came = [];
  answer = () => 204;
  stop = new AbortController();
  sender = new WebhookSender({
    ledger,
    sites: [site("shop"), site("club")],
    transport: async (request) => {
      came.push(request);
      const said = answer(request);
      return typeof said === "number" ? { status: said, headers: {}, body: new Uint8Array() } : said;
    },
    clock,
    log: createLog("error", clock, () => {}),
    random: () => 0,
    measure: () => {},
  });
});

/** Stores events of a site, due now. */
async function happened(of: string, count: number): Promise<void> {
  await ledger.createOrder(order({ site: of }));
  const events = Array.from({ length: count }, (_, at) => ({
    id: `evt_${of}_${at}`,
    site: of,
    order_id: "o-1",
    sequence: at + 1,
    type: "order.booked" as const,
    time: clock.now(),
    body: `{"type":"order.booked","data":{"amount":1.0,"name":"é ${at}"}}`,
    next_try_at: clock.now(),
  }));
  await ledger.replaceOrder(order({ site: of }), { kind: "free" }, events);
  sender.wake(of);
  await settle(30);
}
const cameTo = (of: string): string[] =>
  came
    .filter(({ url }) => url === `https://${of}.example/hooks`)
    .map(({ headers }) => headers["webhook-id"] ?? "");
async function start(): Promise<void> {
  void sender.run(stop.signal);
  await settle(30);
}

it("an event arrives at once, signed with every secret over its very bytes", async () => {
  await start();
  await happened("shop", 1);
  const [request] = came;
  expect(request?.body).toContain("1.0");
  // The library goes by the time of this machine.
  vi.useFakeTimers({ toFake: ["Date"], now: clock.now() });
  for (const secret of SECRETS)
    expect(new Webhook(secret).verify(request?.body ?? "", { ...request?.headers })).toHaveProperty("type");
  expect(() => new Webhook(OTHER).verify(request?.body ?? "", { ...request?.headers })).toThrow();
  vi.useRealTimers();
  await clock.advance(60_000);
  expect(cameTo("shop")).toHaveLength(1);
});

it("a receiver that hangs with a long queue delays no other site", async () => {
  answer = ({ url }) => (url.includes("shop") ? new Promise(() => {}) : 204);
  await start();
  await happened("shop", 100);
  expect(cameTo("shop")).toHaveLength(DELIVERIES_AT_ONCE);
  await happened("club", 3);
  expect(cameTo("club")).toHaveLength(3);
});

const HOUR = 3_600_000;
/** When each delivery came, in hours after the first one. */
let times: number[];
const noting = (status: number) => () => {
  times.push(clock.now());
  return status;
};

it("a delivery that fails is tried ten times in all, over three days, and then no more", async () => {
  times = [];
  answer = noting(500);
  await start();
  // Another event between is delivered, so that the webhook stays on.
  await happened("shop", 1);
  for (let hour = 0; hour < 100; hour++) {
    await ledger.storeWebhook({ ...(await standing()), failing_since: null });
    await clock.advance(HOUR);
  }
  expect(times).toHaveLength(10);
  expect((times[9] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(72 * HOUR);
  expect((times[9] ?? 0) - (times[0] ?? 0)).toBeLessThan(77 * HOUR);
});

const standing = async () => {
  const [row] = await ledger.webhooks();
  if (!row) throw new Error("no webhook");
  return row;
};

it.each([301, 302, 308, 400, 404, 503])("a status %i is a failure", async (status) => {
  answer = () => status;
  await start();
  await happened("shop", 1);
  expect(await ledger.events("shop", { undelivered: true }, 10)).toHaveLength(1);
  answer = () => 200;
  await clock.advance(10_000);
  expect(await ledger.events("shop", { undelivered: true }, 10)).toHaveLength(0);
  expect(await standing()).toMatchObject({ failing_since: null, off_since: null });
});

it("410 turns the webhook off at once, until its entry changes", async () => {
  answer = () => 410;
  await start();
  await happened("shop", 3);
  expect(await standing()).toMatchObject({ off_reason: "gone" });
  const before = came.length;
  answer = () => 200;
  await clock.advance(HOUR);
  expect(came).toHaveLength(before);
  await ledger.storeWebhook({ ...(await standing()), fingerprint: "of another entry" });
  await clock.advance(HOUR);
  expect(await ledger.events("shop", { undelivered: true }, 10)).toHaveLength(0);
});

it("three days of failures turn the webhook off", async () => {
  answer = () => 500;
  await start();
  await happened("shop", 1);
  for (let hour = 0; hour < 80; hour++) await clock.advance(HOUR);
  expect(await standing()).toMatchObject({ off_reason: "failing" });
});

const MINUTE = 60_000;
const saying = (status: number, value: string): Promise<TransportResponse> =>
  Promise.resolve({ status, headers: { "retry-after": value }, body: new Uint8Array() });

it.each([
  ["120", 2 * MINUTE],
  [new Date(Date.UTC(2026, 10, 20, 12, 5)).toUTCString(), 5 * MINUTE],
  ["Thu, 19 Nov 2026 12:00:00 GMT", 0],
  ["99999999", DELIVERY_WAIT_MAX],
  ["Sun, 20 Nov 2033 12:00:00 GMT", DELIVERY_WAIT_MAX],
  ["soon", undefined],
])("Retry-After: %s is a number of seconds or a date, within a limit", async (value, retryAfter) => {
  answer = () => saying(503, value);
  const webhook = { url: "https://shop.example/hooks", secrets: SECRETS };
  expect(await sender.send(webhook, "evt_1", "{}")).toEqual({ status: 503, retryAfter });
});

it("a receiver that asks to wait is sent nothing until then", async () => {
  answer = () => saying(429, "240");
  await start();
  await happened("shop", 1);
  await happened("club", 1);
  await clock.advance(3 * MINUTE);
  expect([cameTo("shop").length, cameTo("club").length]).toEqual([1, 1]);
  answer = () => 204;
  await clock.advance(2 * MINUTE);
  expect([cameTo("shop").length, cameTo("club").length]).toEqual([2, 2]);
});

it("a wait of a day is one of that event: the site's others wait for minutes, or are sent when they are wanted", async () => {
  answer = () => saying(503, "86400");
  await start();
  await happened("shop", 2);
  const [first, second] = ["evt_shop_0", "evt_shop_1"] as const;
  answer = () => 204;
  await clock.advance(DELIVERY_PAUSE_MAX - MINUTE);
  const before = cameTo("shop").length;
  await ledger.sendAgain("shop", second);
  sender.hurry("shop");
  await settle(30);
  expect(cameTo("shop").slice(before)).toEqual([second]);
  await clock.advance(23 * HOUR);
  expect(cameTo("shop").filter((id) => id === first)).toHaveLength(1);
  await clock.advance(2 * HOUR);
  expect(await ledger.events("shop", { undelivered: true }, 10)).toEqual([]);
});

it("a sender that slept past its lease changes nothing of what another one delivered", async () => {
  let end: (answer: TransportResponse) => void = () => {};
  answer = () => new Promise((resolve) => (end = resolve));
  await start();
  await happened("shop", 1);
  const [{ id = "" } = {}] = await ledger.dueEvents("shop", 1);
  const asleep = vi.spyOn(ledger, "takeLease").mockResolvedValue(false);
  await clock.advance(2 * LEASE);
  asleep.mockRestore();
  expect(await ledger.takeLease(WEBHOOKS_LEASE, "another")).toBe(true);
  expect(await ledger.noteTry(id, "another", { tries: 1, wait: null, isDelivered: true })).toBe(true);
  end({ status: 503, headers: {}, body: new Uint8Array() });
  await settle(30);
  expect(await ledger.events("shop", { undelivered: true }, 10)).toEqual([]);
  expect(await ledger.webhooks()).toEqual([]);
});

it("a sender whose lease another one took sends nothing again before it has it back", async () => {
  answer = () => 503;
  await start();
  const notNoted = vi.spyOn(ledger, "noteTry").mockResolvedValue(false);
  await happened("shop", 1);
  await settle(300);
  expect(cameTo("shop")).toHaveLength(1);
  notNoted.mockRestore();
  await clock.advance(2 * SENDER_EVERY);
  expect(cameTo("shop").length).toBeGreaterThan(1);
});

it.each([
  ["an operator turns it on", () => ledger.resumeWebhook("shop")],
  ["its entry changes", async () => ledger.storeWebhook({ ...(await standing()), fingerprint: "another" })],
])("what waits is sent at once when %s, whatever the receiver asked for", async (_, turnOn) => {
  answer = () => saying(410, "7200");
  await start();
  await happened("shop", 1);
  answer = () => 204;
  await clock.advance(MINUTE);
  expect(came).toHaveLength(1);
  await turnOn();
  await clock.advance(2 * SENDER_EVERY);
  expect(await ledger.events("shop", { undelivered: true }, 10)).toEqual([]);
});
