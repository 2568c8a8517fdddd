/** The look behind a confirmation (guard.ts) within the time that a user waits for an answer. */
import type { Clock } from "../clock.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import { GUARD_WITHIN, RESTORED_LEDGER_WINDOW } from "../timing.ts";
import { applyFindings, lookBehind } from "./guard.ts";
import type { Order } from "./model.ts";
import type { Runner } from "./runner.ts";

export interface ConfirmationGuardOptions {
  readonly fulfillment: Fulfillment;
  readonly runner: Runner;
  readonly clock: Clock;
  readonly orderIdMax: number;
}

export class ConfirmationGuard {
  readonly #options: ConfirmationGuardOptions;
  readonly #startedAt: number;

  constructor(options: ConfirmationGuardOptions) {
    this.#options = options;
    this.#startedAt = options.clock.monotonic();
  }

  /**
   * Whether a confirmation may be sent at once. The look is short; when it fails, the confirmation is stored all the same,
   * and the loop looks before it sends.
   */
  async allows(order: Order): Promise<boolean> {
    const { clock, runner } = this.#options;
    if (clock.monotonic() - this.#startedAt > RESTORED_LEDGER_WINDOW) return true;
    const waited = new AbortController();
    const findings = await Promise.race([
      lookBehind(order, this.#options).catch(() => undefined),
      clock.sleep(GUARD_WITHIN, waited.signal),
    ]);
    waited.abort();
    if (!findings) return false;
    const found = findings.later || findings.refused.some((each) => each.found.length > 0);
    if (found) await runner.swap(order, (row) => applyFindings(row, findings, runner.now()));
    return true;
  }
}
