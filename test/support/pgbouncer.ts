/** PgBouncer as a process, in front of a PostgreSQL of the tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { findProgram, type Program } from "./programs.ts";
import { until } from "./until.ts";

const find = (): string | undefined => findProgram("PGBOUNCER_PATH", ["pgbouncer"]);

export const PGBOUNCER: Program = {
  name: "PgBouncer",
  packages: ["pgbouncer"],
  variables: ["PGBOUNCER_PATH"],
  isThere: () => find() !== undefined,
};

/** @returns the address of the same database behind the pooler */
export async function startPgbouncer(
  url: string,
  mode: "session" | "transaction",
): Promise<{ url: string; close(): Promise<unknown> }> {
  const { hostname, port, username, password } = new URL(url);
  const own = await freePort();
  const file = join(mkdtempSync(join(tmpdir(), "pgbouncer-")), "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${process.getuid?.() === 0 ? "user = nobody" : ""}`,
  );
  chmodSync(join(file, ".."), 0o755);
  const child = spawn(find() ?? "pgbouncer", [file], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  await until(() => said.includes("process up"), "PgBouncer listens");
  const pooled = new URL(url);
  pooled.port = String(own);
  return {
    url: pooled.href,
    close: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
