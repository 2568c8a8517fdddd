/** What `doctor` says of each part, and that it names no secret and changes no ledger. */
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PROMOTIONS } from "../../../demo/fulfillment/app.ts";
import { serveFulfillment } from "../../../demo/fulfillment/serve.ts";
import { report } from "../../../server/commands/doctor.ts";
import { backUpSqlite } from "../../../server/ledger/backup.ts";
import { claimLedger } from "../../../server/ledger/ledger.ts";
import { openLedger } from "../../../server/ledger/open.ts";
import { passAuthority } from "../../support/pass-authority.ts";
import { quiet } from "../../support/postgres.ts";
import { runCommand } from "../../support/process.ts";
import { selfSigned } from "../../support/self-signed.ts";

const [KEY, SECRET] = ["doctor-api-key-1f", "doctor-api-secret-2e"];
const SITE_KEY = "site-key-that-nobody-may-read-012345";
const site = (more: object = {}): string =>
  JSON.stringify([{ id: "shop", key: SITE_KEY, origins: ["https://shop.example"], ...more }]);

const withWebhook = (url: string): string =>
  site({ promotions: [PROMOTIONS.main], webhook: { url, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" } });

let service: Awaited<ReturnType<typeof serveFulfillment>>;
let front: Server;
/** With a certificate that it issued itself. */
let other: TlsServer;
let strange: string;
let publicUrl: string;
let env: Record<string, string>;
beforeAll(async () => {
  front = createServer((request, response) => {
    const isServer = request.url === "/rewards/healthz";
    response.writeHead(isServer ? 200 : 404).end(isServer ? '{"data":{"status":"ok"}}' : "nothing here");
  });
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done));
  publicUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  other = createTlsServer(selfSigned(), (_, response) => response.end());
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  strange = `https://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterAll(() => {
  front.close();
  other.close();
});
beforeEach(async () => {
  // One of its own for each: it gives a key only so many tokens a minute.
  service = await serveFulfillment({ apiKey: KEY, apiSecret: SECRET });
  env = {
    FULFILLMENT_BASE_URL: service.baseUrl,
    FULFILLMENT_AUTH_URL: service.authUrl,
    FULFILLMENT_API_KEY: KEY,
    FULFILLMENT_API_SECRET: SECRET,
    SITES: site({ promotions: [PROMOTIONS.main] }),
    DATABASE_URL: `file:${join(mkdtempSync(join(tmpdir(), "doctor-")), "ledger.db")}`,
    PUBLIC_URL: `${publicUrl}/rewards`,
  };
  return () => service.close();
});

async function examined(changes: Record<string, string | undefined> = {}): Promise<[boolean, string]> {
  const lines: string[] = [];
  const isWell = await report({ ...env, ...changes }, (line) => lines.push(line));
  const text = lines.join("");
  for (const secret of [KEY, SECRET, SITE_KEY]) expect(text).not.toContain(secret);
  return [isWell, text];
}
const ledgerPath = (): string => (env.DATABASE_URL ?? "").replace("file:", "");
const makeLedger = async (owner: string): Promise<void> => {
  const ledger = await openLedger({ kind: "sqlite", path: ledgerPath() }, quiet);
  await claimLedger(ledger, owner);
  await ledger.close();
};

it("says until when passes can be signed, and who signs them", async () => {
  const { apple, google } = passAuthority(365);
  const [isWell, text] = await examined({ ...apple, ...google });
  expect(isWell).toBe(true);
  expect(text).toMatch(
    /^ok +passes for Apple Wallet: pass\.example\.gifts, of the team A1B2C3D4E5; the certificate expires at 20/m,
  );
  expect(text).toMatch(/^ok +passes for Google Wallet: of the issuer 33880\d+, signed by passes@gifts/m);
  expect(text).not.toContain("BEGIN");
});

it("notes a certificate of passes that expires soon, and tells one that has", async () => {
  const [isWell, text] = await examined(passAuthority(20).apple);
  expect([isWell, text]).toEqual([
    true,
    expect.stringMatching(/^note +passes for Apple Wallet: .*expires at 20.*: have Apple/m),
  ]);
  const [isWellAfter, after] = await examined(passAuthority(0).apple);
  expect([isWellAfter, after]).toEqual([
    false,
    expect.stringMatching(/^wrong +passes for Apple Wallet: none is made: .*expired at/m),
  ]);
});

it("is content where all can be reached", async () => {
  await makeLedger(service.baseUrl);
  const [isWell, text] = await examined();
  expect(text).toBe(
    `ok     settings: production service, sites: shop
ok     ledger: sqlite can be read and written
ok     token: the service gave one
ok     account: the credentials are those of "Linden Rewards Club API" (1201)
ok     site shop: promotions ${PROMOTIONS.main} can be read
ok     address: ${publicUrl}/rewards/healthz answers
`,
  );
  expect(isWell).toBe(true);
});

it("says whose the credentials are by name and id alone, and counts the discounts of a site's client", async () => {
  const [isWell, text] = await examined({ SITES: site({ client_id: "701" }) });
  expect(text).toMatch(/^ok {5}discounts: the service lists them for [1-9]\d* rewards$/m);
  expect([isWell, text.includes("@"), text.includes("linden-api")]).toEqual([true, false, false]);
});

it("says the same as one document, for a program", async () => {
  const changed = { ...env, PUBLIC_URL: `${publicUrl}/elsewhere` };
  const texts: string[] = [];
  const lines: string[] = [];
  expect(await report(changed, (text) => texts.push(text), "json")).toBe(false);
  await report(changed, (line) => lines.push(line));
  expect(texts).toHaveLength(1);
  const { is_well, findings } = JSON.parse(texts[0] ?? "") as {
    is_well: boolean;
    findings: { is: string; part: string; says: string }[];
  };
  expect(is_well).toBe(false);
  expect(findings.map(({ is, part, says }) => `${is.padEnd(5)}  ${part}: ${says}\n`)).toEqual(lines);
});

it("notes a wrong path of the discounts, and an account that cannot be read: no order needs either", async () => {
  const [isWell, text] = await examined({
    SITES: site({ client_id: "701" }),
    FULFILLMENT_DISCOUNTS_PATH: "/v3/discounts",
  });
  expect(text).toContain("note   discounts: nothing is at FULFILLMENT_DISCOUNTS_PATH: ask for");
  service.control.fault({ operation: "account", kind: "forbidden", times: "always" });
  const [isStillWell, told] = await examined();
  expect(told).toContain("note   account: it cannot be told whose the credentials are: the service denies");
  expect([isWell, isStillWell]).toEqual([true, true]);
});

it("notes a webhook that is off, of a site that has one", async () => {
  const ledger = await openLedger({ kind: "sqlite", path: ledgerPath() }, quiet);
  await claimLedger(ledger, service.baseUrl);
  const off = { fingerprint: "f", failing_since: 0, off_since: 0, off_reason: "gone" };
  for (const each of ["shop", "portal"]) await ledger.storeWebhook({ ...off, site: each });
  await ledger.close();
  const said = "its webhook has been off since 1970-01-01T00:00:00.000Z (gone)";
  const [isWell, text] = await examined({
    SITES: withWebhook(`${publicUrl}/hook`),
    WEBHOOK_NETWORKS: "127.0.0.0/8",
  });
  expect([isWell, text.match(/.*webhook has.*/g)]).toEqual([
    true,
    [expect.stringContaining(`note   site shop: ${said}`)],
  ]);
  expect((await examined())[1]).not.toContain("webhook");
});

it("says that the ledger went back, and leaves it to the start to note it", async () => {
  await makeLedger(service.baseUrl);
  const copy = `${ledgerPath()}.copy`;
  backUpSqlite(ledgerPath(), copy);
  const ledger = await openLedger({ kind: "sqlite", path: ledgerPath() }, quiet);
  await ledger.probe();
  await ledger.close();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(ledgerPath() + suffix, { force: true });
  copyFileSync(copy, ledgerPath());
  for (const LEDGER_RECOVERED_AT of ["", new Date().toISOString()]) {
    const [isWell, text] = await examined({ LEDGER_RECOVERED_AT });
    expect([isWell, text]).toEqual([
      true,
      expect.stringMatching(/^note {3}ledger: DATABASE_URL: .* this one is older/m),
    ]);
  }
  const started = await openLedger({ kind: "sqlite", path: ledgerPath() }, quiet);
  expect((await started.recovery())?.isNoticed).toBe(true);
  await started.close();
});

it("makes no ledger, also where one was lost and that was said", async () => {
  writeFileSync(`${ledgerPath()}-made`, "");
  expect((await examined({ LEDGER_RECOVERED_AT: new Date().toISOString() }))[0]).toBe(true);
  expect(existsSync(ledgerPath())).toBe(false);
});

it("makes no ledger", async () => {
  const [isWell, text] = await examined();
  expect(text).toContain("note   ledger: DATABASE_URL: there is none yet; serve makes it");
  expect([isWell, existsSync(ledgerPath())]).toEqual([true, false]);
});

it.each<[what: string, changes: () => Record<string, string | undefined>, says: string]>([
  ["a wrong setting", () => ({ PORT: "many" }), "settings: PORT: expected a whole number from 0 to 65535"],
  [
    "a refused secret",
    () => ({ FULFILLMENT_API_SECRET: "another" }),
    "token: the service refuses the credentials (401): compare FULFILLMENT_API_KEY and FULFILLMENT_API_SECRET",
  ],
  [
    "no token endpoint",
    () => ({ FULFILLMENT_AUTH_URL: `${publicUrl}/elsewhere` }),
    "token: there is no token endpoint (404): correct FULFILLMENT_AUTH_URL",
  ],
  [
    "a service that does not answer",
    () => ({ FULFILLMENT_AUTH_URL: "http://127.0.0.1:1" }),
    "token: no answer (not_connected): check FULFILLMENT_AUTH_URL",
  ],
  [
    "a proxy to the service that does not answer",
    () => ({ FULFILLMENT_PROXY: "http://127.0.0.1:1" }),
    "token: no answer (not_connected): check FULFILLMENT_AUTH_URL, FULFILLMENT_PROXY where there is one",
  ],
  [
    "a promotion that the service does not know",
    () => ({ SITES: site({ promotions: ["777777"] }) }),
    "site shop: promotion 777777: the service does not know it: correct its id in SITES",
  ],
  [
    "a base address of something else",
    () => ({ FULFILLMENT_BASE_URL: `${publicUrl}/elsewhere` }),
    `site shop: promotion ${PROMOTIONS.main}: `,
  ],
  [
    "a proxy that does not strip the path",
    () => ({ PUBLIC_URL: `${publicUrl}/other` }),
    "/other/healthz answers 404, but not as this server: start the server",
  ],
  [
    "an address where nothing listens",
    () => ({ PUBLIC_URL: "http://127.0.0.1:3" }),
    "address: http://127.0.0.1:3/healthz does not answer (ECONNREFUSED): start the server",
  ],
  [
    "a name that is not known",
    () => ({ FULFILLMENT_AUTH_URL: "https://auth.invalid" }),
    "(ENOTFOUND: the name is not known here",
  ],
  [
    "a certificate whose issuer is not known here",
    () => ({ PUBLIC_URL: strange, FULFILLMENT_AUTH_URL: strange }),
    "(DEPTH_ZERO_SELF_SIGNED_CERT): this machine does not know who issued its certificate: have it send the whole chain, or name the certificate of your own authority in NODE_EXTRA_CA_CERTS",
  ],
  [
    "a webhook that can never be delivered",
    () => ({ SITES: withWebhook("https://localhost:1/hook") }),
    "webhook shop: nothing can be delivered (AddressRefused): the address is not public: name its network in WEBHOOK_NETWORKS",
  ],
  [
    "an address for authorize that is not there",
    () => ({
      SITES: withWebhook("http://127.0.0.1:1/hook").replace('"webhook"', '"authorize"'),
      WEBHOOK_NETWORKS: "127.0.0.1",
    }),
    "authorize shop: no confirmation is possible, because the site cannot be asked (ECONNREFUSED): check the address",
  ],
  [
    "a webhook's receiver that is not there",
    () => ({ SITES: withWebhook("http://127.0.0.1:1/hook"), WEBHOOK_NETWORKS: "127.0.0.1" }),
    "webhook shop: nothing can be delivered (ECONNREFUSED): check the address",
  ],
])("names %s, and what to do", async (_, changes, says) => {
  const [isWell, text] = await examined(changes());
  expect(text).toContain(says);
  expect(text).toMatch(/^wrong {2}/m);
  expect(isWell).toBe(false);
});

it("is content with a webhook whose receiver can be reached, and sends it nothing", async () => {
  const said = (
    await examined({ SITES: withWebhook(`${publicUrl}/hook`), WEBHOOK_NETWORKS: "127.0.0.0/8" })
  )[1];
  expect(said).toContain("ok     webhook shop: its receiver can be reached");
});

it("says of when the last copy of the ledger is, where copies are to be made", async () => {
  const BACKUP_DIR = mkdtempSync(join(tmpdir(), "doctor-copies-"));
  const backups = { BACKUP_EVERY: "1h", BACKUP_DIR };
  expect((await examined(backups))[1]).toContain("note   backup: there is no copy yet");
  writeFileSync(join(BACKUP_DIR, "ledger-2026-01-01T00-00-00Z.db"), "old");
  expect((await examined(backups))[1]).toContain(
    "note   backup: the last copy is of 2026-01-01T00:00:00.000Z",
  );
  const now = new Date().toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
  writeFileSync(join(BACKUP_DIR, `ledger-${now}.db`), "new");
  expect((await examined(backups))[1]).toMatch(/^ok +backup: the last copy is of 20/m);
});

it("names a ledger of another service, and leaves it", async () => {
  await makeLedger("https://other.example");
  const [isWell, text] = await examined();
  expect(text).toContain("wrong  ledger: DATABASE_URL: expected a ledger of this FULFILLMENT_BASE_URL");
  expect(isWell).toBe(false);
});

it("as a command ends with 1 where something is wrong", async () => {
  const run = (changes: object) => runCommand("server/command.ts", ["doctor"], { ...env, ...changes });
  expect(await run({})).toEqual({ code: 0, stderr: "", stdout: expect.stringContaining("ok") });
  expect(await run({ PORT: "many" })).toMatchObject({
    code: 1,
    stderr: "",
    stdout: expect.stringMatching(/^wrong/),
  });
});
