/** The faults of the ledger's database: how its methods fail while it is locked, full or away. */
import type { Ledger } from "../../server/ledger/ledger.ts";
import type { Draws } from "./draws.ts";
import { MINUTE, SECOND } from "./stage.ts";

export type LedgerFault =
  /** Another connection holds the write lock: writes are refused. */
  | "locked"
  /** The disk is full: writes are refused. */
  | "full"
  /** The connection is lost, and no new one is possible: a write may have been carried out all the same. */
  | "away";

const FAULTS: readonly LedgerFault[] = ["locked", "full", "away"];

/** A lock of a long transaction; a disk that an operator has to clear; a database that restarts. */
const LASTS: Readonly<Record<LedgerFault, readonly number[]>> = {
  locked: [5 * SECOND, 30 * SECOND],
  full: [30 * SECOND, 5 * MINUTE],
  away: [2 * SECOND, 20 * SECOND, 2 * MINUTE],
};

const WRITES: ReadonlySet<keyof Ledger> = new Set<keyof Ledger>([
  "createOrder",
  "replaceOrder",
  "storeRewardValue",
  "createSession",
  "deleteSessionsBefore",
  "deleteEventsBefore",
  "noteTry",
  "storeWebhook",
  "takeLease",
  "swapValue",
  "noteWidget",
  "addWidget",
  "removeWidgetsBefore",
]);

/** How a method's call ends in a fault: `refused`, without effect; `lost`, carried out without an answer. */
export type Meeting = { readonly fault: LedgerFault; readonly how: "refused" | "lost" };

export class LedgerFaults {
  readonly #draws: Draws;
  readonly #now: () => number;
  #fault: LedgerFault | undefined;
  /** History time, ms. */
  #until = 0;

  constructor(draws: Draws, now: () => number) {
    this.#draws = draws;
    this.#now = now;
  }

  /** Starts a fault of the database. @returns the fault, and its length, ms */
  begin(): { readonly fault: LedgerFault; readonly ms: number } {
    const fault = this.#draws.one(FAULTS);
    const ms = this.#draws.one(LASTS[fault]);
    this.#fault = fault;
    this.#until = this.#now() + ms;
    return { fault, ms };
  }

  clear(): void {
    this.#fault = undefined;
  }

  /** The present fault of a method's call. */
  meet(method: keyof Ledger): Meeting | undefined {
    const fault = this.#now() < this.#until ? this.#fault : undefined;
    if (fault === undefined) return undefined;
    const isWrite = WRITES.has(method);
    if (fault !== "away") return isWrite ? { fault, how: "refused" } : undefined;
    return { fault, how: isWrite && this.#draws.oneIn(2) ? "lost" : "refused" };
  }
}
