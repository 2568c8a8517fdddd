/** The ledger on SQLite on the thread that asks, in a file or in memory: a test looks at the same database, and ends with it. */
import type { Ledger } from "../../server/ledger/ledger.ts";
import { createLedger, type Database } from "../../server/ledger/sql-ledger.ts";
import { rowsOf, SQLITE, SqliteDatabase } from "../../server/ledger/sqlite-database.ts";
import { openFile } from "../../server/ledger/sqlite-file.ts";
import { readRow } from "../../server/ledger/stored.ts";

/** @param now replaces the database's clock in tests on virtual time; epoch ms */
export function openSqliteLedger(path: string, now?: () => number): Ledger {
  const { db, close } =
    path === ":memory:"
      ? openInMemory()
      : openFile(path, { recoveredAt: undefined, isStart: true, now: now?.() });
  const inPlace: Database = {
    dialect: SQLITE,
    read: async (statement, values, of) =>
      rowsOf(db.read({ statement, values })).map((row) => readRow(of, row)),
    async change(statement, values) {
      const [result = { failed: "unknown" }] = db.change([{ statement, values }]);
      return { rows: rowsOf(result), repeated: false };
    },
    purge: async () => void rowsOf(db.purge()),
    onConnectionLost() {},
    isDamaged: () => false,
    close: async () => close(),
  };
  return createLedger(inPlace, now);
}

function openInMemory(): { db: SqliteDatabase; close(): void } {
  const db = new SqliteDatabase(":memory:");
  db.migrate();
  db.noteIfOlder(undefined, undefined, 0);
  return { db, close: () => db.close() };
}
