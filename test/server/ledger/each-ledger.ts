/** The same rules for every ledger, with either database. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { openLedger, openPostgresLedger } from "../../../server/ledger/open.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import { type PostgresServer, quiet, startPostgres } from "../../support/postgres.ts";

/** Two instances on one database; in memory there is one only. */
export interface Opened {
  ledger: Ledger;
  other: Ledger;
}

export const inFile = (): string => join(mkdtempSync(join(tmpdir(), "ledger-")), "sub", "ledger.db");

/** A database whose own order of letters is that of a language, which the ledger must not take over. */
const GERMAN = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de-DE'";

type Open = (postgres: PostgresServer) => Promise<[Ledger, Ledger]>;

const KINDS: readonly [string, Open][] = [
  [
    "SQLite in a file",
    async () => {
      const path = inFile();
      return [
        await openLedger({ kind: "sqlite", path }, quiet),
        await openLedger({ kind: "sqlite", path }, quiet),
      ];
    },
  ],
  [
    "SQLite in memory",
    async () => {
      const ledger = openSqliteLedger(":memory:");
      return [ledger, ledger];
    },
  ],
  [
    "PostgreSQL",
    async (postgres) => {
      const url = await postgres.database(GERMAN);
      return [await openPostgresLedger(url, quiet), await openPostgresLedger(url, quiet)];
    },
  ],
];

/** @param rules defines tests; what they are given is open while one of them runs */
export function eachLedger(rules: (opened: Opened) => void): void {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());

  describe.each(KINDS)("%s", (_, open) => {
    const opened = {} as Opened;
    beforeEach(async () => {
      const [ledger, other] = await open(postgres);
      Object.assign(opened, { ledger, other });
      return async () => {
        await ledger.close();
        if (other !== ledger) await other.close();
      };
    });
    rules(opened);
  });
}
