/** The bad days of the ledger's database: what its methods meet while it is locked, full or away. */
import type { Ledger } from "../../server/ledger/ledger.ts";
import type { Draws } from "./draws.ts";
import { MINUTE, SECOND } from "./stage.ts";

export type LedgerFault =
  /** Somebody else holds the write lock: what writes is refused. */
  | "locked"
  /** There is no room: what writes is refused. */
  | "full"
  /** The connection is lost, and another one cannot be had: a write may have been done all the same. */
  | "away";

const FAULTS: readonly LedgerFault[] = ["locked", "full", "away"];

/** A lock of somebody's long transaction; a disk that a person has to clear; a database that is started anew. */
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
  "swapValue",
  "noteWidget",
  "addWidget",
  "removeWidgetsBefore",
]);

/** How a call of a method ends that meets a fault: `refused` nothing is done, `lost` it is done and nobody hears of it. */
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

  /** Something begins to be wrong with the database. @returns what, and for how long, ms */
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

  /** What a call of a method meets now. */
  meet(method: keyof Ledger): Meeting | undefined {
    const fault = this.#now() < this.#until ? this.#fault : undefined;
    if (fault === undefined) return undefined;
    const isWrite = WRITES.has(method);
    if (fault !== "away") return isWrite ? { fault, how: "refused" } : undefined;
    return { fault, how: isWrite && this.#draws.oneIn(2) ? "lost" : "refused" };
  }
}
