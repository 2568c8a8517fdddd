/** Orders while a database goes away, comes back or loses an answer: none is lost and none doubled. */

import { randomBytes } from "node:crypto";
import { chownSync, globSync, rmSync, statSync } from "node:fs";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { ledgerFaultOf } from "../../../server/ledger/ledger-fault.ts";
import { openPostgresLedger } from "../../../server/ledger/open.ts";
import { LedgerUnavailable } from "../../../server/problems/ledger-unavailable.ts";
import { LEASE } from "../../../server/timing.ts";
import { type AnswerThief, startAnswerThief } from "../../support/answer-thief.ts";
import { type PostgresServer, quiet, startPostgres, watched } from "../../support/postgres.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";
import { until } from "../../support/until.ts";
import { createWorld, type World } from "../../support/world.ts";
import { keyOf, order } from "./rows.ts";

/** An empty database takes some eight. */
const FULL_DISK_MEGABYTES = 24;
const choice = { sku: SKU };
const confirmation = { attempt: 1, sku: SKU };
const FREE = { kind: "free" } as const;

let postgres: PostgresServer;
let thief: AnswerThief;
beforeAll(async () => {
  postgres = await startPostgres();
  thief = await startAnswerThief(postgres.port);
});
afterAll(async () => {
  await thief.close();
  await postgres.close();
});

let world: World;
let ledger: Ledger;
let url: string;
let isUp = true;
beforeEach(async () => {
  url = await postgres.database();
  const through = url.replace(`:${postgres.port}/`, `:${thief.port}/`);
  let now = (): number => Date.now();
  const own = watched(await openPostgresLedger(through, quiet, {}, () => now()));
  ledger = own.ledger;
  world = await createWorld({}, own);
  now = () => world.clock.now();
});
afterEach(async () => {
  if (!isUp) await start();
  await world.close();
  await ledger.close();
});
const stop = async (): Promise<void> => {
  await postgres.stop();
  isUp = false;
};
const start = async (): Promise<void> => {
  await postgres.start();
  isUp = true;
};
const upstream = (): string[] => world.control.calls.map(({ operation }) => operation);

it("instances hear of each other's events, and again after an outage", async () => {
  const other = await openPostgresLedger(url, quiet);
  const hearing = async (): Promise<string> =>
    new Promise(
      (hear, fail) => void ledger.listenForEvents(hear).then(() => other.announceEvents("shop"), fail),
    );
  expect(await hearing()).toBe("shop");
  await stop();
  await start();
  await until(async () => (await world.request("/readyz")).status === 200, "the ledger answers again");
  expect(await hearing()).toBe("shop");
  await other.close();
});

describe("while the database is away", () => {
  it("every request is a 503 that may be tried again, and nothing upstream is asked", async () => {
    const browser = await world.browser();
    await stop();
    const before = upstream().length;
    const answers = [
      await browser.get("/v1/order"),
      await browser.get("/v1/catalog"),
      await browser.post("/v1/order/book", choice),
      await browser.post("/v1/order/redeem", confirmation),
      await world.mint({ order_id: "another" }),
      await world.request("/readyz"),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(503));
    for (const { problem } of answers.slice(0, 5)) {
      expect(problem).toMatchObject({ code: "upstream_unavailable", retryable: true });
      expect(problem.detail).toContain("records");
    }
    expect((await world.request("/healthz")).status).toBe(200);
    expect(upstream()).toHaveLength(before);
    await start();
    expect((await world.request("/readyz")).status).toBe(200);
    expect((await browser.post("/v1/order/book", choice)).status).toBe(201);
  });

  it("an order that is under way stands still, and is worked to its end afterwards", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", choice);
    world.control.fault({ operation: "redeem", kind: "late", delay_ms: MINUTE, times: "always" });
    expect((await browser.post("/v1/order/redeem", confirmation)).status).toBe(202);
    await stop();
    const before = world.operations();
    await world.pass(5 * MINUTE);
    expect(world.operations()).toEqual(before);
    await start();
    await world.pass(MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
    expect(await ledger.ordersNeedingAttention(1)).toEqual([]);
  });

  it("an outcome that could not be stored is found again, and nothing is sent twice", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", choice);
    // The database goes away while the service answers.
    world.tamper = (path, body) => {
      if (path.endsWith("/redeem")) thief.steal("replace_order", 2);
      return body;
    };
    const answer = await browser.post("/v1/order/redeem", confirmation);
    expect([200, 202, 503]).toContain(answer.status);
    await world.pass(MINUTE);
    expect((await browser.get("/v1/order")).data.state).toBe("redeemed");
    expect(world.operations()).toEqual(["book", "redeem"]);
  });
});

