/** Orders in each state that is shown, with every pin set, and their rows: as this release stores them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Delivery } from "../../../shared/wire.ts";
import { REACHED, type Reached, reach, SKU, sessionOf } from "../../contract/states.ts";
import { openSqliteLedger } from "../../support/sqlite-ledger.ts";
import { type Browser, createWorld, type World } from "../../support/world.ts";
import { VirtualClock } from "../virtual-clock.ts";

/** The row of an order, and how the order came there. */
export interface ReleasedRow extends Reached {
  readonly version: number;
  readonly body: Record<string, unknown>;
}

export const ORDER = "released";

/** The site's request for the order, with each member that 0.1.0 pins: its rows stay as they are. With `notify` only known values may have a cap. */
export const requestOf = (delivery: Delivery): Record<string, unknown> => ({
  ...sessionOf(ORDER, delivery, "user@example.com"),
  skus: [SKU, "PIXELBARN-10"],
  ...(delivery !== "notify" && { max_amount: "100", currency: "USD" }),
  metadata: { campaign: "spring", batch: "7" },
  customization: { pdf: { message: "Happy birthday!", sender_name: "Your club" } },
});

export const nameOf = ({ state, delivery, steps }: Reached): string =>
  `${state} (${[delivery, ...steps].join(", ")})`;

export interface Stage {
  readonly world: World;
  readonly browser: Browser;
  row(): { version: number; body: Record<string, unknown> };
  /** Stores another body under the order, past the server, and starts a new process of the server. */
  replace(row: { readonly version: number; readonly body: Record<string, unknown> }): Promise<void>;
}

/** Plays an order to its state, and gives it to `work`. */
export async function staged<T>(to: Reached, work: (stage: Stage) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "released-rows-"));
  const path = join(folder, "ledger.db");
  let clock = new VirtualClock();
  const ledger = openSqliteLedger(path, () => clock.now());
  const world = await createWorld({}, { ledger });
  clock = world.clock;
  const db = new DatabaseSync(path);
  try {
    const browser = await reach(world, requestOf(to.delivery), to);
    return await work({
      world,
      browser,
      row() {
        const { version, body } = db.prepare("SELECT version, body FROM orders").get() as {
          version: number;
          body: string;
        };
        return { version, body: JSON.parse(body) };
      },
      async replace({ version, body }) {
        db.prepare("UPDATE orders SET version = ?, body = ?").run(version, JSON.stringify(body));
        await world.restart();
      },
    });
  } finally {
    db.close();
    await world.close();
    await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const rowsOfThisRelease = async (): Promise<ReleasedRow[]> => {
  const rows: ReleasedRow[] = [];
  for (const to of REACHED) rows.push(await staged(to, ({ row }) => ({ ...to, ...row() })));
  return rows;
};
