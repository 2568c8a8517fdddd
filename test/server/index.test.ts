/** The start of the process. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedFulfillment, serveFulfillment } from "../../demo/fulfillment/serve.ts";
import { DRAIN_FOR } from "../../server/timing.ts";
import { childEnv } from "../support/child-env.ts";
import { refusedStart, runCommand, startServer, whileStarting } from "../support/process.ts";
import { copyUnbuilt } from "../support/release.ts";
import { until } from "../support/until.ts";

const OPERATOR_KEY = "an-operator-key-7Qm2xV9kTf4Zc8Lw1Rb6";
const SITES = JSON.stringify([
  { id: "shop", key: "a-site-key-7Qm2xV9kTf4Zc8Lw1Rb6-abc", origins: ["https://shop.example"] },
]);

const SECRET = "a-secret-of-the-service-0123456789";

let service: ServedFulfillment;
let upstream: Record<string, string>;
beforeAll(async () => {
  service = await serveFulfillment({ apiKey: "key", apiSecret: SECRET });
  upstream = {
    FULFILLMENT_BASE_URL: service.baseUrl,
    FULFILLMENT_AUTH_URL: service.authUrl,
    FULFILLMENT_API_KEY: "key",
    FULFILLMENT_API_SECRET: SECRET,
  };
});
afterAll(() => service.close());

/** The first answer of a process that is only just starting; bounded, so that one that never listens fails the test. */
async function eventually(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries >= 200) throw error;
      await new Promise((done) => setTimeout(done, 25));
    }
  }
}

const newFile = (): string => `file:${join(mkdtempSync(join(tmpdir(), "start-")), "ledger.db")}`;

describe("at the start", () => {
  it.each([
    ["headers", 1],
    ["oauth", 0],
  ])("FULFILLMENT_AUTH=%s is warned about %i times, without a secret", async (method, times) => {
    const env = { ...upstream, SITES, OPERATOR_KEY, PORT: "0", DATABASE_URL: newFile() };
    const server = await startServer({ ...env, LOG_LEVEL: "debug", FULFILLMENT_AUTH: method });
    await server.kill("SIGTERM");
    const warnings = server.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "warn");
    expect(warnings.filter(({ msg }) => msg.includes("deprecated"))).toHaveLength(times);
    expect(warnings).toHaveLength(times);
    expect(server.lines.join()).not.toContain(SECRET);
  });

  it.each([
    [
      "a key that can be guessed",
      { OPERATOR_KEY, SITES: SITES.replace(/a-site-key[^"]*/, "k".repeat(40)) },
      /^unsafe setting: SITES: expected a random key of the site "shop"/,
    ],
    [
      "a ledger that ends with the process, beside a real service",
      { OPERATOR_KEY, DATABASE_URL: "memory:" },
      /^unsafe setting: DATABASE_URL: expected a ledger that outlives the process/,
    ],
    [
      "routes for operators that answer nobody",
      {},
      /^the operators' routes and metrics answer nobody: set OPERATOR_KEY/,
    ],
    [
      "a public address without NODE_ENV=production",
      { OPERATOR_KEY, PUBLIC_URL: "https://rewards.example" },
      /^PUBLIC_URL is a public address without NODE_ENV=production/,
    ],
  ])("%s is warned about once", async (_, change, msg) => {
    const server = await startServer({
      ...upstream,
      SITES,
      PORT: "0",
      DATABASE_URL: newFile(),
      ...change,
    });
    await server.kill("SIGTERM");
    const warnings = server.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(1);
    expect(warnings[0].msg).toMatch(msg);
    expect(server.lines.join()).not.toContain("kkkk");
  });

  it("the demo makes itself an operator's key and prints it", async () => {
    const server = await startServer({ PORT: "0", DATABASE_URL: "memory:" });
    const said = server.lines
      .map((line) => JSON.parse(line).msg)
      .find((msg) => msg.includes("operator's key"));
    const metrics = (key: string) =>
      fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${key}` } });
    const statuses = [await metrics(said.split(": ").at(-1)), await metrics("a-guess")].map(
      ({ status }) => status,
    );
    await server.kill("SIGTERM");
    expect(statuses).toEqual([200, 401]);
  });

  it.each(["debug", "info", "warn", "error"])("LOG_LEVEL=%s prints the line `listening`", async (level) => {
    const server = await startServer({
      ...upstream,
      SITES,
      PORT: "0",
      DATABASE_URL: "memory:",
      LOG_LEVEL: level,
    });
    await server.kill("SIGTERM");
    const lines = server.lines.map((line) => JSON.parse(line));
    const listening = lines.filter(({ msg }) => msg === "listening");
    expect(listening).toMatchObject([{ level: "info", url: server.url }]);
    expect(lines.filter(({ msg }) => msg === "stopping")).toHaveLength(
      ["debug", "info"].includes(level) ? 1 : 0,
    );
  });

  it("what is asked before the ledger is open is a problem that may be tried again", async () => {
    // A database that takes connections and says nothing.
    const held: Socket[] = [];
    const database = createServer((socket) => held.push(socket.on("error", () => {})));
    const free = createServer(() => {});
    const portOf = async (server: Server): Promise<number> => {
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      return (server.address() as AddressInfo).port;
    };
    const [silent, port] = [await portOf(database), await portOf(free)];
    await new Promise((done) => free.close(done));
    const env = { ...upstream, SITES, PORT: String(port) };
    await whileStarting({ ...env, DATABASE_URL: `postgres://user@127.0.0.1:${silent}/ledger` }, async () => {
      const answer = await eventually(() => fetch(`http://127.0.0.1:${port}/v1/order`));
      expect(answer.status).toBe(503);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("retry-after")).toBe("2");
      const body = (await answer.json()) as Record<string, unknown>;
      expect(body).toMatchObject({ code: "upstream_unavailable", retryable: true });
      expect(body.request_id).toBe(answer.headers.get("x-request-id"));
    });
    for (const socket of held) socket.destroy();
    await new Promise((done) => database.close(done));
  });

  it("npm start serves also where the shell does not know exec", () => {
    const shell = join(mkdtempSync(join(tmpdir(), "shell-")), "shell");
    const other = "s/exec /no-such-word /; s/node [^ ]*/echo serves/g";
    writeFileSync(shell, `#!/bin/sh\nexec /bin/sh "$1" "$(echo "$2" | sed '${other}')"\n`, { mode: 0o755 });
    const env = childEnv({ npm_config_script_shell: shell });
    const said = execFileSync("npm", ["start", "--silent"], { env, stdio: ["ignore", "pipe", "ignore"] });
    expect(String(said)).toBe("serves\n");
  });

  it("without the built widget it ends with one line that says how to build it", async () => {
    const { root, remove } = copyUnbuilt();
    const env = { ...upstream, SITES, PORT: "0", DATABASE_URL: "memory:" };
    const ended = await runCommand(join(root, "server/index.ts"), [], env).finally(remove);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^dist\/: expected the built widget[^\n]*npm run build\n$/);
    expect(ended.stdout).not.toContain("listening");
  });

  it("what is only warned about elsewhere ends a start in production, with one line", async () => {
    const env = { ...upstream, SITES, PORT: "0", DATABASE_URL: "memory:", NODE_ENV: "production" };
    const { code, stderr } = await refusedStart({ ...env, PUBLIC_URL: "http://rewards.example" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^PUBLIC_URL: expected an https: address[^\n]*\n$/);
  });
});

