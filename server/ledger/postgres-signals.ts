/** Messages between the instances on one database, by LISTEN and NOTIFY: outside the transactions of orders, which a NOTIFY would queue. */
import type { Pool, PoolClient } from "pg";
import type { Signals } from "./sql-ledger.ts";

const CHANNEL = "reward_redemption_events";

/** A connection of the pool listens for as long as it lasts. */
export function createSignals(pool: Pool): Signals & { close(): void } {
  let listening: PoolClient | undefined;
  const end = (client: PoolClient): void => {
    if (listening !== client) return;
    listening = undefined;
    client.release(true);
  };
  return {
    async send(text) {
      await pool.query("SELECT pg_notify($1, $2)", [CHANNEL, text]);
    },
    async listen(hear) {
      if (listening) return;
      const client = await pool.connect();
      listening = client;
      client.on("error", () => end(client));
      client.on("notification", ({ payload }) => hear(payload ?? ""));
      await client.query(`LISTEN ${CHANNEL}`).catch((error) => {
        end(client);
        throw error;
      });
    },
    close() {
      if (listening) end(listening);
    },
  };
}
