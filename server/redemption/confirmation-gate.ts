/**
 * The gate before a confirmation or a site's request, for somebody who waits for an answer: where the recovery gate is not open,
 * the recovery lookup runs within that time.
 */
import type { Clock } from "../clock.ts";
import { LOOKUP_WITHIN } from "../timing.ts";
import { within } from "../within.ts";
import type { Order } from "./model.ts";
import { applyFindings, isNewEvidence } from "./recovery-findings.ts";
import { type LookupOptions, recoveryLookup } from "./recovery-lookup.ts";
import type { Runner } from "./runner.ts";

export interface ConfirmationGateOptions extends LookupOptions {
  readonly runner: Runner;
  readonly clock: Clock;
}

export class ConfirmationGate {
  readonly #options: ConfirmationGateOptions;

  constructor(options: ConfirmationGateOptions) {
    this.#options = options;
  }

  /**
   * Whether the call may be sent at once. Where the lookup fails, or takes longer, the confirmation is stored all the same, and
   * the loop runs the lookup before it sends.
   * @param ms how long the caller waits for the lookup
   */
  async opens(order: Order, ms = LOOKUP_WITHIN): Promise<boolean> {
    const { clock, runner } = this.#options;
    if (runner.gate.isOpen(order)) return true;
    const look = recoveryLookup(order, this.#options).catch(() => undefined);
    const found = await within(clock, ms, look);
    if (!found) return false;
    if (found.some((each) => isNewEvidence(order, each)))
      await runner.swap(order, (row) => applyFindings(row, found, runner.now()));
    runner.gate.noteRecovered(order);
    return true;
  }
}
