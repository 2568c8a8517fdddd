/**
 * Which events a stored change of an order tells its site: derived from what the row says and what was told before, so that a change
 * that is stored in two steps, or found again after a fault, is told once. Never a code, PIN, link or e-mail address.
 * Source: docs/webhooks.md, "What your receiver does"; docs/proof/invariants.md, I18.
 */

import type { EventData, EventType, OrderState } from "../../shared/wire.ts";
import type { EventRow } from "../rows/event.ts";
import { placeOf } from "../rows/grant.ts";
import { type Attempt, attemptOf, currentAttempt, type Order, type Row, type Told } from "../rows/order.ts";
import { confirmedBy, stateOf } from "./view.ts";

/** What a grant's events tell of its money. */
export type GrantBalance = NonNullable<EventData["grant"]>;

/**
 * The order with what its site is told now.
 * @param newId a new id for each event
 * @param balance of the order's grant, where it has one
 */
export function eventsOf(
  row: Row,
  newId: () => string,
  balance?: GrantBalance,
): { order: Order; events: readonly EventRow[] } {
  const { order, now } = row;
  const place = placeOf(order.order_id);
  const state = stateOf(row);
  const current = currentAttempt(order);
  const type = typeOf(order.told, state, current);
  let told = order.told;
  const events: EventRow[] = [];
  const add = (kind: EventType, attempt: Attempt | undefined, reason: string | null): void => {
    told = { ...told, sequence: nextSequence(told, row.recovered_at) };
    const id = newId();
    const data: EventData = {
      event_id: id,
      sequence: told.sequence,
      order_id: order.order_id,
      ...(place && { grant_id: place.grant_id }),
      ...(balance && { grant: balance }),
      delivery: order.pins.delivery,
      state,
      ...(attempt && { attempt: attempt.n, sku: attempt.sku }),
      ...(attempt?.redemption_id != null && state !== "booked" && { reference: attempt.redemption_id }),
      // A canceled order gave nothing, whatever was booked.
      ...(attempt?.value && state !== "canceled" && { value: attempt.value }),
      ...(reason !== null && { reason }),
      ...confirmedBy(attempt),
      ...(order.pins.metadata && { metadata: order.pins.metadata }),
    };
    const body = JSON.stringify({ type: kind, timestamp: new Date(now).toISOString(), data });
    const { site, order_id } = order;
    events.push({ id, site, order_id, sequence: told.sequence, type: kind, time: now, body });
  };
  if (type !== undefined) {
    const before = attemptOf(order, order.told.attempt);
    if (type === "order.reopened") add(type, before, before?.reason ?? null);
    else add(type, current, null);
  }
  // While something is unknown, what was told before stands.
  if (state !== "processing") told = { ...told, ...standing(told, state, current, now) };
  if (order.attention !== null && order.attention !== told.attention)
    add("order.attention", current, order.attention);
  told = { ...told, attention: order.attention };
  return { order: { ...order, told }, events };
}

/** The event of a state that the site was not told yet. */
function typeOf(told: Told, state: OrderState, current: Attempt | undefined): EventType | undefined {
  const isTold = told.state === state && (state === "open" || told.attempt === (current?.n ?? null));
  if (isTold) return undefined;
  switch (state) {
    case "open":
      return told.state === null ? undefined : "order.reopened";
    case "booked":
    case "redeemed":
    case "activated":
    case "notified":
    case "canceled":
    case "refunded":
      return `order.${state}`;
    // The first is not known yet; the others are for a person, and told as such.
    case "processing":
    case "failed":
    case "denied":
    case "blocked":
    case "expired":
      return undefined;
    default:
      return state satisfies never;
  }
}

/** What the site now knows. An order that is open and never was anything else stays untold. */
function standing(told: Told, state: OrderState, current: Attempt | undefined, now: number): Partial<Told> {
  if (state === "open" && told.state === null) return {};
  const attempt = state === "open" ? null : (current?.n ?? null);
  const isAnother = state === "open" || attempt !== told.attempt;
  const since = (known: number | null, is: boolean): number | null => (is ? (known ?? now) : known);
  return {
    state,
    attempt,
    booked_at: since(isAnother ? null : told.booked_at, state === "booked"),
    redeemed_at: since(isAnother ? null : told.redeemed_at, state === "redeemed"),
    refunded_at: since(isAnother ? null : told.refunded_at, state === "refunded"),
  };
}

/**
 * Counts the events of an order. After a lost or restored ledger it goes on from the second of that time: above every number that
 * was told and lost, so that no receiver takes a new event for an old one.
 */
const nextSequence = ({ sequence }: Told, recovered_at: number | null): number =>
  Math.max(sequence, recovered_at === null ? 0 : Math.floor(recovered_at / 1000)) + 1;
