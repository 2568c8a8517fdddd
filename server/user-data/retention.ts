/** Forgets the users of long resting orders, a few at a time, and of one order if its site asks for it. forget.ts has the rules. */
import type { OrderState } from "../../shared/wire.ts";
import type { ClockWatch } from "../ledger/clock-watch.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import { ProblemError } from "../problems/problem.ts";
import { type Deed, type Doer, deedOf } from "../rows/audit.ts";
import type { Order, OrderKey, Row } from "../rows/order.ts";
import { FORGET_BATCH, FORGET_EVERY, FORGET_PAUSE, POLL_AFTER, SWAP_TRIES } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { makeDigest } from "./email-digest.ts";
import { decideForgetting, mayForget, withoutUser } from "./forget.ts";

export interface RetentionOptions {
  readonly ledger: Pick<Ledger, "ordersToForget" | "readOrder" | "replaceOrder" | "purge">;
  readonly clock: Clock;
  readonly clockWatch: Pick<ClockWatch, "mayDelete">;
  readonly log: Log;
  /** How long an address stays after the order's last change, ms. */
  readonly emailKept: number;
}

/** Runs until the signal fires; several instances may run, because each change is a compare-and-swap. */
export async function forgetEmails(options: RetentionOptions, signal: AbortSignal): Promise<void> {
  const { clock, clockWatch, log } = options;
  while (!signal.aborted) {
    let isMore = false;
    try {
      isMore = (await clockWatch.mayDelete()) && (await forgetSome(options, signal));
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
  if (forgotten > 0) await ledger.purge();
  return keys.length === FORGET_BATCH && forgotten > 0;
}

async function forget(key: OrderKey, before: number, { ledger }: RetentionOptions): Promise<boolean> {
  const row = await ledger.readOrder(key);
  if (!row || !mayForget(row.order, before)) return false;
  return store(row.order, ledger);
}

/** @returns false if the row was changed meanwhile */
async function store(order: Order, ledger: Pick<Ledger, "replaceOrder">, deed?: Deed): Promise<boolean> {
  const { email, customization } = order.pins;
  const without = email === null ? order : withoutUser(order, await makeDigest({ email, customization }));
  // The time of the order's last change stays.
  return (await ledger.replaceOrder(without, { kind: "free" }, [], deed)) !== undefined;
}

const UNFINISHED =
  "The user of this order may still be needed: it is not finished, or a person has to look at it. Cancel an order that is open or booked, and ask again when it has ended.";

/**
 * Forgets the user of one order now; a repeat changes nothing.
 * @param stateOf the order's state, as sites are shown it
 * @throws ProblemError order_not_found; order_processing while the order is not finished
 */
export async function forgetUser(
  ledger: Pick<Ledger, "readOrder" | "replaceOrder" | "purge">,
  key: OrderKey,
  stateOf: (row: Row) => OrderState,
  by: Doer,
): Promise<void> {
  for (let tries = 0; tries < SWAP_TRIES; tries++) {
    const row = await ledger.readOrder(key);
    if (!row) throw new ProblemError("order_not_found");
    const { order } = row;
    const decision = decideForgetting(order, stateOf(row));
    switch (decision) {
      case "forgotten":
        return;
      case "unfinished":
        throw new ProblemError("order_processing", { detail: UNFINISHED });
      case "forget":
        if (!(await store({ ...order, user_id: null }, ledger, deedOf(by, "forget_user", key)))) break;
        return ledger.purge();
      default:
        decision satisfies never;
    }
  }
  throw new ProblemError("order_processing", { retryAfterMs: POLL_AFTER });
}
