/** The two servers that are compared: each a process on an SQLite file of its own, before a simulated service of its own. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Cluster, type Instance, startCluster } from "../../processes/cluster.ts";
import { askSocket } from "../socket.ts";
import type { Probed } from "./probe.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const PROBE = new URL("./probe.ts", import.meta.url).href;

export interface Side {
  readonly name: string;
  readonly server: Instance;
  /** What the server did since the last time. */
  probe(): Promise<Probed>;
  /** Durable writes that the rows show: one for each version of an order, and one for each session. */
  writes(): number;
  close(): Promise<void>;
}

/** The sources of a revision in a folder of their own. @throws where git does not know the revision */
export function sourcesOf(revision: string): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), "before-"));
  const archive = execFileSync("git", ["archive", "--format=tar", revision], {
    cwd: ROOT,
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  execFileSync("tar", ["-x", "-C", root], { input: archive });
  // The widget's bytes are no matter here, so those of today do for both.
  for (const name of ["node_modules", "dist"]) symlinkSync(join(ROOT, name), join(root, name));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/**
 * @param root where the server's sources are; default: this repository
 * @param slowerBy how much longer a sync takes than on this machine's disk, ms
 */
export async function startSide(
  name: string,
  root: string | undefined,
  folder: string,
  slowerBy = 0,
): Promise<Side> {
  const own = join(folder, name);
  mkdirSync(own);
  const path = join(own, "ledger.db");
  const socket = join(own, "probe");
  const cluster: Cluster = await startCluster(`file:${path}`, {
    PUBLIC_URL: "https://rewards.example",
    NODE_OPTIONS: `--import=${PROBE}`,
    PROBE_SOCKET: socket,
    PROBE_SYNC_MS: String(slowerBy),
  });
  const server = await cluster.start(undefined, { root });
  return {
    name,
    server,
    probe: () => askSocket<Probed>(socket),
    writes() {
      const db = new DatabaseSync(path, { readOnly: true });
      const row = db
        .prepare(
          "SELECT (SELECT sum(version) FROM orders) AS versions, (SELECT count(*) FROM sessions) AS sessions",
        )
        .get();
      db.close();
      return Number(row?.versions) + Number(row?.sessions);
    },
    close: () => cluster.close(),
  };
}
