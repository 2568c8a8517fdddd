/**
 * Judged after every write, by the events that stand in the ledger beside the row; at every delivery; and at the end, when nothing
 * fails any more.
 */

import { stateOf } from "../../../server/redemption/view.ts";
import { currentAttempt } from "../../../server/rows/order.ts";
import type { OrderState } from "../../../shared/wire.ts";
import type { Json } from "../evidence.ts";
import type { Invariant } from "../judge.ts";

/** The states that have an event. */
const TOLD: ReadonlySet<OrderState> = new Set([
  "booked",
  "redeemed",
  "activated",
  "notified",
  "canceled",
  "refunded",
]);
/** After so many failures the next try comes after the end of a history. */
const TRIES_WITHIN_A_HISTORY = 3;

export const toldOnce: Invariant = {
  id: "I18",
  says: "an event is delivered for every stored change that has one, and none for a change that was not stored",
  watch: ({ bed, deliveries, leaps }) => {
    /** By order: the highest sequence so far, over all generations of the ledger. */
    const highest = new Map<string, number>();
    const bodies = new Map<string, string>();
    return {
      wrote({ after }) {
        const { site, order_id, updated_at, attention } = after;
        const key = `${site}/${order_id}`;
        const events = bed.events(site, order_id);
        let before = 0;
        for (const { id, sequence, body } of events) {
          if (sequence <= before) return `${key}: event ${sequence} stands after event ${before}`;
          before = sequence;
          const known = bodies.get(id);
          if (known !== undefined && known !== body) return `${key}: event ${id} was changed`;
          // After a loss the numbers go on from its time, by a clock that may have been set back.
          if (known === undefined && leaps.length === 0 && sequence <= (highest.get(key) ?? 0))
            return `${key}: a new event has the number ${sequence} of an earlier one`;
          bodies.set(id, body);
        }
        highest.set(key, Math.max(before, highest.get(key) ?? 0));
        const row = { order: after, lease: null, now: updated_at, recovered_at: bed.recoveredAt() };
        const state = stateOf(row);
        const last = events.findLast(({ type }) => type !== "order.attention");
        const data = last && (JSON.parse(last.body).data as Json);
        const attempt = currentAttempt(after)?.n;
        // An order that gave way before anybody chose from it was never told of.
        const gaveWay = after.grant?.is_succeeded === true && attempt === undefined;
        if (!gaveWay && TOLD.has(state) && (last?.type !== `order.${state}` || data?.attempt !== attempt))
          return `${key} is ${state} (attempt ${attempt}), and the last event is ${last?.type} (attempt ${data?.attempt})`;
        if (state === "open" && last && last.type !== "order.reopened")
          return `${key} is open, and the last event is ${last.type}`;
        const flagged = events.findLast(({ type }) => type === "order.attention");
        if (attention !== null && (!flagged || JSON.parse(flagged.body).data.reason !== attention))
          return `${key} needs a person (${attention}), and no event says so`;
        return undefined;
      },
      told({ id, body }) {
        const stored = bed.event(id);
        return stored?.body === body ? undefined : `the webhook of ${id} tells what is not stored`;
      },
      ended() {
        for (const { id, tries, next_try_at, delivered_at } of bed.allEvents()) {
          const isTaken = deliveries.some((each) => each.id === id && each.isTaken);
          if (delivered_at !== null && !isTaken) return `${id} counts as delivered, and nobody took it`;
          if (delivered_at === null && next_try_at === null) return `${id} was given up after ${tries} tries`;
          if (delivered_at === null && tries < TRIES_WITHIN_A_HISTORY)
            return `${id} was not delivered, with ${tries} tries`;
        }
        return undefined;
      },
    };
  },
};
