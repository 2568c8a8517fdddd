/**
 * Connections to PostgreSQL, and the handling of a statement whose connection breaks. Every statement is one transaction: no change
 * is left half done, and no lock outlives a statement, even if the process is stopped in the middle.
 */
import { Client, type ClientConfig, DatabaseError, Pool, types } from "pg";
import type { Log } from "../log.ts";
import { DATABASE_CONNECT_TIMEOUT, DATABASE_IDLE, DATABASE_SILENCE, MIGRATION_TIMEOUT } from "../timing.ts";
import { LedgerUnavailable } from "./ledger.ts";
import { LEDGER_FAULTS, ledgerFaultOf } from "./ledger-fault.ts";
import { SCHEMA } from "./postgres-migrations.ts";
import { readRow } from "./stored-json.ts";

/** A statement that is prepared once for each connection, under its name. */
export interface Statement<Row = unknown> {
  readonly name: string;
  readonly text: string;
  /** Reads a row with the columns that the text names. If it throws LedgerUnavailable, the fault is the database's. */
  readonly of: (columns: never) => Row;
}

export interface Asked<Row> {
  readonly rows: Row[];
  /** Rows that were found or changed. */
  readonly count: number;
  /** The answer to a first try was lost: the first try may have made the change that this one found no row for. */
  readonly repeated: boolean;
}

export interface Database {
  /**
   * @throws LedgerUnavailable if it is unknown whether the statement was carried out
   * @throws DatabaseError if the statement itself was refused, without effect
   */
  ask<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Asked<Row>>;
  /** Calls back whenever a connection broke: the next one may lead to another server. */
  onConnectionLost(listener: () => void): void;
  /** Whether damaged pages were found since the start: damage does not pass by itself. */
  isDamaged(): boolean;
  close(): Promise<void>;
}

/** PostgreSQL's int8 as a number: the values of these columns stay far below 2^53. */
const INT8 = 20;
const getTypeParser = ((oid: number, format?: "text" | "binary") =>
  oid === INT8 ? Number : types.getTypeParser(oid, format ?? "text")) as typeof types.getTypeParser;

/** How a connection is used. */
export interface PoolOptions {
  /** How many at most. */
  readonly connections: number;
  /** How long the database works on a statement, ms. */
  readonly statementTimeout: number;
  /** How long a statement waits for a connection, ms. */
  readonly connectTimeout: number;
  /** Whether a commit is answered only when it is on the disk. */
  readonly durable: boolean;
}

/**
 * Overrides the defaults of the server, the database and the user: an answered commit is on the disk, and a lost compare-and-swap
 * changes no row instead of failing.
 */
const settingsOf = ({ durable, statementTimeout }: Pick<PoolOptions, "durable" | "statementTimeout">) => `
  SET synchronous_commit = ${durable ? "on" : "off"};
  SET default_transaction_isolation = 'read committed';
  SET statement_timeout = ${statementTimeout};
  SET search_path = ${SCHEMA};
`;

const configOf = (url: string, connectTimeout: number): ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectTimeout,
  keepAlive: true,
  application_name: "reward-redemption",
  types: { getTypeParser },
});

/** A separate connection for the start, which may have to change tables; the caller ends it. */
export async function connectOnce(url: string): Promise<Client> {
  const config = configOf(url, DATABASE_CONNECT_TIMEOUT);
  const client = new Client({ ...config, query_timeout: MIGRATION_TIMEOUT });
  // A broken connection also fails the statement under way, which reports the error.
  client.on("error", () => {});
  await client.connect();
  await client.query(settingsOf({ durable: true, statementTimeout: MIGRATION_TIMEOUT }));
  return client;
}

export function createPool(url: string, options: PoolOptions): Pool {
  const pool = new Pool({
    ...configOf(url, options.connectTimeout),
    max: options.connections,
    idleTimeoutMillis: DATABASE_IDLE,
    // The database ends a slow statement itself; this limit is for a database that does not answer any more.
    query_timeout: options.statementTimeout + DATABASE_SILENCE,
    onConnect: async (client) => {
      client.on("error", () => {});
      await client.query(settingsOf(options));
    },
  });
  // An idle connection broke: the pool has discarded it, and the next statement opens another connection.
  pool.on("error", () => {});
  return pool;
}

export function createDatabase(pool: Pool, log: Log): Database {
  let answers = true;
  let isDamaged = false;
  let isRowNamed = false;
  const listeners: (() => void)[] = [];
  const noteLoss = (): void => {
    for (const listener of listeners) listener();
  };
  pool.on("error", noteLoss);
  const noteFailure = ({ reason }: LedgerUnavailable): void => {
    if (ledgerFaultOf(reason) === "damaged") {
      // Damage stays until a restart, and is logged once.
      if (!isDamaged) log.error(`the ledger cannot be worked with: ${LEDGER_FAULTS.damaged}`, { reason });
      isDamaged = true;
      return;
    }
    if (answers) log.warn("the database does not answer", { reason });
    answers = false;
  };
  const noteAnswer = (): void => {
    if (!answers) log.info("the database answers again");
    answers = true;
  };

  /** An unreadable row does not count as damaged pages: PostgreSQL checks its own pages and reports damage. */
  const readNoted = <Row>(statement: Statement<Row>, columns: unknown): Row => {
    try {
      return readRow(statement.of, columns as never);
    } catch (error) {
      if (!isRowNamed)
        log.error("a row of the ledger cannot be read", { operation: statement.name, reason: "damaged" });
      isRowNamed = true;
      throw error;
    }
  };

  /** One try. A connection that may have caused the failure is discarded. */
  const attempt = async ({ name, text }: Statement, values: readonly unknown[]) => {
    const client = await pool.connect().catch((error) => {
      throw new LedgerUnavailable(reasonOf(error));
    });
    try {
      const result = await client.query({ name, text, values: [...values] });
      client.release();
      return result;
    } catch (error) {
      client.release(!(isAboutStatement(error) || isAboutResources(error)));
      throw error;
    }
  };

  return {
    async ask(statement, values) {
      for (let repeated = false; ; repeated = true) {
        try {
          const { rows, rowCount } = await attempt(statement, values);
          noteAnswer();
          return { rows: rows.map((row) => readNoted(statement, row)), count: rowCount ?? 0, repeated };
        } catch (error) {
          if (isAboutStatement(error) || isUnreadable(error)) throw error;
          // A report of damaged pages came over a working connection.
          if (ledgerFaultOf(reasonOf(error)) !== "damaged") noteLoss();
          // The connection was closed, for example by a firewall while idle: a new connection mostly works at once.
          if (!repeated && isLost(error)) continue;
          const failure = error instanceof LedgerUnavailable ? error : new LedgerUnavailable(reasonOf(error));
          noteFailure(failure);
          throw failure;
        }
      }
    },
    onConnectionLost(listener) {
      listeners.push(listener);
    },
    isDamaged: () => isDamaged,
    close: () => pool.end(),
  };
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

/** Thrown by `readRow`; faults of a connection have codes. */
function isUnreadable(error: unknown): boolean {
  return error instanceof LedgerUnavailable && error.reason === "damaged";
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

/** pg's message at the end of `query_timeout`. */
const READ_TIMEOUT_MESSAGE = "Query read timeout";

/** A code that is safe to log and to show: messages may quote addresses, users and values. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string" && /^\w+$/.test(code)) return code;
  return typeof message === "string" && /time ?out/i.test(message) ? "timeout" : "connection";
}
