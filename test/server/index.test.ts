/** The start of the process. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
