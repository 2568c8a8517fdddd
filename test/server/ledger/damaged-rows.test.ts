/** A row whose text was changed below the server: the ledger is damaged, that is named once, and it stays so until a restart. */

import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { ledgerFaultOf } from "../../../server/ledger/ledger-fault.ts";
import { openPostgresLedger } from "../../../server/ledger/open.ts";
import { createLedger } from "../../../server/ledger/sql-ledger.ts";
import { openInThread } from "../../../server/ledger/sqlite-thread.ts";
import { createLog } from "../../../server/observing/log.ts";
import { LedgerUnavailable } from "../../../server/problems/ledger-unavailable.ts";
import { type PostgresServer, startPostgres, watched } from "../../support/postgres.ts";
import { createWorld, type World } from "../../support/world.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { claiming, keyOf as key, order } from "./rows.ts";

const NAMED = "the ledger cannot be worked with: it is damaged";
const TITLE = "The records of orders cannot be worked with";

let lines: string[];
const log = createLog("info", new VirtualClock(), (line) => lines.push(line));
const told = (): string[] => lines.map((line) => JSON.parse(line).msg);
const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error) => (error instanceof LedgerUnavailable ? ledgerFaultOf(error.reason) : String(error)),
  );

let folder: string;
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(() => {
  lines = [];
  folder = mkdtempSync(join(tmpdir(), "damaged-rows-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Opened {
  readonly ledger: Ledger;
  /** Changes rows past the server. */
  readonly change: (sql: string) => Promise<unknown>;
}

async function openFile(path: string, now?: () => number): Promise<Opened> {
  return {
    ledger: createLedger(await openInThread(path, { recoveredAt: undefined }, log), now),
    async change(sql) {
      const db = new DatabaseSync(path);
      db.exec(sql);
      db.close();
    },
  };
}

async function openPostgres(now?: () => number): Promise<Opened> {
  const url = await postgres.database();
  return {
    ledger: await openPostgresLedger(url, log, {}, now),
    change: (sql) => postgres.query(url, `SET search_path = reward_redemption; ${sql}`),
  };
}

const FREE = { kind: "free" } as const;

/** Longer than a page of the file: most of the row's text is in separate pages. */
const LONG = { promotion: { name: "x".repeat(20_000) } };

/** Overwrites the text in the pages that hold the ends of long rows, and leaves how they hang together: SQLite sees no fault. */
function overwriteLongRows(path: string): void {
  const db = new DatabaseSync(path);
  // The pages that are overwritten must be in the file.
  while (db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy !== 0);
  const size = Number(db.prepare("PRAGMA page_size").get()?.page_size);
  const pages = db
    .prepare("SELECT pageno FROM dbstat WHERE name = 'orders' AND pagetype = 'overflow'")
    .all()
    .map(({ pageno }) => Number(pageno));
  expect(pages.length).toBeGreaterThan(0);
  const NEXT = 4;
  const file = openSync(path, "r+");
  for (const page of pages) {
    const bytes = Buffer.alloc(size);
    readSync(file, bytes, 0, size, (page - 1) * size);
    writeSync(file, bytes.fill(0x5a, NEXT), 0, size, (page - 1) * size);
  }
  closeSync(file);
  // A change of another connection: from then on the server's answers nothing from its memory. The server may be writing.
  db.exec("PRAGMA busy_timeout = 5000");
  db.exec("INSERT INTO settings VALUES ('of another', 'process')");
  db.close();
}

describe("pages overwritten under a running server", () => {
  let path: string;
  let ledger: Ledger;
  let world: World;
  beforeEach(async () => {
    path = join(folder, "ledger.db");
    let now = (): number => Date.now();
    ({ ledger } = await openFile(path, () => now()));
    world = await createWorld({}, watched(ledger));
    now = () => world.clock.now();
  });
  afterEach(async () => {
    await world.close();
    await ledger.close();
  });

  it("are the ledger's fault, told as such to users and operators; other orders can be read", async () => {
    const [hit, whole] = [await world.browser({ order_id: "hit" }), await world.browser()];
    const row = await ledger.readOrder(key("hit"));
    if (!row) throw new Error("no row");
    await ledger.replaceOrder({ ...row.order, ...LONG }, FREE);
    expect((await world.request("/readyz")).status).toBe(200);
    overwriteLongRows(path);
    const { status, problem } = await hit.get("/v1/order");
    expect([status, problem.code, problem.title]).toEqual([503, "upstream_unavailable", TITLE]);
    await world.pass(2_000);
    expect((await world.request("/readyz")).status).toBe(503);
    expect(await faultOf(ledger.probe())).toBe("damaged");
    expect((await whole.get("/v1/order")).status).toBe(200);
    expect(world.logs.filter((line) => line.includes("unexpected error"))).toEqual([]);
  });

  it("are named once, however many good and bad reads and changes follow one another", async () => {
    await ledger.createOrder(order({ ...LONG, order_id: "hit" }));
    await ledger.createOrder(order({ order_id: "whole" }));
    overwriteLongRows(path);
    for (let n = 0; n < 5; n++) {
      expect(await faultOf(ledger.readOrder(key("hit")))).toBe("damaged");
      expect(await faultOf(ledger.readOrder(key("whole")))).toBe("none");
      expect(await faultOf(ledger.probe())).toBe("damaged");
    }
    expect(told()).toEqual([NAMED]);
  });
});

// A file whose rows cannot be read is not to be worked with; PostgreSQL keeps its own pages whole, and the other rows are served.
describe.each([
  ["SQLite", () => openFile(join(folder, "ledger.db")), "damaged", NAMED],
  ["PostgreSQL", () => openPostgres(), "none", "a row of the ledger cannot be read"],
] as const)("on %s", (name, open, probed, named) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.ledger.close());

  const texts: [string, string, (from: Ledger) => Promise<unknown>][] = [
    ["an order", "UPDATE orders SET body = '{}'", (from) => from.readOrder(key("o-1"))],
    [
      "a redemption id",
      "UPDATE redemptions SET redemption_id = 'a\"b'",
      (from) => from.redemptionsOf("shop", {}, { offset: 0, limit: 9 }),
    ],
    ["a reward", "UPDATE reward_values SET sku = 'a\"b'", (from) => from.rewardValues()],
    ["the widget's files", "UPDATE widget_versions SET files = '{\"a'", (from) => from.readWidget("1.0.0-a")],
  ];
  it.each(texts)("text that cannot be the stored one is damage: %s", async (_, sql, ask) => {
    const { ledger, change } = opened;
    await ledger.createOrder(order());
    await ledger.replaceOrder(claiming(order(), "AAAAA-1"), FREE);
    await ledger.storeRewardValue({ sku: "GIFT-30", amount: 30 });
    await ledger.addWidget("1.0.0-a", 10, "{}");
    expect(await faultOf(ask(ledger))).toBe("none");
    await change(sql);
    expect(await faultOf(ask(ledger))).toBe("damaged");
    expect(await faultOf(ask(ledger))).toBe("damaged");
    expect(await faultOf(ledger.probe())).toBe(probed);
    expect(told()).toEqual([named]);
  });

  if (name === "PostgreSQL")
    it("a body that ends in the middle is damage, and no sign that a connection broke", async () => {
      const { ledger, change } = opened;
      let lost = 0;
      ledger.onConnectionLost(() => lost++);
      await ledger.createOrder(order());
      for (const body of [
        "left(body, 100)",
        `'{"pins":{},"wanted":{}}'`,
        `'{"pins":{},"wanted":{},"known":{"attempts":[null]}}'`,
      ]) {
        await change(`UPDATE orders SET body = ${body}`);
        expect(await faultOf(ledger.readOrder(key("o-1")))).toBe("damaged");
      }
      expect(lost).toBe(0);
    });
});

describe("a PostgreSQL database", () => {
  it("whose tables are gone is emptied, not a fault of the statements, and is worked with when they are back", async () => {
    const { ledger, change } = await openPostgres();
    await change("ALTER SCHEMA reward_redemption RENAME TO away");
    expect(await faultOf(ledger.readOrder(key("o-1")))).toBe("emptied");
    expect(await faultOf(ledger.probe())).toBe("emptied");
    await change("ALTER SCHEMA away RENAME TO reward_redemption");
    expect(await faultOf(ledger.probe())).toBe("none");
    await ledger.close();
  });

  it("whose tables may not be used any more cannot be worked with, and says so until the rights are back", async () => {
    const url = await postgres.database();
    const role = `keeper_${url.split("/").at(-1)}`;
    await postgres.query(url, `CREATE ROLE ${role} LOGIN PASSWORD 'keeper'`);
    await postgres.query(url, `GRANT CREATE ON DATABASE ${url.split("/").at(-1)} TO ${role}`);
    const ledger = await openPostgresLedger(url.replace(/\/\/[^@]+@/, `//${role}:keeper@`), log);
    await postgres.query(url, `REVOKE ALL ON ALL TABLES IN SCHEMA reward_redemption FROM ${role}`);
    expect(await faultOf(ledger.readOrder(key("o-1")))).toBe("read_only");
    expect(await faultOf(ledger.probe())).toBe("read_only");
    await postgres.query(url, `GRANT ALL ON ALL TABLES IN SCHEMA reward_redemption TO ${role}`);
    expect(await faultOf(ledger.probe())).toBe("none");
    await ledger.close();
  });
});
