import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Demo, type DemoOptions, originsOf, startDemo } from "../../demo/index.ts";

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

  it("has one site, whose key is long and new at every start", async () => {
    const [first, second] = [await start(), await start()].map(({ sites }) => sites);
    expect(first).toMatchObject([{ id: "demo", keys: [expect.stringMatching(/^[\w-]{32,}$/)] }]);
    expect(second?.[0]?.keys).not.toEqual(first?.[0]?.keys);
  });

  it("serves the shop", async () => {
    const { pages } = await start();
    expect((await pages.request("/demo/")).status).toBe(200);
  });

  it("stops listening when it is stopped", async () => {
    const demo = await start();
    await demo.stop();
    running = [];
    await expect(book(demo, "a")).rejects.toThrow();
  });
});

describe("the records of the simulated service", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "demo-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("are where it is told, for their owner only, and survive a restart", async () => {
    const stateFile = join(folder, "data", "simulated.json");
    const before = await start({ stateFile });
    const id = await book(before, "a");
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    await before.stop();
    running = [];
    expect(await book(await start({ stateFile }), "a")).toBe(id);
  });

  it("of services that know nothing of each other hold different ids", async () => {
    expect(await book(await start(), "a")).not.toBe(await book(await start(), "a"));
  });
});

describe("the origins of the demo's site", () => {
  it.each([
    ["http://localhost:4000", ["http://localhost:4000", "http://127.0.0.1:4000"]],
    ["http://127.0.0.1:4000", ["http://127.0.0.1:4000", "http://localhost:4000"]],
    ["http://[::1]:4000", ["http://[::1]:4000", "http://localhost:4000", "http://127.0.0.1:4000"]],
    ["http://0.0.0.0:4000", ["http://0.0.0.0:4000", "http://localhost:4000", "http://127.0.0.1:4000"]],
    ["http://localhost", ["http://localhost", "http://127.0.0.1"]],
    ["https://rewards.example/path", ["https://rewards.example"]],
    ["https://localhost.example:8443", ["https://localhost.example:8443"]],
  ])("of %s are %j", (publicUrl, origins) => {
    expect(originsOf(publicUrl)).toEqual(origins);
  });
});
