/** Removes a ledger for good, so that the demo begins again. For the simulated service alone: with it go the records of all orders. */
import { rmSync } from "node:fs";
import type { DatabaseSetting } from "../settings/setting.ts";
import { SCHEMA } from "./postgres-migrations.ts";
import { connectOnce } from "./postgres-pool.ts";
import { FILE_SUFFIXES } from "./sqlite-file.ts";

export async function removeLedger(database: DatabaseSetting): Promise<void> {
  switch (database.kind) {
    case "memory":
      return;
    case "sqlite":
      for (const suffix of FILE_SUFFIXES) rmSync(database.path + suffix, { force: true });
      return;
    case "postgres": {
      const client = await connectOnce(database.url);
      await client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`).finally(() => client.end());
      return;
    }
    default:
      return database satisfies never;
  }
}
