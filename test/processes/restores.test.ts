/**
 * Restores at random moments, and nobody says so: orders are played, the ledger is put back to a copy of some moment before, and every
 * user comes back and tries for a reward again. Each restore is noticed, and no order gets a second code (docs/proof/rules.md,
 * rule 16 and I22). `npm run prove -- --only restores`; RESTORES=1 and RESTORES_SEED play one again.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUpSqlite } from "../../server/ledger/backup.ts";
import type { Ledger } from "../../server/ledger/ledger.ts";
import { openPostgresLedger } from "../../server/ledger/open.ts";
import { VirtualClock } from "../server/virtual-clock.ts";
import { dumpOf, restoreDump } from "../support/dump.ts";
import { type PostgresServer, quiet, startPostgres, watched } from "../support/postgres.ts";
import { seededRandom } from "../support/random.ts";
import { MINUTE, SKU } from "../support/rewards.ts";
import { openSqliteLedger } from "../support/sqlite-ledger.ts";
import { createWorld, type World } from "../support/world.ts";

const RESTORES = Number(process.env.RESTORES ?? 50);
const SEED = Number(process.env.RESTORES_SEED ?? Math.floor(Math.random() * 1e9));
const ORDERS = ["a", "b", "c", "d"];
const OTHER = "PIXELBARN-10";
const STEPS = 14;

/** A kind of ledger, and how an older copy comes into its place. */
interface Bed {
  open(now: () => number): Promise<Ledger>;
  /** The ledger of this moment. */
  copy(): Promise<void>;
  /** Puts the copy in its place; the ledger is closed. */
  putBack(): Promise<void>;
  close(): Promise<void>;
}

function fileBed(): Bed {
  const folder = mkdtempSync(join(tmpdir(), "restores-"));
  const [path, copy] = [join(folder, "ledger.db"), join(folder, "copy.db")];
  return {
    open: async (now) => openSqliteLedger(path, now),
    async copy() {
      rmSync(copy, { force: true });
      backUpSqlite(path, copy);
    },
    async putBack() {
      for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
      copyFileSync(copy, path);
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @param into another cluster; default: the same database @param promotes a replica takes over that has only the copy */
async function postgresBed(server: PostgresServer, into: PostgresServer = server): Promise<Bed> {
  const first = await server.database();
  let url = first;
  let dump: Awaited<ReturnType<typeof dumpOf>> | undefined;
  return {
    open: (now) => openPostgresLedger(url, quiet, {}, now),
    async copy() {
      dump = await dumpOf(server, url);
    },
    async putBack() {
      if (into !== server) url = await into.database();
      if (dump) await restoreDump(into, url, dump);
    },
    close: async () => {},
  };
}

/** A lagging replica: the data are those of the copy, on a timeline of their own. */
async function replicaBed(server: PostgresServer): Promise<Bed> {
  const bed = await postgresBed(server);
  return {
    ...bed,
    async putBack() {
      await bed.putBack();
      await server.promoteCopy();
    },
  };
}

/** One play: some orders at random steps, a copy, more steps, the restore, and everybody again. */
async function play(bed: Bed, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const { one } = random;
  const isOneIn = (n: number): boolean => random.below(n) === 0;
  let clock = new VirtualClock();
  let own = watched(await bed.open(() => clock.now()));
  let world: World = await createWorld({}, own);
  clock = world.clock;
  const act = async (order_id: string): Promise<void> => {
    if (isOneIn(4))
      world.control.fault({ operation: one(["book", "redeem"] as const), kind: "timeout_after" });
    const browser = await world.browser({ order_id, user: { email: `${order_id}@example.com` } });
    const { data } = await browser.get("/v1/order");
    if (data.state === "open") await browser.post("/v1/order/book", { sku: one([SKU, OTHER]) });
    else if (data.state === "booked")
      await browser.post("/v1/order/redeem", { attempt: data.attempt, sku: data.sku });
    if (isOneIn(2)) await world.pass(one([1_000, 20_000, MINUTE]));
  };
  const copyAt = random.below(STEPS);
  for (let step = 0; step < STEPS; step++) {
    if (step === copyAt) await bed.copy();
    await act(one(ORDERS));
  }
  const { service } = world;
  await world.close();
  await own.ledger.close();
  await bed.putBack();
  own = watched(await bed.open(() => clock.now()));
  world = await createWorld({}, { ...own, service });
  const recovery = await world.ledger.recovery();
  expect(recovery?.isNoticed).toBe(true);
  world.control.clearFaults();
  for (let round = 0; round < 4; round++) {
    for (const order_id of ORDERS) await act(order_id);
    await world.pass(11 * MINUTE);
  }
  for (const order_id of ORDERS) {
    const codes = world.control.codes().filter((code) => code.order_id.startsWith(`shop.${order_id}.`));
    expect(codes.length, `order ${order_id}`).toBeLessThanOrEqual(1);
  }
  await world.close();
  await own.ledger.close();
  await bed.close();
}

describe(`${RESTORES} restores of each kind that nobody said (RESTORES_SEED=${SEED})`, () => {
  let postgres: PostgresServer;
  let other: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
    other = await startPostgres();
  });
  afterAll(() => Promise.all([postgres.close(), other.close()]));

  it.each<[string, () => Promise<Bed>]>([
    ["a file that is copied back", async () => fileBed()],
    ["a dump in the same database", () => postgresBed(postgres)],
    ["a dump in another cluster", () => postgresBed(postgres, other)],
    ["a replica that lagged", () => replicaBed(postgres)],
  ])("%s", { timeout: 20_000 + RESTORES * 20_000 }, async (_, bed) => {
    for (let n = 0; n < RESTORES; n++) await play(await bed(), SEED + n);
  });
});
