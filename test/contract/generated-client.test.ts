/**
 * A client generated from the OpenAPI document, used against a running server as an integrator would: a program that
 * uses the client is type-checked, compiled, and run as a process of its own.
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createAdaptorServer } from "@hono/node-server";
import { generate, HttpClient } from "openapi-typescript-codegen";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, ORIGIN, SITE_KEY, type World } from "../support/world.ts";

const run = promisify(execFile);
const TSC = new URL("../../node_modules/.bin/tsc", import.meta.url).pathname;
const OPTIONS = ["--strict", "--module", "commonjs", "--moduleResolution", "bundler", "--target", "es2022"];
const LIBRARIES = ["--lib", "es2022,dom", "--types", "", "--skipLibCheck"];
/** The server's time moves only when the test moves it, and by one tick for each request. */
const TICK_MS = 20;

/** An integrator's program: each name and type below comes from the document. */
const PROGRAM = (base: string, sku = "PLUMVALE-CODE-PIN-C128-30"): string => `
import { ApiError, TokenServer, type Order, type Problem, type SessionRequest } from "./client";

async function main(): Promise<unknown> {
  const site = new TokenServer({ BASE: "${base}", TOKEN: "${SITE_KEY}" }).site;
  const request: SessionRequest = {
    order_id: "generated-1",
    promotion_id: "4001",
    user: { email: "user@example.com" },
    delivery: "redeem",
    max_amount: "50",
  };
  const { data: session } = await site.openSession(request);
  const { browser } = new TokenServer({
    BASE: "${base}",
    TOKEN: session.session_token,
    HEADERS: { Origin: "${ORIGIN}" },
  });
  const { data: rewards } = await browser.readCatalog();
  const chosen = rewards.find((reward) => reward.sku === "${sku}");
  const booked: Order = (await browser.bookReward({ sku: chosen?.sku ?? "" })).data;
  const attempt: number = booked.attempt ?? 0;
  const redeemed: Order = (await browser.redeemReward({ attempt, sku: booked.sku ?? "" })).data;
  const listed = await site.listRedemptions(1, 20, "4001");
  const refused = await browser
    .bookReward({ sku: "NO-SUCH" })
    .catch((error: ApiError) => [error.status, (error.body as Problem).code]);
  return {
    state: redeemed.state,
    usages: redeemed.codes?.items.map(({ usage }) => usage),
    worth: redeemed.value?.amount,
    total: listed.paging.total,
    order: (await site.readSiteOrder("generated-1")).data.state,
    refused,
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
  folder = mkdtempSync(join(tmpdir(), "generated-client-"));
  await generate({
    input: await (await fetch(`${base}/openapi.json`)).json(),
    output: join(folder, "client"),
    httpClient: HttpClient.FETCH,
    clientName: "TokenServer",
    useUnionTypes: true,
  });
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}');
}, 60_000);
afterAll(async () => {
  http.close();
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
    refused: [409, "order_finished"],
  });
});

it("does not compile with a name that the document does not contain", { timeout: 60_000 }, async () => {
  const misspelled = PROGRAM(base).replace('max_amount: "50"', 'max_ammount: "50"');
  await expect(compile(misspelled)).rejects.toMatchObject({ stdout: expect.stringContaining("max_ammount") });
});
