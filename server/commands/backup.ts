/** `backup <file>`: copies the SQLite ledger of the settings, also while the server runs. */

import { BackupError, backUpSqlite } from "../ledger/backup.ts";
import { lineForOperator } from "../problems/operator-error.ts";
import { parseSettings, SettingError } from "../settings/env.ts";
import { readEnvironment } from "../settings/environment.ts";

function run(target: string | undefined): string {
  if (!target) throw new BackupError("expected a file to write: backup <file>");
  const { database } = parseSettings(readEnvironment(process.env));
  if (database.kind !== "sqlite")
    throw new SettingError("DATABASE_URL", "expected file:<path>; PostgreSQL is backed up with pg_dump");
  const { orders, bytes } = backUpSqlite(database.path, target);
  return `${orders} orders, ${bytes} bytes`;
}

try {
  process.stdout.write(`backed up: ${run(process.argv[2])}\n`);
} catch (error) {
  process.stderr.write(`not backed up: ${lineForOperator(error)}\n`);
  process.exit(1);
}
