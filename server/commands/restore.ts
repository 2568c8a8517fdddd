/** `restore <copy>`: puts a copy of `backup` in the place of the SQLite ledger of the settings. Source: docs/operate/backup.md. */
import { RestoreError, restoreSqlite } from "../ledger/restore.ts";
import { lineForOperator } from "../problems/operator-error.ts";
import { parseSettings, SettingError } from "../settings/env.ts";
import { readEnvironment } from "../settings/environment.ts";

function run(copy: string | undefined): string {
  if (!copy) throw new RestoreError("expected the copy to put in place: restore <copy>");
  const { database } = parseSettings(readEnvironment(process.env));
  if (database.kind !== "sqlite")
    throw new SettingError(
      "DATABASE_URL",
      "expected file:<path>; PostgreSQL is restored with pg_restore, and the server notices it",
    );
  const { orders, kept } = restoreSqlite(database.path, copy, Date.now());
  const before = kept === undefined ? "" : `\nThe ledger before it is ${kept}.`;
  return `${orders} orders.${before}\nEach order is looked up at the service, from two minutes after now on, before anything is chosen for it.`;
}

try {
  process.stdout.write(`restored: ${run(process.argv[2])}\n`);
} catch (error) {
  process.stderr.write(`not restored: ${lineForOperator(error)}\n`);
  process.exit(1);
}
