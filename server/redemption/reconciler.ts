/** Takes up every order with work left, at start and while running, without any browser. Source: docs/proof/rules.md, rule 11. */

import type { ClockWatch } from "../ledger/clock-watch.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import type { MeasuredRound } from "../observing/measures.ts";
import {
  DEEDS_KEPT,
  EVENTS_DELETED_AT_ONCE,
  EVENTS_KEPT,
  RECONCILE_BATCH,
  RECONCILE_EVERY,
  SESSION_KEPT,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { deriveOlderRows } from "./derived.ts";
import type { Worker } from "./worker.ts";

export interface ReconcilerOptions {
  readonly ledger: Pick<
    Ledger,
    | "checkRecovery"
    | "dueOrders"
    | "deleteSessionsBefore"
    | "deleteEventsBefore"
    | "deleteDeedsBefore"
    | "ordersOfOlderReleases"
    | "replaceOrder"
  >;
  readonly worker: Pick<Worker, "wake">;
  readonly clock: Clock;
  readonly clockWatch: Pick<ClockWatch, "mayDelete">;
  readonly log: Log;
  /** Called after every round. */
  readonly measure?: (round: MeasuredRound) => void;
}

/** Runs until the signal fires. The same round deletes expired sessions and old events: they need no timer of their own. */
export async function reconcile(options: ReconcilerOptions, signal: AbortSignal): Promise<void> {
  const { ledger, worker, clock, clockWatch, log, measure } = options;
  while (!signal.aborted) {
    const start = clock.monotonic();
    let due = 0;
    let outcome: MeasuredRound["outcome"] = "done";
    try {
      await ledger.checkRecovery();
      const keys = await ledger.dueOrders(RECONCILE_BATCH);
      due = keys.length;
      for (const key of keys) worker.wake(key);
      await deriveOlderRows({ ledger, log });
      if (await clockWatch.mayDelete()) {
        await ledger.deleteSessionsBefore(clock.now() - SESSION_KEPT);
        await ledger.deleteEventsBefore(clock.now() - EVENTS_KEPT, EVENTS_DELETED_AT_ONCE);
        await ledger.deleteDeedsBefore(clock.now() - DEEDS_KEPT, EVENTS_DELETED_AT_ONCE);
      }
    } catch (error) {
      outcome = "failed";
      log.error("reconciler round failed", errorFields(error));
    }
    measure?.({ outcome, milliseconds: clock.monotonic() - start, due });
    await clock.sleep(RECONCILE_EVERY, signal);
  }
}
