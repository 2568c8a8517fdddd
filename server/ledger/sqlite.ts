/** SQLite on the thread that asks: for a database in memory, and for tests that open a file without a thread. */
import type { Ledger } from "./ledger.ts";
import { createLedger, type Database } from "./sql-ledger.ts";
import { rowsOf, SQLITE, SqliteDatabase } from "./sqlite-database.ts";
import { openFile } from "./sqlite-file.ts";
import { readRow } from "./stored.ts";

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
