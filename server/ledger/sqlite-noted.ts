/** Logs when the SQLite file becomes unusable, and when it is usable again. */
import type { Log } from "../log.ts";
import { LedgerUnavailable } from "./ledger.ts";
import { LEDGER_FAULTS, type LedgerFault, ledgerFaultOf } from "./ledger-fault.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

export interface NotedDatabase extends SqliteDatabase {
  /** Damaged pages were found. */
  noteDamage(): void;
}

export function noted(db: SqliteDatabase, log: Log): NotedDatabase {
  /** A file may be readable while there is no room to write. */
  const faults: Record<"read" | "change", LedgerFault | null> = { read: null, change: null };
  let isDamaged = false;

  const noteFault = (operation: "read" | "change", fault: LedgerFault): void => {
    const isKnown = fault === "damaged" ? isDamaged : faults[operation] === fault;
    if (!isKnown)
      log.error(`the ledger cannot be worked with: ${LEDGER_FAULTS[fault]}`, { operation, reason: fault });
    // Damage stays until a restart: a good read does not prove that the file is intact.
    if (fault === "damaged") isDamaged = true;
    else faults[operation] = fault;
  };
  const note = async <T>(operation: "read" | "change", work: Promise<T>): Promise<T> => {
    try {
      const done = await work;
      if (faults[operation] && !isDamaged) log.info("the ledger can be worked with again", { operation });
      faults[operation] = null;
      return done;
    } catch (error) {
      if (error instanceof LedgerUnavailable) noteFault(operation, ledgerFaultOf(error.reason));
      throw error;
    }
  };
  return {
    ...db,
    read: (step, of) => note("read", db.read(step, of)),
    change: (change) => note("change", db.change(change)),
    isDamaged: () => isDamaged,
    noteDamage: () => noteFault("read", "damaged"),
  };
}
