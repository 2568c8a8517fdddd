/** Connections to PostgreSQL. */
import { Client, type ClientBase, type ClientConfig, Pool, types } from "pg";
import { DATABASE_CONNECT_TIMEOUT, DATABASE_IDLE, DATABASE_SILENCE, MIGRATION_TIMEOUT } from "../timing.ts";
import { SCHEMA } from "./postgres-migrations.ts";

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
  /** Looks at the database of each new connection before it is used. */
  readonly check?: (client: ClientBase) => Promise<void>;
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
      await options.check?.(client);
    },
  });
  // An idle connection broke: the pool has discarded it, and the next statement opens another connection.
  pool.on("error", () => {});
  return pool;
}

/** pg's message at the end of `query_timeout`. */
export const READ_TIMEOUT_MESSAGE = "Query read timeout";

/** A code that is safe to log and to show: messages may quote addresses, users and values. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string" && /^\w+$/.test(code)) return code;
  return typeof message === "string" && /time ?out/i.test(message) ? "timeout" : "connection";
}