describe("at the end", () => {
  const env = () => ({ ...upstream, SITES, PORT: "0", DATABASE_URL: "memory:" });
  const status = (url: string): Promise<number | undefined> =>
    fetch(url).then(
      (answer) => answer.status,
      () => undefined,
    );

  it("behind a proxy it says that it is leaving, and works on until the proxy has seen it", async () => {
    const server = await startServer({ ...env(), TRUSTED_PROXIES: "1" });
    expect(await status(`${server.url}/readyz`)).toBe(200);
    const ended = server.kill("SIGTERM");
    let said: number | undefined = 200;
    await until(async () => {
      said = await status(`${server.url}/readyz`);
      return said !== 200;
    }, "it says that it is leaving");
    expect(said).toBe(503);
    expect(await status(`${server.url}/openapi.json`)).toBe(200);
    expect(await ended).toBe(0);
    expect(await status(`${server.url}/healthz`)).toBeUndefined();
  });

  it("also when the signal is sent to npm start, it ends as it should", async () => {
    const server = await startServer(env(), { command: ["npm", "start"] });
    expect(await server.kill("SIGTERM")).toBe(0);
    expect(await status(`${server.url}/healthz`)).toBeUndefined();
  });

  it("the reader of its log may go first", async () => {
    const server = await startServer(env());
    server.deafen();
    for (let n = 0; n < 5; n++) expect(await status(`${server.url}/healthz`)).toBe(200);
    expect(await server.kill("SIGTERM")).toBe(0);
  });

  it("with no proxy it closes its door at once", async () => {
    const server = await startServer(env());
    const started = performance.now();
    expect(await server.kill("SIGTERM")).toBe(0);
    expect(performance.now() - started).toBeLessThan(DRAIN_FOR);
  });
});
