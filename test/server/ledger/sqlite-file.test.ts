/** The marker beside a ledger's file: distinguishes a ledger that was lost from one that another process is creating. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LedgerEmptied, SqliteFile } from "../../../server/ledger/sqlite-file.ts";

const pathOf = (): string => join(mkdtempSync(join(tmpdir(), "ledger-")), "ledger.db");

it("a database without tables that was noted to have some is an emptied one", () => {
  const file = new SqliteFile(pathOf());
  file.note();
  expect(() => file.checkTables(() => 0)).toThrow(LedgerEmptied);
});

it("a new database of which another process makes the tables while they are counted is no emptied one", () => {
  const path = pathOf();
  const [file, other] = [new SqliteFile(path), new SqliteFile(path)];
  const noTablesYet = (): number => {
    other.note();
    return 0;
  };
  expect(() => file.checkTables(noTablesYet)).not.toThrow();
});
