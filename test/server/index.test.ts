/** The start of the process. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DRAIN_FOR } from "../../server/timing.ts";
import {
  FOREIGN_SECRET,
  type ForeignService,
  foreignEnv,
  startForeignService,
} from "../support/foreign-service.ts";
import { startServer } from "../support/process.ts";

const SITES = JSON.stringify([{ id: "shop", key: "k".repeat(32), origins: ["https://shop.example"] }]);

let service: ForeignService;
beforeAll(async () => {
  service = await startForeignService();
});
afterAll(() => service.close());

describe("at the start", () => {
  it.each([
    ["headers", 1],
    ["oauth", 0],
  ])("FULFILLMENT_AUTH=%s is warned about %i times, without a secret", async (method, times) => {
    const env = { ...foreignEnv(service), SITES, PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "debug" };
    const server = await startServer({ ...env, FULFILLMENT_AUTH: method });
    await server.kill("SIGTERM");
    const warnings = server.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "warn");
    expect(warnings.filter(({ msg }) => msg.includes("deprecated"))).toHaveLength(times);
    expect(warnings).toHaveLength(times);
    expect(server.lines.join()).not.toContain(FOREIGN_SECRET);
  });
});

describe("at the end", () => {
  const env = () => ({ ...foreignEnv(service), SITES, PORT: "0", DATABASE_URL: "memory:" });
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
    while (said === 200) said = await status(`${server.url}/readyz`);
    expect(said).toBe(503);
    expect(await status(`${server.url}/openapi.json`)).toBe(200);
    expect(await ended).toBe(0);
    expect(await status(`${server.url}/healthz`)).toBeUndefined();
  });

  it("with no proxy it closes its door at once", async () => {
    const server = await startServer(env());
    const started = performance.now();
    expect(await server.kill("SIGTERM")).toBe(0);
    expect(performance.now() - started).toBeLessThan(DRAIN_FOR);
  });
});
