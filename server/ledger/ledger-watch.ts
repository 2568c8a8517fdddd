/** Whether the ledger is usable now, tested by a write: a database that is full, read-only or locked still answers reads. */

import { LedgerUnavailable } from "../problems/ledger-unavailable.ts";
import { PROBE_KEPT, PROBE_WITHIN } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { within } from "../tools/within.ts";
import type { Ledger } from "./ledger.ts";
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
   * Answers in time; while the ledger works, with a result that may be PROBE_KEPT old. Never rejects.
   * @returns null if the ledger is usable
   */
  async check(): Promise<LedgerFault | null> {
    const { clock } = this.#options;
    const found = this.#found;
    // Only a good result is kept, so that a ledger that is back is used at once.
    if (found?.fault === null && clock.monotonic() < found.at + PROBE_KEPT) return null;
    const fault = await within(clock, PROBE_WITHIN, this.#probe());
    // While a probe hangs, the fault found before it most probably lasts.
    return fault === undefined ? (found?.fault ?? "silent") : fault;
  }

  /** Starts a probe or joins the one under way. */
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
