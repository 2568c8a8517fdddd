/**
 * `doctor --upgrade`: what this version would do to the ledger, tried on a copy. Only the settings and the ledger are looked at: of the
 * other parts `doctor` tells, which opens the ledger and so may renew its tables.
 */
import { tryUpgrade } from "../ledger/upgrade.ts";
import { lineForOperator } from "../problems/operator-error.ts";
import { parseSettings } from "../settings/env.ts";
import { readEnvironment } from "../settings/environment.ts";
import type { DatabaseSetting, Source } from "../settings/setting.ts";
import { type Finding, note, ok, wrong } from "./findings.ts";

/** @param migrations those of this version */
export async function* examineUpgrade(
  environment: Source,
  migrations?: Parameters<typeof tryUpgrade>[1],
): AsyncGenerator<Finding> {
  let database: DatabaseSetting;
  try {
    ({ database } = parseSettings(readEnvironment(environment)));
  } catch (error) {
    yield wrong("settings", lineForOperator(error));
    return;
  }
  yield ok("settings", "this version accepts them");
  const part = "upgrade";
  try {
    const tried = await tryUpgrade(database, migrations);
    if (!tried) {
      yield note(part, "DATABASE_URL: there is no ledger to upgrade; serve makes one");
      return;
    }
    const { from, to, orders, unreadable, named } = tried;
    for (const row of named) yield wrong(part, `this version cannot read a row: ${row}`);
    if (unreadable > named.length) yield wrong(part, `and ${unreadable - named.length} more rows`);
    const versions = from === to ? `version ${from} stays` : `version ${from} to ${to}`;
    yield (unreadable === 0 ? ok : wrong)(part, `${versions}, ${orders.toLocaleString("en")} orders read`);
  } catch (error) {
    yield wrong(part, lineForOperator(error));
  }
}
