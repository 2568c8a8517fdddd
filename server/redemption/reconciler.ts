/** Takes up every order that has something due, at start and while running, without any browser (integrity rule 10). */
import type { Clock } from "../clock.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../log.ts";
import { RECONCILE_BATCH, RECONCILE_EVERY, SESSION_KEPT } from "../timing.ts";
import type { Runner } from "./runner.ts";

/** Runs until the signal fires. Expired sessions go in the same round: they need no clock of their own. */
export async function reconcile(
  {
    ledger,
    fulfillment,
    runner,
    clock,
    log,
  }: { ledger: Ledger; fulfillment: Fulfillment; runner: Runner; clock: Clock; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      // What is due is a matter of the service's time, which is asked for where an order may be.
      const [unfinished] = await ledger.dueOrders(Number.MAX_SAFE_INTEGER, 1);
      if (unfinished && (await fulfillment.learnTime()))
        runner.loops.wakeDue(await ledger.dueOrders(runner.now(), RECONCILE_BATCH + runner.loops.broken));
      await ledger.deleteSessionsBefore(clock.now() - SESSION_KEPT);
    } catch (error) {
      log.error("reconciler round failed", errorFields(error));
    }
    await clock.sleep(RECONCILE_EVERY, signal);
  }
}
