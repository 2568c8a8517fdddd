/**
 * The members of an order's row that follow from the rest, by which orders are found and listed: made anew whenever a row is stored.
 */
import type { OrderState } from "../../shared/wire.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import type { Order, Row } from "../rows/order.ts";
import { OLDER_ROWS_AT_ONCE } from "../timing.ts";
import { dealingsOf } from "./dealings.ts";
import { attentionOf } from "./needs-person.ts";
import { stateOf } from "./view.ts";
import { watchedUntil } from "./watched.ts";

/** @param before the row that is replaced, with the time of the change */
export function withDerived(before: Row, order: Order): Order {
  const { now } = before;
  const attention = attentionOf(order, now)?.reason ?? null;
  const since = before.order.attention === null ? now : before.order.attention_since;
  const state = stateOf({ ...before, order });
  return {
    ...order,
    dealings: dealingsOf(before.order, order, now),
    attention,
    attention_since: attention === null ? null : since,
    watched_until: watchedUntil(order),
    state,
    given_at: givenAt(order, state, now),
  };
}

/**
 * When the order was first to be seen among its user's rewards: the reward was there, by an older release's own note where there is one,
 * or it was stopped for a person. An order that can be chosen from again is not among them.
 */
function givenAt({ told, given_at }: Order, state: OrderState, now: number): number | null {
  switch (state) {
    case "redeemed":
    case "activated":
    case "notified":
    case "refunded":
      return given_at ?? told.redeemed_at ?? now;
    case "failed":
    case "denied":
    case "blocked":
    case "expired":
      return given_at ?? now;
    case "processing":
    case "canceled":
      return given_at;
    case "open":
    case "booked":
      return null;
    default:
      return state satisfies never;
  }
}

/**
 * Brings rows up to date that an older release stored last, some at a time: orders of before an upgrade, and those that an older
 * instance changes while it is replaced. Never rejects.
 */
export async function deriveOlderRows({
  ledger,
  log,
}: {
  readonly ledger: Pick<Ledger, "ordersOfOlderReleases" | "replaceOrder">;
  readonly log: Log;
}): Promise<void> {
  try {
    const rows = await ledger.ordersOfOlderReleases(OLDER_ROWS_AT_ONCE);
    // The time of the order's last change stays: by it its user is forgotten.
    const derived = rows.map((row) => withDerived({ ...row, now: row.order.updated_at }, row.order));
    await Promise.all(derived.map((order) => ledger.replaceOrder(order, { kind: "free" })));
  } catch (error) {
    log.error("rows of an older release were not brought up to date", errorFields(error));
  }
}
