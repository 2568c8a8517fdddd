/** The whole flow against a service that is not ours, over real sockets, with only the settings changed. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  FOREIGN_SECRET,
  FOREIGN_SKUS,
  type ForeignService,
  foreignEnv,
  startForeignService,
} from "../support/foreign-service.ts";
import { type RunningServer, refusedStart, startServer } from "../support/process.ts";

const KEY = "key-of-the-shop-0123456789-0123456789";
const ORIGIN = "https://shop.example";
const sites = (change: Record<string, unknown> = {}) =>
  JSON.stringify([{ id: "shop", key: KEY, origins: [ORIGIN], ...change }]);

let service: ForeignService;
let server: RunningServer;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startForeignService();
  const folder = mkdtempSync(join(tmpdir(), "foreign-"));
  env = {
    ...foreignEnv(service),
    SITES: sites(),
    PORT: "0",
    DATABASE_URL: `file:${join(folder, "ledger.db")}`,
    LOG_LEVEL: "debug",
  };
  server = await startServer(env);
});
afterAll(async () => {
  await server.kill("SIGTERM");
  await service.close();
});

type Json = Record<string, unknown> & {
  data: Record<string, unknown> & { codes?: { items: { value: string; name: string }[] } };
};
const received: string[] = [];
const call = async (path: string, init: RequestInit): Promise<{ status: number; json: Json }> => {
  const response = await fetch(`${server.url}${path}`, init);
  const text = await response.text();
  received.push(text, JSON.stringify([...response.headers]));
  return { status: response.status, json: JSON.parse(text) as Json };
};
const browser = async (order_id: string, more: Record<string, unknown> = {}) => {
  const { json } = await call("/v1/sessions", {
    method: "POST",
    headers: { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" },
    body: JSON.stringify({ order_id, promotion_id: "77", user: { email: "user@example.com" }, ...more }),
  });
  const headers = {
    Authorization: `Bearer ${json.data.session_token}`,
    Origin: ORIGIN,
    "Content-Type": "application/json",
  };
  return {
    get: (path: string) => call(path, { headers }),
    post: (path: string, body: unknown = {}) =>
      call(path, { method: "POST", headers, body: JSON.stringify(body) }),
  };
};
const changes = (): string[] =>
  service.requests.filter((each) => /\/(book|redeem)$/.test(each.path)).map((each) => each.path);

describe("a service that is not ours", () => {
  it("has its whole catalog listed, over pages of 25, without what cannot be had", async () => {
    const { json } = await (await browser("list")).get("/v1/catalog");
    const skus = (json.data as unknown as { sku: string }[]).map((reward) => reward.sku);
    expect(skus).toHaveLength(57);
    expect(skus).toContain("MORE-54");
    expect(skus).not.toContain("MORE-1");
    expect(skus).not.toContain("MORE-2");
    expect(skus).not.toContain(FOREIGN_SKUS.free);
  });

  it.each([
    [FOREIGN_SKUS.plain, 1],
    [FOREIGN_SKUS.pin, 2],
    [FOREIGN_SKUS.link, 1],
    [FOREIGN_SKUS.access, 2],
  ] as const)("has %s redeemed to %i items, in the order of its usages", async (sku, count) => {
    const page = await browser(`order-${sku}`);
    const before = changes().length;
    expect((await page.post("/v1/order/book", { sku })).status).toBe(201);
    const { status, json } = await page.post("/v1/order/redeem", { attempt: 1, sku });
    expect(status).toBe(200);
    expect(json.data.codes?.items).toHaveLength(count);
    expect(json.data.codes?.items.map((item) => item.value)).not.toContain("ignored");
    expect(changes().length - before).toBe(2);
  });

  it("redeems a free value at the confirmed amount", async () => {
    const page = await browser("free", { max_amount: "60" });
    await page.post("/v1/order/book", { sku: FOREIGN_SKUS.free, amount: "55" });
    const { json } = await page.post("/v1/order/redeem", {
      attempt: 1,
      sku: FOREIGN_SKUS.free,
      amount: "55",
    });
    expect(json.data.value).toEqual({ amount: 55, currency: "CHF" });
  });

  it("does not get its javascript: link through", async () => {
    const page = await browser("script");
    await page.post("/v1/order/book", { sku: FOREIGN_SKUS.script });
    const { json } = await page.post("/v1/order/redeem", { attempt: 1, sku: FOREIGN_SKUS.script });
    expect(json.code).toBe("codes_unreadable");
    expect(json.reference).toMatch(/^FRGN0-/);
  });

  it("may revoke the token early", async () => {
    service.revokeToken();
    const page = await browser("revoked");
    expect((await page.post("/v1/order/book", { sku: FOREIGN_SKUS.plain })).status).toBe(201);
    expect((await page.post("/v1/order/redeem", { attempt: 1, sku: FOREIGN_SKUS.plain })).status).toBe(200);
  });

  it("serves neutral pictures: an SVG with scripts runs none, a missing one is 404", async () => {
    const { json } = await (await browser("pictures")).get("/v1/catalog");
    const rewards = json.data as unknown as {
      sku: string;
      logo_url: string | null;
      catalog_card_url: string | null;
    }[];
    const logo = (sku: string) => rewards.find((reward) => reward.sku === sku)?.logo_url ?? "";
    const svg = await fetch(logo(FOREIGN_SKUS.plain));
    expect(svg.status).toBe(200);
    expect(svg.headers.get("content-type")).toBe("image/svg+xml");
    expect(svg.headers.get("x-content-type-options")).toBe("nosniff");
    const policy = svg.headers.get("content-security-policy")?.split("; ");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "sandbox"]));
    expect((await fetch(logo(FOREIGN_SKUS.pin))).status).toBe(404);
    expect(rewards.find((reward) => reward.sku === FOREIGN_SKUS.link)?.catalog_card_url).toBeNull();
  });

  it("without a sandbox marker is production", async () => {
    expect((await (await browser("marker")).get("/v1/order")).json.data.environment).toBe("production");
  });
});

describe("the process", () => {
  it("killed between book and redeem continues with the same order and the same token", async () => {
    const page = await browser("killed");
    await page.post("/v1/order/book", { sku: FOREIGN_SKUS.pin });
    const tokens = service.requests.filter((each) => each.path.endsWith("/oauth/token")).length;
    const { port } = new URL(server.url);
    await server.kill("SIGKILL");
    server = await startServer({ ...env, PORT: port });
    expect((await page.get("/v1/order")).json.data.state).toBe("booked");
    expect((await page.post("/v1/order/redeem", { attempt: 1, sku: FOREIGN_SKUS.pin })).json.data.state).toBe(
      "redeemed",
    );
    expect(service.requests.filter((each) => each.path.endsWith("/oauth/token"))).toHaveLength(tokens);
  });

  it("ends with 0 when it is asked to", async () => {
    const other = await startServer({ ...env, DATABASE_URL: "memory:" });
    expect(await other.kill("SIGTERM")).toBe(0);
  });

  it("keeps running after the reader of its log has gone", async () => {
    const other = await startServer({ ...env, DATABASE_URL: "memory:" });
    other.deafen();
    for (let n = 0; n < 5; n++) expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    expect(await other.kill("SIGTERM")).toBe(0);
  });

  it.each<[string, Record<string, string>, string]>([
    ["one of four credentials missing", { FULFILLMENT_API_SECRET: "" }, "FULFILLMENT_API_SECRET"],
    ["a ledger that is a folder", { DATABASE_URL: `file:${tmpdir()}` }, "DATABASE_URL"],
    ["a ledger of another service", { FULFILLMENT_BASE_URL: "http://127.0.0.1:9/other" }, "DATABASE_URL"],
  ])("does not start with %s: one line that names it, and no secret", async (_, change, name) => {
    const { code, stderr } = await refusedStart({ ...env, ...change });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${name}[^\\n]*expected[^\\n]*\\n$`));
    expect(stderr).not.toContain(FOREIGN_SECRET);
  });
});

describe("nothing secret", () => {
  it("is in anything a browser received or in any log line", () => {
    const secrets = [FOREIGN_SECRET, "foreign-key", ...service.secrets];
    for (const secret of secrets) {
      expect(received.some((text) => text.includes(secret))).toBe(false);
      expect(server.lines.some((line) => line.includes(secret))).toBe(false);
    }
    expect(server.lines.some((line) => /user@example|0042|PFRGN0|session_token|Bearer/.test(line))).toBe(
      false,
    );
    expect(server.lines.length).toBeGreaterThan(0);
  });
});
