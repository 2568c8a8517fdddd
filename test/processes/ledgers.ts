/** The databases that clusters of a test file stand on: one SQLite file each, or PostgreSQL. All end with the file's tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { type Cluster, startCluster } from "./cluster.ts";

/** A database server starts, and in the end all processes are gone: far sooner than this, ms. */
const SETTLED_WITHIN = 60_000;

/** Starts a cluster on a ledger of its own. @param name the ledger's, once in a test file */
type Open = (name: string) => Promise<Cluster>;

export type Ledger = "SQLite" | "PostgreSQL";

/** What a test file is to be played on, by name. */
export function eachLedger(): [name: Ledger, open: Open][] {
  let postgres: PostgresServer;
  let folder: string;
  const clusters: Cluster[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "processes-"));
    postgres = await startPostgres();
  }, SETTLED_WITHIN);
  afterAll(async () => {
    await Promise.all(clusters.map((cluster) => cluster.close()));
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  }, SETTLED_WITHIN);

  const open = async (databaseUrl: string): Promise<Cluster> => {
    const cluster = await startCluster(databaseUrl);
    clusters.push(cluster);
    return cluster;
  };
  return [
    ["SQLite", (name) => open(`file:${join(folder, name)}.db`)],
    ["PostgreSQL", async () => open(await postgres.database())],
  ];
}
