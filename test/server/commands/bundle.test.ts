/** `doctor --bundle`: one file for a report of a fault, with everything that helps and nothing that must not leave the house. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CodeRecord, PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { serveFulfillment } from "../../../demo/fulfillment/serve.ts";
import { type Report, report } from "../../../server/operators/inspection.ts";
import { type RunningServer, runCommand, startServer } from "../../support/process.ts";

const [API_KEY, API_SECRET] = ["api-key-of-the-report-5a", "api-secret-of-the-report-9b"];
const SKU = "PIXELBARN-10";
const SITES = 30;
const ORDERS = 40;
/** A word that occurs nowhere else, for this place. */
const planted = (place: string, at: number): string => `planted-${place}-${at}-0123456789abcdef0123456789`;
const numbered = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));
const emailOf = (at: number): string => `planted.person.${at}@example.com`;
const webhookSecret = (at: number): string => `whsec_${Buffer.alloc(32, `secret ${at}`).toString("base64")}`;

let folder: string;
let service: Awaited<ReturnType<typeof serveFulfillment>>;
let server: RunningServer;
let env: Record<string, string>;
let codes: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bundle-"));
  service = await serveFulfillment({ apiKey: API_KEY, apiSecret: API_SECRET });
  env = {
    FULFILLMENT_BASE_URL: service.baseUrl,
    FULFILLMENT_AUTH_URL: service.authUrl,
    FULFILLMENT_API_KEY: API_KEY,
    FULFILLMENT_API_SECRET: API_SECRET,
    SITES: JSON.stringify(
      numbered(SITES, (at) => ({
        id: `site-${at}`,
        keys: [planted("key", at), planted("former-key", at)],
        origins: ["https://shop.example"],
        promotions: [PROMOTIONS.main],
        webhook: { url: `http://127.0.0.1:1/${planted("path", at)}`, secret: webhookSecret(at) },
      })),
    ),
    WEBHOOK_NETWORKS: "127.0.0.0/8",
    OPERATOR_KEYS: JSON.stringify({ anna: planted("operator", 0), ben: planted("operator", 1) }),
    DATABASE_URL: `file:${join(folder, "ledger.db")}`,
    LOG_LEVEL: "debug",
    PORT: "0",
  };
  server = await startServer(env);
  env.PORT = new URL(server.url).port;
  for (let at = 0; at < ORDERS; at++) await redeem(at);
  const response = await fetch(`${service.url}/control/codes`);
  const { data } = (await response.json()) as { data: CodeRecord[] };
  codes = data.flatMap((record) => record.codes.map(({ value }) => String(value)));
}, 60_000);
afterAll(async () => {
  await server.kill("SIGKILL");
  await service.close();
  rmSync(folder, { recursive: true });
});

/** The last order is declined, and needs a person. */
async function redeem(at: number): Promise<void> {
  const post = async (path: string, key: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${server.url}/v1/${path}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        Origin: "https://shop.example",
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };
  const { session_token } = await post("sessions", planted("key", at % SITES), {
    order_id: `o-${at}`,
    promotion_id: String(PROMOTIONS.main),
    user: { email: emailOf(at), id: `member-${at}` },
  });
  await post("order/book", String(session_token), { sku: SKU });
  if (at === ORDERS - 1) service.control.fault({ operation: "redeem", kind: "state", state: "denied" });
  await post("order/redeem", String(session_token), { attempt: 1, sku: SKU });
}

const bundle = (file: string, more: Record<string, string> = {}) =>
  runCommand("server/command.ts", ["doctor", "--bundle", file], { ...env, ...more });
const secrets = (): string[] => [
  ...[API_KEY, API_SECRET, planted("operator", 0), planted("operator", 1)],
  ...numbered(SITES, (at) => [planted("key", at), planted("former-key", at)]).flat(),
  ...numbered(SITES, (at) => [planted("path", at), webhookSecret(at)]).flat(),
  ...numbered(ORDERS, emailOf),
  ...codes,
];

describe("the report of a running server", () => {
  let text: string;
  let made: Report;
  beforeAll(async () => {
    const file = join(folder, "report.json");
    expect(await bundle(file)).toEqual({
      code: 0,
      stdout: "written: the report of the running server\n",
      stderr: "",
    });
    text = readFileSync(file, "utf8");
    made = report.parse(JSON.parse(text));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }, 60_000);

  it("has versions, settings, findings, lamps, metrics, lines, and the orders that need a person", () => {
    expect(made.findings.map(({ part }) => part)).toEqual(
      expect.arrayContaining(["settings", "ledger", "token"]),
    );
    expect(made.settings).toContainEqual({ name: "FULFILLMENT_API_SECRET", value: "set" });
    expect(made.lamps).toContainEqual(expect.objectContaining({ lamp: "Orders", is: "look" }));
    expect(made.orders).toMatchObject([{ order_id: `o-${ORDERS - 1}`, reason: "denied" }]);
    expect(made.metrics).toContain("reward_redemption_build_info");
    expect(made.log).toContainEqual(expect.objectContaining({ route: "/v1/sessions", status: 201 }));
  });

  it("has none of two hundred secrets, codes and addresses", () => {
    expect(secrets().length).toBeGreaterThanOrEqual(200);
    expect(secrets().filter((secret) => text.includes(secret))).toEqual([]);
  });
});

it("without a server that answers has the settings and what is found, and says so", async () => {
  const file = join(folder, "alone.json");
  expect(await bundle(file, { PORT: "1", HOST: "127.0.0.1" })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("settings and findings only"),
  });
  const text = readFileSync(file, "utf8");
  expect(JSON.parse(text)).toMatchObject({ settings: expect.any(Array), findings: expect.any(Array) });
  expect(secrets().filter((secret) => text.includes(secret))).toEqual([]);
}, 60_000);

it("with settings that are wrong says what is, and writes over no file", async () => {
  const file = join(folder, "wrong.json");
  await bundle(file, { PORT: "many" });
  expect(JSON.parse(readFileSync(file, "utf8")).findings).toMatchObject([{ is: "wrong", part: "settings" }]);
  expect(await bundle(file)).toEqual({
    code: 1,
    stdout: "",
    stderr: "not written: the file exists already: expected the name of a new one\n",
  });
}, 60_000);
