/**
 * Whether the ledger can be worked with at this moment, found out by a write: a database that is full, read-only or locked still
 * answers what is read.
 */
import type { Clock } from "../clock.ts";
import { PROBE_KEPT, PROBE_WITHIN } from "../timing.ts";
import { within } from "../within.ts";
import { type Ledger, LedgerUnavailable } from "./ledger.ts";
import { type LedgerFault, ledgerFaultOf } from "./ledger-fault.ts";

export interface LedgerWatchOptions {
  readonly ledger: Pick<Ledger, "probe">;
  readonly clock: Clock;
}

interface Found {
  readonly fault: LedgerFault | null;
  /** Monotonic ms. */
  readonly at: number;
}

export class LedgerWatch {
  readonly #options: LedgerWatchOptions;
  #found: Found | undefined;
  #probing: Promise<LedgerFault | null> | undefined;

  constructor(options: LedgerWatchOptions) {
    this.#options = options;
  }

  /**
   * Answers in time; while the ledger works, with what somebody else found a moment ago. Never rejects.
   * @returns null where the ledger can be worked with
   */
  async check(): Promise<LedgerFault | null> {
    const { clock } = this.#options;
    const found = this.#found;
    // A ledger that is back is used at once: only what is good is kept.
    if (found?.fault === null && clock.monotonic() < found.at + PROBE_KEPT) return null;
    const fault = await within(clock, PROBE_WITHIN, this.#probe());
    // What was wrong before the probe that hangs is most probably still wrong.
    return fault === undefined ? (found?.fault ?? "silent") : fault;
  }

  /** One at a time, however many ask. */
  #probe(): Promise<LedgerFault | null> {
    this.#probing ??= this.#options.ledger
      .probe()
      .then(
        () => null,
        (error) => (error instanceof LedgerUnavailable ? ledgerFaultOf(error.reason) : "unknown"),
      )
      .then((fault) => {
        this.#found = { fault, at: this.#options.clock.monotonic() };
        this.#probing = undefined;
        return fault;
      });
    return this.#probing;
  }
}
