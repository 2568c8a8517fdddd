/** Forgets the e-mail addresses of orders that rest for long, a few at a time. When one may go is in forget.ts. */
import type { Clock } from "../clock.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../log.ts";
import { FORGET_BATCH, FORGET_EVERY, FORGET_PAUSE } from "../timing.ts";
import { makeDigest } from "./email-digest.ts";
import { mayForget, withoutEmail } from "./forget.ts";
import type { OrderKey } from "./model.ts";

export interface RetentionOptions {
  readonly ledger: Pick<Ledger, "ordersToForget" | "readOrder" | "replaceOrder">;
  readonly clock: Clock;
  readonly log: Log;
  /** How long an address stays after the order's last change, ms. */
  readonly emailKept: number;
}

/** Runs until the signal fires; several instances may, each change is a compare-and-swap. */
export async function forgetEmails(options: RetentionOptions, signal: AbortSignal): Promise<void> {
  const { clock, log } = options;
  while (!signal.aborted) {
    let isMore = false;
    try {
      isMore = await forgetSome(options, signal);
    } catch (error) {
      log.error("e-mail addresses not removed", errorFields(error));
    }
    await clock.sleep(isMore ? FORGET_PAUSE : FORGET_EVERY, signal);
  }
}

/** @returns whether more may be waiting */
async function forgetSome(options: RetentionOptions, signal: AbortSignal): Promise<boolean> {
  const { ledger, clock, emailKept } = options;
  const before = clock.now() - emailKept;
  const keys = await ledger.ordersToForget(before, FORGET_BATCH);
  let forgotten = 0;
  for (const key of keys) {
    if (signal.aborted) return false;
    if (await forget(key, before, options)) forgotten++;
  }
  return keys.length === FORGET_BATCH && forgotten > 0;
}

async function forget(key: OrderKey, before: number, { ledger }: RetentionOptions): Promise<boolean> {
  const order = await ledger.readOrder(key);
  if (!order || order.pins.email === null || !mayForget(order, before)) return false;
  const kept = await makeDigest(order.pins.email);
  // Past the runner on purpose: nothing of it is due, and when the order last changed must not look like today.
  return (await ledger.replaceOrder(withoutEmail(order, kept))) !== undefined;
}
