/** Why a ledger is unusable: one word for the log, metrics and operators, the same for every database. */

/** The words with their meanings for operators. */
export const LEDGER_FAULTS = {
  locked: "another program holds its lock",
  full: "there is no room left for it",
  read_only: "it cannot be written to",
  damaged: "it is damaged",
  gone: "it is not where it was",
  emptied: "it is empty, and was not before",
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
