/** The look behind a confirmation (guard.ts) within the time that a user waits for an answer. */
import type { Clock } from "../clock.ts";
import { GUARD_WITHIN } from "../timing.ts";
import { within } from "../within.ts";
import { applyFindings, isNews, type LookOptions, lookBehind } from "./guard.ts";
import type { Order } from "./model.ts";
import type { Runner } from "./runner.ts";

export interface ConfirmationGuardOptions extends LookOptions {
  readonly runner: Runner;
  readonly clock: Clock;
}

export class ConfirmationGuard {
  readonly #options: ConfirmationGuardOptions;

  constructor(options: ConfirmationGuardOptions) {
    this.#options = options;
  }

  /**
   * Whether a confirmation may be sent at once. The look is short; when it fails, the confirmation is stored all the same,
   * and the loop looks before it sends.
   * @param ms how long the caller waits for the look
   */
  async allows(order: Order, ms = GUARD_WITHIN): Promise<boolean> {
    const { clock, runner } = this.#options;
    if (runner.gate.isOpen(order)) return true;
    const look = lookBehind(order, this.#options).catch(() => undefined);
    const found = await within(clock, ms, look);
    if (!found) return false;
    if (found.some((each) => isNews(order, each)))
      await runner.swap(order, (row) => applyFindings(row, found, runner.now()));
    runner.gate.noteLookedUp(order);
    return true;
  }
}
