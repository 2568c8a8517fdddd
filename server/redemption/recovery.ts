/**
 * Opens the recovery gate for an order: runs the recovery lookup and stores the effect of its findings, for the loop and for a
 * caller who waits for an answer.
 */
import type { Clock } from "../clock.ts";
import { LOOKUP_WITHIN } from "../timing.ts";
import { within } from "../within.ts";
import { currentAttempt, type Order } from "./model.ts";
import { applyFindings, conflictsOf, hasOutdated, isLeftOpen } from "./recovery-findings.ts";
import type { RecoveryGate } from "./recovery-gate.ts";
import { type LookupOptions, recoveryLookup } from "./recovery-lookup.ts";
import type { Rows } from "./rows.ts";

export interface RecoveryOptions extends LookupOptions {
  readonly rows: Rows;
  readonly gate: RecoveryGate;
  readonly clock: Clock;
}

export class Recovery {
  readonly #options: RecoveryOptions;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** @returns whether the call that waits for the lookup may leave @throws UpstreamError */
  async run(order: Order): Promise<boolean> {
    const { rows, gate, clock } = this.#options;
    // The time is asked for before the lookup: while the lookup's many requests run, slow answers would look like a service without
    // a `Date`.
    if (!(await rows.knowsTime())) return false;
    const asked = clock.monotonic();
    const found = await recoveryLookup(order, this.#options);
    let isFree = true;
    let last = order;
    await rows.swap(order, (row) => {
      // A confirmation with a conflict waits or gives way: the lookup runs again before any of its calls is sent.
      const now = rows.now();
      isFree = currentAttempt(row)?.phase !== "confirmed" || conflictsOf(row, found, now).length === 0;
      const after = applyFindings(row, found, now, {
        askedAt: rows.timeOf(asked),
        isProven: gate.isProven(row),
      });
      if (isLeftOpen(after, found) || hasOutdated(row, found, now)) isFree = false;
      last = after;
      return after;
    });
    if (isFree) gate.noteRecovered(last);
    return isFree;
  }

  /**
   * Whether a confirmation or a site's request may be sent at once. If the lookup fails or takes longer, a confirmation is still
   * stored, and the loop runs the lookup before it sends the call.
   * @param ms how long the caller waits for the lookup
   */
  async opens(order: Order, ms = LOOKUP_WITHIN): Promise<boolean> {
    const { gate, clock } = this.#options;
    if (gate.isOpen(order)) return true;
    const opened = this.run(order).catch(() => false);
    return (await within(clock, ms, opened)) ?? false;
  }
}
