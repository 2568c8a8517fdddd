/** The container set-up as far as it can be tried without containers: its database speaks TLS, and its settings are safe. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLedger } from "../../server/ledger/open.ts";
import { risksOf } from "../../server/settings/risks.ts";
import { type PostgresServer, quiet, startPostgres } from "../support/postgres.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const compose = readFileSync(join(ROOT, "compose.yaml"), "utf8");
const settingIn = (name: string): string =>
  new RegExp(`^ +${name}: (?:\\$\\{${name}:-(\\S+)\\}|(\\S+))$`, "m")
    .exec(compose)
    ?.slice(1)
    .find((value) => value !== undefined) ?? "";

it("compose.yaml is safe as it stands", () => {
  const url = settingIn("DATABASE_URL");
  expect(url).toMatch(/^postgres:\/\/\S+@postgres\//);
  const risks = risksOf({
    host: "0.0.0.0",
    publicUrl: settingIn("PUBLIC_URL"),
    sites: [],
    sitesSetting: "SITES",
    operators: [],
    database: { kind: "postgres", url },
  });
  expect(risks).toEqual([]);
});

it("the role of the token servers owns its database, and is no superuser", async () => {
  const postgres = await startPostgres();
  try {
    const own = new URL(await postgres.database());
    const sql = readFileSync(join(ROOT, "deploy/postgres-role.sql"), "utf8");
    for (const [statement] of sql.matchAll(/^CREATE [^;]+;/gm))
      await postgres.query(own.href, statement.replace(":'password'", "'its-own'"));
    const url = new URL(own);
    [url.username, url.password, url.pathname] = ["rewards", "its-own", "/rewards"];
    const ledger = await openLedger({ kind: "postgres", url: url.href }, quiet);
    await ledger.close();
    const is =
      "SELECT rolsuper OR rolcreatedb OR rolcreaterole AS high FROM pg_roles WHERE rolname = current_user";
    expect(await postgres.query(url.href, is)).toEqual([{ high: false }]);
  } finally {
    await postgres.close();
  }
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** As root, because the script gives the key to the database's own user. */
describe.runIf(process.env.CI !== undefined || (hasOpenssl && process.getuid?.() === 0))(
  "the certificate of the database",
  () => {
    let folder: string;
    let postgres: PostgresServer;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "tls-"));
      chmodSync(folder, 0o755);
      // Makes the user, too.
      postgres = await startPostgres();
    }, 60_000);
    afterAll(async () => {
      await postgres?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Runs the script up to where the image's own one would go on; answers what that one is told. */
    function makeCertificate(): string {
      const entry = join(folder, "docker-entrypoint.sh");
      writeFileSync(entry, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
      return execFileSync("/bin/sh", [join(ROOT, "deploy/postgres-tls.sh")], {
        encoding: "utf8",
        env: {
          PATH: `${folder}:${process.env.PATH}`,
          TLS_NAME: "localhost",
          TLS_KEY_FOLDER: join(folder, "key"),
          TLS_CERTIFICATE_FOLDER: folder,
        },
      });
    }

    it("is made once, and a ledger that verifies it is reached by TLS, and by nothing less", async () => {
      const said = makeCertificate();
      expect(said.trim()).toBe(
        `postgres -c ssl=on -c ssl_cert_file=${folder}/server.crt -c ssl_key_file=${folder}/key/server.key`,
      );
      const certificate = readFileSync(join(folder, "server.crt"), "utf8");
      makeCertificate();
      expect(readFileSync(join(folder, "server.crt"), "utf8")).toBe(certificate);

      const url = new URL(await postgres.database());
      for (const [, name, value] of said.matchAll(/-c (\w+)=(\S+)/g))
        await postgres.query(url.href, `ALTER SYSTEM SET ${name} = '${value}'`);
      await postgres.stop();
      await postgres.start();
      url.hostname = "localhost";
      url.search = `?sslmode=verify-full&sslrootcert=${join(folder, "server.crt")}`;
      const ledger = await openLedger({ kind: "postgres", url: url.href }, quiet);
      expect(await ledger.get("nothing")).toBeUndefined();
      const connections = await postgres.query(
        url.href,
        "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'reward-redemption'",
      );
      expect(connections).toEqual([{ ssl: true }]);
      await ledger.close();

      // Another name than the certificate's.
      url.hostname = "127.0.0.1";
      await expect(openLedger({ kind: "postgres", url: url.href }, quiet)).rejects.toThrow();
    }, 60_000);
  },
);
