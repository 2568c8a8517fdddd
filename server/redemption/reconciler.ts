/** Wakes every due order, at start and while running, without any browser (integrity rule 10). */
import type { Clock } from "../clock.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../log.ts";
import type { MeasuredRound } from "../measures.ts";
import {
  CLOCK_SPREAD,
  FAR_ORDERS_EVERY,
  HOLD,
  LISTED_WOKEN,
  RECONCILE_BATCH,
  RECONCILE_EVERY,
  SESSION_KEPT,
  UNFINISHED_MAX,
  WAKE_PAUSE,
} from "../timing.ts";
import type { Loops } from "./loops.ts";
import type { Rows } from "./rows.ts";

/** Wakes every unfinished order that is due later than `after`, a batch at a time. */
async function wakeAll({ ledger, loops, clock }: ReconcilerOptions, after?: number): Promise<void> {
  const all = await ledger.dueOrders(Number.MAX_SAFE_INTEGER, UNFINISHED_MAX, after);
  for (let from = 0; from < all.length; from += RECONCILE_BATCH) {
    if (from > 0) await clock.sleep(WAKE_PAUSE);
    loops.wakeDue(all.slice(from, from + RECONCILE_BATCH));
  }
}

/**
 * Wakes orders that need a person and have no due time: an earlier version stored these rows without one, and read them no more.
 * @returns false if the service's time is unknown, without which no order is worked on
 */
async function wakeListed({ ledger, loops }: ReconcilerOptions): Promise<boolean> {
  const listed = await ledger.ordersNeedingAttention(LISTED_WOKEN);
  const resting = listed.filter(({ due_at }) => due_at === null);
  loops.wakeDue(resting);
  return true;
}

export interface ReconcilerOptions {
  readonly ledger: Ledger;
  readonly fulfillment: Fulfillment;
  readonly rows: Rows;
  readonly loops: Loops;
  /** Records from time to time that this ledger is in use (server/ledger-proof). */
  readonly noteAlive: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after every round. */
  readonly measure?: (round: MeasuredRound) => void;
}

/** Runs until the signal fires. The same round deletes expired sessions: they need no timer of their own. */
export async function reconcile(options: ReconcilerOptions, signal: AbortSignal): Promise<void> {
  const { ledger, rows, loops, noteAlive, clock, log, measure } = options;
  // At the start, and if the service's time went back, every unfinished order is woken: a wrong clock may have stored its due time.
  let latest = Number.MAX_SAFE_INTEGER;
  let lookedAhead = Number.NEGATIVE_INFINITY;
  let isListRead = false;
  let listTriedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const start = clock.monotonic();
    let due = 0;
    let outcome: MeasuredRound["outcome"] = "done";
    try {
      // Due times are service times. The service's time is asked for only if an unfinished order exists.
      const [unfinished] = await ledger.dueOrders(Number.MAX_SAFE_INTEGER, 1);
      if (unfinished) {
        const now = rows.now();
        const orders = await ledger.dueOrders(now, RECONCILE_BATCH + loops.broken);
        due = orders.length;
        loops.wakeDue(orders);
        if (now < latest - CLOCK_SPREAD) await wakeAll(options);
        latest = now;
        // Another process whose clock is ahead may store a due time later than the end of any hold: wake these orders too.
        if (start >= lookedAhead + FAR_ORDERS_EVERY) {
          await wakeAll(options, now + HOLD + CLOCK_SPREAD);
          lookedAhead = start;
        }
      }
      await noteAlive();
      await ledger.deleteSessionsBefore(clock.now() - SESSION_KEPT);
      // Last in the round: an unreadable list must not delay the due orders.
      if (!isListRead && start >= listTriedAt + FAR_ORDERS_EVERY) {
        listTriedAt = start;
        isListRead = await wakeListed(options);
      }
    } catch (error) {
      outcome = "failed";
      log.error("reconciler round failed", errorFields(error));
    }
    measure?.({ outcome, milliseconds: clock.monotonic() - start, due });
    await clock.sleep(RECONCILE_EVERY, signal);
  }
}
