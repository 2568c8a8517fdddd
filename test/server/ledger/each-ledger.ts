/** The same rules for the ledger on each database. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { Memory, openMemoryLedger } from "../../../server/ledger/memory.ts";
import { openPostgresLedger } from "../../../server/ledger/open.ts";
import { createLedger } from "../../../server/ledger/sql-ledger.ts";
import { openInThread } from "../../../server/ledger/sqlite-thread.ts";
import { type PostgresServer, quiet, startPostgres } from "../../support/postgres.ts";
import { NOW } from "./rows.ts";

export interface Opened {
  /** Two instances on one database. */
  ledger: Ledger;
  other: Ledger;
  /** The database's clock, epoch ms. */
  now: number;
}

type Now = (() => number) | undefined;
type Open = (now: Now) => Promise<[Ledger, Ledger]>;

/** A database whose own order of letters is that of a language, which the ledger must not take over. */
const GERMAN = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de-DE'";

/**
 * @param rules defines tests; what they are given is open while one of them runs
 * @param hasOwnClock the time is the database's own, not `opened.now`
 */
export function eachLedger(rules: (opened: Opened) => void, { hasOwnClock = false } = {}): void {
  let postgres: PostgresServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "ledger-"));
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const twice = async (open: (now: Now) => Promise<Ledger>, now: Now): Promise<[Ledger, Ledger]> => [
    await open(now),
    await open(now),
  ];
  let files = 0;
  const kinds: [string, Open][] = [
    [
      "SQLite in a file",
      (now) => {
        const path = join(folder, `${++files}`, "ledger.db");
        return twice(
          async () => createLedger(await openInThread(path, { recoveredAt: undefined }, quiet), now),
          now,
        );
      },
    ],
    [
      "memory",
      async (now) => {
        const memory = new Memory();
        return [openMemoryLedger(now, memory), openMemoryLedger(now, memory)];
      },
    ],
    [
      "PostgreSQL",
      async (now) => {
        const url = await postgres.database(GERMAN);
        return twice(() => openPostgresLedger(url, quiet, {}, now), now);
      },
    ],
  ];
  describe.each(kinds)("%s", (_, open) => {
    const opened = {} as Opened;
    beforeEach(async () => {
      opened.now = NOW;
      const [ledger, other] = await open(hasOwnClock ? undefined : () => opened.now);
      Object.assign(opened, { ledger, other });
      return async () => {
        await ledger.close();
        if (other !== ledger) await other.close();
      };
    });
    rules(opened);
  });
}