describe("a commit whose answer is lost", () => {
  it("is recognised as one's own, and the order goes on at once", async () => {
    const browser = await world.browser();
    const before = thief.stolen;
    thief.steal("replace_order", 1);
    const booked = await browser.post("/v1/order/book", choice);
    expect([booked.status, booked.data.state, thief.stolen - before]).toEqual([201, "booked", 1]);
    thief.steal("replace_order", 1);
    const redeemed = await browser.post("/v1/order/redeem", confirmation);
    expect([redeemed.status, redeemed.data.state, thief.stolen - before]).toEqual([200, "redeemed", 2]);
    expect(world.operations()).toEqual(["book", "redeem"]);
  });

  it("does not make two of the same claim: of equal ones at the same moment at most one wins", async () => {
    await ledger.createOrder(order());
    const names = Array.from({ length: 8 }, (_, n) => `worker-${n}`);
    thief.steal("replace_order", names.length);
    const claims = names.map((name) => ledger.replaceOrder(order(), { kind: "claim", name }));
    const ends = await Promise.allSettled(claims);
    const won = names.filter((_, at) => ends[at]?.status === "fulfilled" && ends[at].value !== undefined);
    const row = await ledger.readOrder(keyOf("o-1"));
    expect(row?.order.version).toBe(2);
    expect([[], [row?.lease?.name]]).toContainEqual(won);
  });

  it.each([
    ["book", choice, ["book"]],
    ["redeem", confirmation, ["book", "redeem"]],
  ])(
    "and whose repeat is lost as well leaves an announced %s: 503, and it is sent once",
    async (operation, body, expected) => {
      const browser = await world.browser();
      if (operation === "redeem") await browser.post("/v1/order/book", choice);
      const before = world.operations();
      thief.steal("replace_order", 2);
      const lost = await browser.post(`/v1/order/${operation}`, body);
      expect([lost.status, lost.problem.code]).toEqual([503, "upstream_unavailable"]);
      expect(world.operations()).toEqual(before);
      // A repeated request joins the announced call.
      const again = await browser.post(`/v1/order/${operation}`, body);
      expect([again.status, again.data.state]).toEqual([202, "processing"]);
      expect(world.operations()).toEqual(before);
      await world.pass(LEASE + 10_000);
      expect(world.operations()).toEqual(expected);
      expect((await browser.get("/v1/order")).data.state).toBe(operation === "book" ? "booked" : "redeemed");
    },
  );

  it("of a new order or session does not stop the session", async () => {
    thief.steal("create_order", 1);
    expect((await world.mint({ order_id: "one" })).status).toBe(201);
    thief.steal("create_session", 1);
    expect((await world.mint({ order_id: "two" })).status).toBe(201);
  });
});

