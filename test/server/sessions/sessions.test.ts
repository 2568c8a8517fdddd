/**
 * Sessions and the choices of their orders never change, and so are read once. After the connection to the database was lost
 * another copy of the ledger may answer: what was read before is read again.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openPostgresLedger } from "../../../server/ledger/open.ts";
import { type PostgresServer, quiet, startPostgres, watched } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { type Answer, type Browser, createWorld, type World } from "../../support/world.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

let url: string;
let ledger: Ledger;
let world: World;
let browser: Browser;
beforeEach(async () => {
  url = await postgres.database();
  const own = watched(await openPostgresLedger(url, quiet));
  ledger = own.ledger;
  world = await createWorld({}, own);
  browser = await world.browser();
  expect((await browser.get("/v1/catalog")).status).toBe(200);
});
afterEach(async () => {
  await world.close();
  await ledger.close();
});

/** The rows are as in a copy that was made before the table's rows were written. */
const withoutRowsOf = (table: string) => postgres.query(url, `DELETE FROM reward_redemption.${table}`);

/** Ends every connection of the server; one that it has not noticed yet costs a request a 503, which may be tried again. */
async function loseConnections(): Promise<void> {
  const lost = new Promise<void>((heard) => ledger.onConnectionLost(heard));
  const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'reward-redemption'`;
  await postgres.query(url, ended);
  await lost;
}

async function getCatalog(): Promise<Answer> {
  let answer = await browser.get("/v1/catalog");
  await until(async () => {
    if (answer.status === 503) answer = await browser.get("/v1/catalog");
    return answer.status !== 503;
  }, "the database answers again");
  return answer;
}

describe("what the server keeps in memory", () => {
  it.each([
    ["a session", "sessions", 401, "session_invalid"],
    ["the choices of an order", "orders", 404, "order_not_found"],
  ])(
    "of %s serves requests until the connection is lost, and none afterwards",
    async (_, table, status, code) => {
      await withoutRowsOf(table);
      expect((await browser.get("/v1/catalog")).status).toBe(200);
      await loseConnections();
      const answer = await getCatalog();
      expect([answer.status, answer.problem.code]).toEqual([status, code]);
    },
  );

  it("comes back with the rows: a lost connection ends no session that the ledger has", async () => {
    await loseConnections();
    expect((await getCatalog()).status).toBe(200);
  });
});
