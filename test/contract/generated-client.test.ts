/**
 * A client generated from the OpenAPI document, used against a running server as an integrator would: a program that
 * uses the client is type-checked, compiled, and run as a process of its own.
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, ORIGIN, SITE_KEY, type World } from "../support/world.ts";

const run = promisify(execFile);
const TSC = new URL("../../node_modules/.bin/tsc", import.meta.url).pathname;
const GENERATOR = new URL("../../node_modules/.bin/oazapfts", import.meta.url).pathname;
const RESULTS = new URL("../../test-results", import.meta.url).pathname;
const OPTIONS = [
  "--strict",
  "--module",
  "nodenext",
  "--target",
  "es2022",
  "--rewriteRelativeImportExtensions",
];
const LIBRARIES = ["--lib", "es2022,dom,dom.iterable", "--types", "", "--skipLibCheck", "--ignoreConfig"];
/** The server's time moves only when the test moves it, and by one tick for each request. */
const TICK_MS = 20;

/** An integrator's program: each name and type below comes from the document. */
const PROGRAM = (base: string, sku = "PLUMVALE-CODE-PIN-C128-30"): string => `
import { ok } from "@oazapfts/runtime";
import * as server from "./client.ts";

const baseUrl = "${base}";
const site = { baseUrl, headers: { Authorization: "Bearer ${SITE_KEY}" } };

async function main(): Promise<unknown> {
  const request: server.SessionRequest = {
    order_id: "generated-1",
    promotion_id: "4001",
    user: { email: "user@example.com" },
    delivery: "redeem",
    max_amount: "50",
  };
  const { data: session } = await ok(server.openSession(request, site));
  const browser = {
    baseUrl,
    headers: { Authorization: "Bearer " + session.session_token, Origin: "${ORIGIN}" },
  };
  const { data: rewards } = await ok(server.readCatalog({}, browser));
  const chosen = rewards.find((reward) => reward.sku === "${sku}");
  const booking = await server.bookReward({ sku: chosen?.sku ?? "" }, {}, browser);
  if (booking.status !== 201) throw new Error("not booked");
  const booked: server.Order = booking.data.data;
  const attempt: number = booked.attempt ?? 0;
  const redeeming = await server.redeemReward({ attempt, sku: booked.sku ?? "" }, {}, browser);
  if (redeeming.status !== 200) throw new Error("not redeemed");
  const redeemed: server.Order = redeeming.data.data;
  const listed = await server.listRedemptions({ promotionId: "4001", perPage: 20 }, site);
  const refused = await server.bookReward({ sku: "NO-SUCH" }, {}, browser);
  const order = await ok(server.readSiteOrder("generated-1", site));
  return {
    state: redeemed.state,
    usages: redeemed.codes?.items.map(({ usage }) => usage),
    worth: redeemed.value?.amount,
    total: listed.status === 200 && listed.data.paging.total,
    order: order.data.state,
    refused: refused.status === 409 && refused.data.code,
  };
}
main().then((told) => console.log(JSON.stringify(told)));
`;

let world: World;
let http: ReturnType<typeof createAdaptorServer>;
let base: string;
let folder: string;
beforeAll(async () => {
  world = await createWorld();
  http = createAdaptorServer({ fetch: world.server.app.fetch });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  // Below the project, so that the program finds the client's one package.
  mkdirSync(RESULTS, { recursive: true });
  folder = mkdtempSync(join(RESULTS, "generated-client-"));
  const document = join(folder, "openapi.json");
  writeFileSync(document, await (await fetch(`${base}/openapi.json`)).text());
  await run(GENERATOR, [document, join(folder, "client.ts")]);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
}, 60_000);
afterAll(async () => {
  http.close();
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

const compile = (program: string) => {
  writeFileSync(join(folder, "program.ts"), program);
  return run(TSC, [...OPTIONS, ...LIBRARIES, "--outDir", "out", "program.ts"], { cwd: folder });
};

it("compiles, opens a session, books, redeems and reads what the site may read", {
  timeout: 60_000,
}, async () => {
  await compile(PROGRAM(base));
  let isRunning = true;
  const told = run(process.execPath, [join(folder, "out", "program.js")]).finally(() => {
    isRunning = false;
  });
  while (isRunning) await world.pass(TICK_MS);
  expect(JSON.parse((await told).stdout)).toEqual({
    state: "redeemed",
    usages: ["primary", "security"],
    worth: 30,
    total: 1,
    order: "redeemed",
    refused: "order_finished",
  });
});

it("does not compile with a name that the document does not contain", { timeout: 60_000 }, async () => {
  const misspelled = PROGRAM(base).replace('max_amount: "50"', 'max_ammount: "50"');
  await expect(compile(misspelled)).rejects.toMatchObject({ stdout: expect.stringContaining("max_ammount") });
});