describe("a resolved write", () => {
  it("survives a crash of the database, although the server's default would lose it", async () => {
    for (let n = 0; n < 20; n++) await ledger.createOrder(order({ order_id: `o-${n}` }));
    // Not due, nor further ahead than any wait: a due order is the world's worker's to change.
    const due_at = world.clock.now() + MINUTE;
    await ledger.replaceOrder(order({ order_id: "o-0", due_at }), FREE);
    await postgres.crash();
    await postgres.start();
    expect(await ledger.readOrder({ site: "shop", order_id: "o-19" })).toBeDefined();
    expect(await ledger.readOrder({ site: "shop", order_id: "o-0" })).toMatchObject({ order: { due_at } });
  });

  it("that waited for another one is told that it lost, however strictly the database isolates by default", async () => {
    const name = url.split("/").at(-1);
    await postgres.query(url, `ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
    const strict = await openPostgresLedger(url, quiet);
    await strict.createOrder(order());
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("BEGIN; UPDATE reward_redemption.orders SET version = version + 1");
    const waiting = strict.replaceOrder(order(), FREE);
    const locks = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await until(async () => (await postgres.query(url, locks)).length > 0, "a statement waits for a lock");
    await client.query("COMMIT");
    expect(await waiting).toBeUndefined();
    await client.end();
    await strict.close();
  });
});

describe("a database that cannot be worked with", () => {
  /**
   * An answer to a confirmation comes within 12 s (docs/proof/course.md, "One worker an order"). Real time, because the database
   * takes it.
   */
  const ANSWERED_WITHIN = 12_000;
  const reasonOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "done",
      (error) => (error instanceof LedgerUnavailable ? ledgerFaultOf(error.reason) : String(error)),
    );

  it("because it hangs: every request is a 503 in time, and everything goes on when it answers again", async () => {
    const browser = await world.browser();
    await browser.post("/v1/order/book", choice);
    const before = world.operations();
    thief.hang(true);
    const started = performance.now();
    const timed = async (work: Promise<{ status: number }>) => [
      (await work).status,
      performance.now() - started < ANSWERED_WITHIN,
    ];
    const answers = await Promise.all([
      timed(browser.get("/v1/order")),
      timed(browser.post("/v1/order/redeem", confirmation)),
      timed(world.mint({ order_id: "another" })),
      timed(world.request("/readyz")),
    ]);
    expect(answers).toEqual(Array(4).fill([503, true]));
    expect(world.operations()).toEqual(before);
    thief.hang(false);
    await until(async () => (await reasonOf(ledger.probe())) === "done", "the database answers");
    expect((await world.request("/readyz")).status).toBe(200);
    expect((await browser.post("/v1/order/redeem", confirmation)).data.state).toBe("redeemed");
    expect(world.control.codes()).toHaveLength(1);
  });

  it("because it is read-only: what is read goes on, and it is not ready", async () => {
    const browser = await world.browser();
    const name = url.split("/").at(-1);
    const administration = url.replace(/[^/]+$/, "postgres");
    const readOnly = async (isOn: boolean): Promise<void> => {
      await postgres.query(
        administration,
        `ALTER DATABASE ${name} SET default_transaction_read_only = ${isOn}`,
      );
      // The setting is of connections that begin.
      const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
      await postgres.query(administration, ended);
    };
    await readOnly(true);
    await until(
      async () => (await reasonOf(ledger.probe())) === "read_only",
      "new connections are read-only",
    );
    expect((await browser.get("/v1/order")).data.state).toBe("open");
    const refused = await browser.post("/v1/order/book", choice);
    expect([refused.status, refused.problem.title]).toEqual([
      503,
      "The records of orders cannot be worked with",
    ]);
    expect((await world.request("/readyz")).status).toBe(503);
    expect(world.operations()).toEqual([]);
    await readOnly(false);
    await until(async () => (await reasonOf(ledger.probe())) === "done", "it can be written to again");
    expect((await browser.post("/v1/order/book", choice)).status).toBe(201);
  });

  it("because its disk is full: that is its word, and with room again it works", async ({
    skip,
    onTestFinished,
  }) => {
    const disk = mountSmallDisk(FULL_DISK_MEGABYTES);
    if (!disk) return skip("needs root to mount a small file system");
    onTestFinished(disk.remove);
    const [row] = await postgres.query(url, "SHOW data_directory");
    const { uid, gid } = statSync(String(row?.data_directory));
    chownSync(disk.folder, uid, gid);
    const administration = url.replace(/[^/]+$/, "postgres");
    await postgres.query(administration, `CREATE TABLESPACE small LOCATION '${disk.folder}'`);
    const fresh = await postgres.database("TABLESPACE small");
    const onSmall = await openPostgresLedger(fresh, quiet);
    try {
      await onSmall.createOrder(order());
      // Pages that were never written have no room of their own yet: a read may have to make way for itself by writing one.
      await postgres.query(fresh, "CHECKPOINT");
      // A started server writes this file for each database at the first login, and refuses the login if it cannot.
      for (const file of globSync(`${disk.folder}/PG_*/*/pg_internal.init`)) rmSync(file);
      disk.fill();
      const large = order({
        order_id: "large",
        promotion: { name: randomBytes(200_000).toString("hex") },
      });
      expect(await reasonOf(onSmall.createOrder(large))).toBe("full");
      expect((await onSmall.readOrder(keyOf("o-1")))?.order).toEqual(order());
      disk.free();
      expect(await onSmall.createOrder(large)).toBe(true);
      expect(await reasonOf(onSmall.probe())).toBe("done");
    } finally {
      disk.free();
      await onSmall.close();
      await postgres.query(administration, `DROP DATABASE ${fresh.split("/").at(-1)}`);
      await postgres.query(administration, "DROP TABLESPACE small");
    }
  });
});
