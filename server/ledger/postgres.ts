/**
 * The ledger's statements on PostgreSQL, for several instances. Every change is one statement, and with it one transaction: no change
 * is left half done, and no lock outlives a statement, even if the process is stopped in the middle.
 */

import { type ClientBase, DatabaseError, type Pool, type QueryResult } from "pg";
import type { Log } from "../observing/log.ts";
import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import { RedemptionTaken } from "./ledger.ts";
import { FaultLog } from "./ledger-fault.ts";
import { READ_TIMEOUT_MESSAGE, reasonOf } from "./postgres-pool.ts";
import { createSignals } from "./postgres-signals.ts";
import type { Database, Values } from "./sql-ledger.ts";
import type { Dialect, Statement } from "./statements.ts";
import { type Columns, readRow } from "./stored.ts";

/** A number that no other application on the database locks; this one spells "events". */
const EVENTS_LOCK = 0x6576656e7473;

const POSTGRES: Dialect = {
  now: "coalesce(CAST(:now AS bigint), CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint))",
  done: "EXISTS (SELECT FROM done)",
  items: (name) => `json_array_elements(CAST(:${name} AS json)) AS item (value)`,
  // One at a time, until its commit: whoever comes next gives higher numbers, after these can be seen. What it sees as not numbered
  // and was numbered meanwhile, it leaves out when it looks at the row again.
  numberEvents: {
    name: "number_events",
    text: `
      WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock(${EVENTS_LOCK})),
      fresh AS MATERIALIZED (
        SELECT id, nextval('event_positions') AS place
        FROM (SELECT id FROM events, alone WHERE position IS NULL ORDER BY stored) AS committed
      )
      UPDATE events SET position = fresh.place FROM fresh WHERE events.id = fresh.id AND events.position IS NULL`,
  },
};

/** A statement with numbered values, `$1`, and their names in this order. */
interface Numbered {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly string[];
}

function numbered({ name, text, also }: Statement): Numbered {
  const after = also?.map((each, at) => `, after_${at} AS (${each})`) ?? [];
  const whole = also === undefined ? text : `WITH done AS (${text})${after.join("")} SELECT * FROM done`;
  const values: string[] = [];
  const number = (each: string): string => {
    if (!values.includes(each)) values.push(each);
    return `$${values.indexOf(each) + 1}`;
  };
  return { name, text: whole.replace(/:([a-z_]+)/g, (_, each: string) => number(each)), values };
}

/** @param check looks at the database of a connection, see postgres-identity.ts */
export function createPostgresDatabase(
  pool: Pool,
  log: Log,
  check?: (client: ClientBase) => Promise<void>,
): Database {
  const faults = new FaultLog(log);
  const signals = createSignals(pool);
  const listeners: (() => void)[] = [];
  const noteLoss = (): void => {
    for (const listener of listeners) listener();
  };
  pool.on("error", noteLoss);
  const known = new Map<Statement, Numbered>();
  const numberedOnce = (statement: Statement): Numbered => {
    if (statement.name === undefined) return numbered(statement);
    const found = known.get(statement) ?? numbered(statement);
    known.set(statement, found);
    return found;
  };

  /** One try. A connection that may have caused the failure is discarded. */
  const attempt = async ({ name, text, values: names }: Numbered, values: Values): Promise<QueryResult> => {
    const client = await pool.connect().catch((error) => {
      throw new LedgerUnavailable(reasonOf(error));
    });
    try {
      const result = await client.query({ name, text, values: names.map((each) => values[each]) });
      client.release();
      return result;
    } catch (error) {
      client.release(!(isAboutStatement(error) || isAboutResources(error)));
      throw error;
    }
  };

  const ask = async (
    statement: Statement,
    values: Values,
  ): Promise<{ rows: Columns[]; repeated: boolean }> => {
    for (let repeated = false; ; repeated = true) {
      try {
        return { rows: (await attempt(numberedOnce(statement), values)).rows, repeated };
      } catch (error) {
        if (isTaken(error)) throw new RedemptionTaken();
        if (isAboutStatement(error)) throw error;
        noteLoss();
        // The connection was closed, for example by a firewall while idle: a new connection mostly works at once.
        if (!repeated && isLost(error)) continue;
        throw error instanceof LedgerUnavailable ? error : new LedgerUnavailable(reasonOf(error));
      }
    }
  };

  let isRowNamed = false;
  /** PostgreSQL checks its own pages and reports damage: an unreadable row is not the whole ledger's fault. */
  const readNoted = <T>(of: (columns: Columns) => T, row: Columns, operation = "list"): T => {
    try {
      return readRow(of, row);
    } catch (error) {
      if (!isRowNamed) log.error("a row of the ledger cannot be read", { operation, reason: "damaged" });
      isRowNamed = true;
      throw error;
    }
  };

  return {
    dialect: POSTGRES,
    async read(statement, values, of) {
      const { rows } = await faults.watch("read", ask(statement, values));
      return rows.map((row) => readNoted(of, row, statement.name));
    },
    change: (statement, values) => faults.watch("change", ask(statement, values)),
    ...(check && {
      async check() {
        const client = await pool.connect().catch((error) => {
          throw new LedgerUnavailable(reasonOf(error));
        });
        try {
          await check(client);
        } finally {
          client.release();
        }
      },
    }),
    onConnectionLost: (listener) => void listeners.push(listener),
    isDamaged: () => faults.isDamaged,
    signals,
    async close() {
      signals.close();
      await pool.end();
    },
  };
}

/** SQLSTATE unique_violation: only a claim of a redemption id can violate a key. */
const UNIQUE_VIOLATION = "23505";

function isTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
}

/**
 * SQLSTATE classes of faults in the statement or its values, not in the state of the database. Two codes of class 42 are excluded,
 * because they concern the database: its tables are gone (42P01), or our rights on them (42501).
 */
const ABOUT_STATEMENT = /^(?:2[1-3]|42(?!P01|501)|54)/;

function isAboutStatement(error: unknown): boolean {
  return error instanceof DatabaseError && ABOUT_STATEMENT.test(error.code ?? "");
}

/**
 * SQLSTATE class 53: the database has no room. Its connections are kept: on a full disk a new connection may be refused, while the
 * old connections can still read orders.
 */
function isAboutResources(error: unknown): boolean {
  return error instanceof DatabaseError && /^53/.test(error.code ?? "");
}

/** 57P01 and 57P02: the server ends the connection, to stop or after a crash. */
const ENDED = /^(?:08|57P0[12])/;

/** The connection ended after the statement was sent: the statement may have been carried out, and the answer is lost. */
function isLost(error: unknown): boolean {
  if (error instanceof LedgerUnavailable) return false;
  if (error instanceof DatabaseError) return ENDED.test(error.code ?? "");
  // A caller that has waited for the full time limit does not wait again.
  return !(error instanceof Error && error.message === READ_TIMEOUT_MESSAGE);
}
