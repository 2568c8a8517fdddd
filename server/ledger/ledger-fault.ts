/** Why a ledger is unusable: one word for the log, metrics and operators, the same for every database. */

import type { Log } from "../observing/log.ts";
import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";

/** The words with their meanings for operators. */
export const LEDGER_FAULTS = {
  locked: "another program holds its lock",
  full: "there is no room left for it",
  read_only: "it cannot be written to",
  damaged: "it is damaged",
  gone: "it is not where it was",
  emptied: "it is empty, and was not before",
  went_back: "it is older than it was",
  too_new: "a newer version of the server made it",
  disk: "the disk refuses to read or to write",
  silent: "it does not answer",
  thread_ended: "the thread that works on it ended",
  away: "it cannot be reached",
  unknown: "for a reason that nobody foresaw",
} as const satisfies Record<string, string>;
export type LedgerFault = keyof typeof LEDGER_FAULTS;

export const LEDGER_FAULT_WORDS = Object.keys(LEDGER_FAULTS) as readonly LedgerFault[];

/** Faults by SQLSTATE, or by its class. Source: PostgreSQL, "PostgreSQL Error Codes". */
const BY_SQLSTATE: Readonly<Record<string, LedgerFault>> = {
  "08": "away",
  "25006": "read_only",
  "42501": "read_only",
  "42P01": "emptied",
  "53100": "full",
  "53300": "away",
  "55P03": "locked",
  "57014": "silent",
  "57P": "away",
  "58": "disk",
  XX001: "damaged",
  XX002: "damaged",
};
/** Node's names of network errors. */
const OF_NETWORK = /^(?:E[A-Z_]{3,}|connection)$/;

/** @param reason of a `LedgerUnavailable`: a LedgerFault, or an error code of the network or of PostgreSQL */
export function ledgerFaultOf(reason: string): LedgerFault {
  if (Object.hasOwn(LEDGER_FAULTS, reason)) return reason as LedgerFault;
  if (reason === "timeout") return "silent";
  for (const length of [5, 3, 2]) {
    const fault = BY_SQLSTATE[reason.slice(0, length)];
    if (fault) return fault;
  }
  return OF_NETWORK.test(reason) ? "away" : "unknown";
}

/** Logs when the ledger becomes unusable, and when it is usable again. */
export class FaultLog {
  readonly #log: Log;
  /** By kind of work: a file may be readable while there is no room to write. */
  readonly #faults = new Map<string, LedgerFault>();
  #isDamaged = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Damage stays until a restart: a good read does not prove that the ledger is whole. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** Notes how the work ends. */
  async watch<T>(operation: "read" | "change", work: Promise<T>): Promise<T> {
    try {
      const done = await work;
      if (this.#faults.delete(operation) && !this.#isDamaged)
        this.#log.info("the ledger can be worked with again", { operation });
      return done;
    } catch (error) {
      if (error instanceof LedgerUnavailable) this.#note(operation, error.reason);
      throw error;
    }
  }

  #note(operation: "read" | "change", reason: string): void {
    const fault = ledgerFaultOf(reason);
    const isKnown = fault === "damaged" ? this.#isDamaged : this.#faults.get(operation) === fault;
    if (!isKnown)
      this.#log.error(`the ledger cannot be worked with: ${LEDGER_FAULTS[fault]}`, { operation, reason });
    if (fault === "damaged") this.#isDamaged = true;
    else this.#faults.set(operation, fault);
  }
}
