/** Rows for tests: an order with one attempt, as in the ledger, and facts read from a row. */
import type { Ledger } from "../../../server/ledger/ledger.ts";
import { ProblemError } from "../../../server/problem.ts";
import { attentionOf } from "../../../server/redemption/attention.ts";
import {
  type Attempt,
  currentAttempt,
  type Evidence,
  type Order,
  type Retry,
} from "../../../server/redemption/model.ts";
import { next } from "../../../server/redemption/next.ts";
import type { Delivery } from "../../../shared/wire.ts";

export const MINUTE = 60_000;
export const NOW = Date.parse("2026-11-21T12:00:00Z");

/** The members of a test's attempt, with those of its evidence and its wait on one level. */
export type Shape = Partial<Omit<Attempt, "evidence" | "retry"> & Evidence & Retry>;

export function attempt(shape: Shape = {}): Attempt {
  const { revision, observed, state, value, testing, failures, billed, had_code, ...more } = shape;
  const {
    hold_state,
    unlisted_since,
    others,
    codeless_since,
    answered_at,
    changed_at,
    unreadable,
    tries,
    until,
    ...own
  } = more;
  return {
    n: 1,
    upstream_order_id: "shop.o-1.1",
    sku: "GIFT-10",
    amount: null,
    reward_name: "Gift",
    opened_at: NOW,
    phase: "booked",
    stop: null,
    redemption_id: "AAAAA-00001",
    hold_ends_at: NOW + 30 * MINUTE,
    evidence: {
      revision: revision ?? 0,
      // Not observed since its last change; 0 is.
      observed: observed ?? -1,
      state: state === undefined ? "booked" : state,
      value: value ?? null,
      testing: testing ?? false,
      failures: failures ?? 0,
      ...(billed && { billed }),
      ...(had_code && { had_code }),
      ...(hold_state && { hold_state }),
      ...(unlisted_since !== undefined && { unlisted_since }),
      ...(others && { others }),
      ...(codeless_since !== undefined && { codeless_since }),
      ...(answered_at !== undefined && { answered_at }),
      ...(changed_at !== undefined && { changed_at }),
      ...(unreadable && { unreadable }),
    },
    sends: [{ operation: "book", at: NOW, by: "me", outcome: "clear" }],
    retry: { tries: tries ?? 0, until: until ?? 0 },
    refusal: null,
    ...own,
  };
}

export function order(attempts: readonly Attempt[] = [attempt()], change: Partial<Order> = {}): Order {
  return {
    site: "shop",
    order_id: "o-1",
    version: 1,
    pins: {
      promotion_id: "4001",
      email: "user@example.com",
      delivery: "redeem",
      skus: null,
      amount: null,
      max_amount: null,
      customization: null,
    },
    promotion: {},
    attempts,
    current: attempts.at(-1)?.n ?? null,
    canceled: false,
    attention: null,
    due_at: null,
    created_at: NOW,
    updated_at: NOW,
    ...change,
  };
}

/** The row as it is stored: with what follows from it at `now`. */
export function derived(row: Order, now: number): Order {
  const attention = attentionOf(row, now);
  return attention === row.attention ? row : { ...row, attention };
}

/** The order under another delivery. */
export const delivered = (delivery: Delivery, row: Order): Order => ({
  ...row,
  pins: { ...row.pins, delivery },
});

/** A book was announced, and its answer is not known yet. */
export const booking = (change: Shape = {}): Order =>
  order([
    attempt({
      phase: "booking",
      redemption_id: null,
      state: null,
      sends: [{ operation: "book", at: NOW, by: "me", outcome: "unanswered" }],
      ...change,
    }),
  ]);

/** A redeem was announced, and its answer is not known yet. */
export const redeeming = (change: Shape = {}): Order =>
  order([
    attempt({
      phase: "confirmed",
      sends: [
        { operation: "book", at: NOW - MINUTE, by: "me", outcome: "clear" },
        { operation: "redeem", at: NOW, by: "me", outcome: "unanswered" },
      ],
      ...change,
    }),
  ]);

/** The problem that a decision comes to; undefined where it comes to none. */
export function problemOf(decide: () => unknown): ProblemError | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

/** The phase of the first attempt. */
export const phase = (row: Order): string => row.attempts[0]?.phase ?? "none";
/** The next action of the order's own process, with a proven ledger. */
export const todo = (row: Order, now: number) => next(row, { now, instance: "me", isGateOpen: true });
/** The next action of the order's own process, without a proven ledger or a lookup of the order. */
export const todoUnproven = (row: Order, now: number) =>
  next(row, { now, instance: "me", isGateOpen: false });
/** The next action of another process in that case. */
export const todoAnew = (row: Order, now: number) =>
  next(row, { now, instance: "another", isGateOpen: false });

/** The phase of the current attempt of an order of the shop, as the ledger has it; undefined where there is none. */
export async function storedPhase(ledger: Ledger, order_id: string): Promise<string | undefined> {
  const row = await ledger.readOrder({ site: "shop", order_id });
  return row && currentAttempt(row)?.phase;
}
