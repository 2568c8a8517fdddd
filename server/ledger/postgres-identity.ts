/**
 * Which database this is: the system identifier of the cluster, its timeline, and the object id of the table of orders. Another
 * cluster, a table made anew by a dump, or a replica that took over may lack what was stored last, and differ in one of the three. Not
 * noticed: a copy of the cluster's whole disk. Source: docs/proof/rules.md, rule 16; PostgreSQL, "System Information Functions"
 * and "Timelines".
 */
import type { ClientBase } from "pg";
import { errorFields, type Log } from "../observing/log.ts";
import { NOTICED_KEY, OLDER, RECOVERED_KEY } from "./recovery.ts";

const IDENTITY_KEY = "database_identity";

/** The name of a file of the write-ahead log begins with the timeline, also before the first checkpoint after a promotion. */
const IDENTITY = `
  SELECT (SELECT value FROM settings WHERE key = '${IDENTITY_KEY}') AS known,
    (SELECT system_identifier FROM pg_control_system()) || '/' ||
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '/' || CAST('orders'::regclass AS oid) AS present`;

/**
 * One connection wins; and with it the recovery is noted, or neither: at another time than the one before, whatever clock that was
 * noted by.
 */
const REPLACE = `
  WITH replaced AS (
    UPDATE settings SET value = $1 WHERE key = '${IDENTITY_KEY}' AND value = $2 RETURNING key
  )
  INSERT INTO settings (key, value)
  SELECT noted.key, CAST(coalesce(CAST($4 AS bigint), CAST(extract(epoch FROM statement_timestamp()) * 1000 AS bigint)) AS text)
  FROM replaced, (VALUES ('${RECOVERED_KEY}'), ('${NOTICED_KEY}')) AS noted (key) WHERE $3
  ON CONFLICT (key) DO UPDATE SET value = excluded.value
  RETURNING key`;

const FIRST = `INSERT INTO settings (key, value) VALUES ('${IDENTITY_KEY}', $1) ON CONFLICT DO NOTHING`;

/** Whether only a failover lies between two identities. */
export function isFailover(known: string, present: string): boolean {
  const [system, , table] = known.split("/");
  const [otherSystem, , otherTable] = present.split("/");
  return system === otherSystem && table === otherTable;
}

interface Identities {
  readonly known: string | null;
  readonly present: string;
}

const identitiesOf = async (client: ClientBase): Promise<Identities | undefined> =>
  (await client.query<Identities & Record<string, unknown>>(IDENTITY)).rows[0];

const wentBack = ({ known, present }: Identities, isLossless: boolean): boolean =>
  known !== null && known !== present && !(isLossless && isFailover(known, present));

/** Whether the connection leads to a database that may lack what was stored last; nothing is noted. */
export async function isAnother(client: ClientBase, isLossless: boolean): Promise<boolean> {
  const found = await identitiesOf(client).catch(() => undefined);
  return found !== undefined && wentBack(found, isLossless);
}

let isNamed = false;

/**
 * Notes a recovery where the connection leads to another database than before.
 * @param isLossless a replica that takes over has every commit @param now see `createLedger`
 */
export async function noteIfAnother(
  client: ClientBase,
  isLossless: boolean,
  log: Log,
  now?: () => number,
): Promise<void> {
  let found: Identities | undefined;
  try {
    found = await identitiesOf(client);
  } catch (error) {
    // A database that only looks like PostgreSQL, or a user without the right: a dump that is restored is then not noticed.
    if (!isNamed)
      log.warn(
        "the identity of the database cannot be read: an older copy is not noticed",
        errorFields(error),
      );
    isNamed = true;
  }
  if (!found || found.known === found.present) return;
  const { known, present } = found;
  if (known === null) return void (await client.query(FIRST, [present]));
  const isNoticed = wentBack(found, isLossless);
  const { rows } = await client.query(REPLACE, [present, known, isNoticed, now ? Math.floor(now()) : null]);
  if (rows.length > 0) log.error(OLDER);
}
