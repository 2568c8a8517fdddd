import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Demo, type DemoOptions, startDemo } from "../../demo/index.ts";

const PUBLIC_URL = "http://localhost:4000";

let running: Demo[] = [];
afterEach(async () => {
  await Promise.all(running.map((demo) => demo.stop()));
  running = [];
});

async function start(options: Partial<DemoOptions> = {}): Promise<Demo> {
  const demo = await startDemo({ publicUrl: PUBLIC_URL, ...options });
  running.push(demo);
  return demo;
}

const book = ({ fulfillment: { baseUrl, apiKey, apiSecret } }: Demo, order_id: string) =>
  fetch(`${baseUrl}/fulfillment/v2/promotions/4001/rewards/MUDDLEBEE-15/redemptions/book`, {
    method: "POST",
    headers: { "api-key": apiKey, "api-secret": apiSecret, "content-type": "application/json" },
    body: JSON.stringify({ data: { order_id } }),
  }).then(async (response) => ((await response.json()) as { data: { id: string } }).data.id);

describe("the demo", () => {
  it("runs the simulated service on loopback, with credentials that it accepts", async () => {
    const demo = await start();
    const { baseUrl, authUrl, apiKey, apiSecret } = demo.fulfillment;
    expect(new URL(baseUrl).hostname).toBe("127.0.0.1");
    const answer = await fetch(`${authUrl}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_id: apiKey,
        client_secret: apiSecret,
        grant_type: "client_credentials",
      }),
    });
    expect(answer.status).toBe(200);
  });

  it("stops listening after a stop", async () => {
    const demo = await start();
    await demo.stop();
    running = [];
    await expect(book(demo, "a")).rejects.toThrow();
    await expect(fetch(demo.addresses.mailbox)).rejects.toThrow();
  });
});

it("mailbox and control listen on the preferred port, or on another one if that is taken", async () => {
  const { port } = new URL((await start()).addresses.mailbox);
  const next = await start({ firstPort: Number(port) });
  const wished = new URL(next.addresses.mailbox).port;
  expect(wished).not.toBe(port);
  await next.stop();
  running.pop();
  const again = await start({ firstPort: Number(wished) });
  expect(new URL(again.addresses.mailbox).port).toBe(wished);
});

describe("the webhook of the shop", () => {
  const CART = "0123456789abcdef0123456789abcdef";

  async function setUp() {
    const demo = await start();
    const { url = "", secrets: [secret = ""] = [] } = demo.sites[0]?.webhook ?? {};
    const deliver = async (sequence: number, state: string, ahead = 0): Promise<number> => {
      const time = new Date(Date.now() + ahead);
      const id = `evt_${sequence}`;
      const body = JSON.stringify({
        type: `order.${state}`,
        timestamp: time.toISOString(),
        data: {
          event_id: id,
          sequence,
          order_id: `whole-${CART}`,
          delivery: "redeem",
          state,
          value: { amount: 20, currency: "USD" },
        },
      });
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, time, body),
      };
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    const pointsOf = async (cart = CART): Promise<number> => {
      const answer = await demo.pages.request("/demo/account", {
        method: "POST",
        headers: { "content-type": "application/json", origin: PUBLIC_URL },
        body: JSON.stringify({ shape: "whole", cart }),
      });
      return ((await answer.json()) as { points: number }).points;
    };
    return { demo, deliver, pointsOf };
  }

  it("books the reward's worth in points once, and gives it back, when deliveries come twice and shuffled", async () => {
    const { demo, deliver, pointsOf } = await setUp();
    const after: number[] = [];
    for (const [sequence, state] of [
      [2, "redeemed"],
      [1, "booked"],
      [2, "redeemed"],
      [3, "refunded"],
      [2, "redeemed"],
    ] as const) {
      expect(await deliver(sequence, state)).toBe(204);
      after.push(await pointsOf());
    }
    expect(after).toEqual([10_480, 10_480, 10_480, 12_480, 12_480]);
    await deliver(4, "redeemed");
    expect(await pointsOf()).toBe(10_480);
    expect(await pointsOf(CART.replace("0", "1"))).toBe(12_480);
    demo.forget();
    expect(await pointsOf()).toBe(12_480);
  });

  it("goes by the demo's clock, which a presenter moves", async () => {
    const { demo, deliver } = await setUp();
    const HOUR_MS = 60 * 60 * 1000;
    await fetch(new URL("/control/clock", demo.addresses.control), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ advance_ms: HOUR_MS }),
    });
    expect([await deliver(1, "booked"), await deliver(1, "booked", HOUR_MS)]).toEqual([400, 204]);
  });
});

describe("the records of the simulated service", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "demo-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("are at the given path, for their owner only, and survive a restart", async () => {
    const stateFile = join(folder, "data", "simulated.json");
    const before = await start({ stateFile });
    const id = await book(before, "a");
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    await before.stop();
    running = [];
    expect(await book(await start({ stateFile }), "a")).toBe(id);
  });

  it("of independent services have different ids", async () => {
    expect(await book(await start(), "a")).not.toBe(await book(await start(), "a"));
  });
});
