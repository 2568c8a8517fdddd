/**
 * Lists the orders that need a person, and lets a person release them.
 * Source: docs/operate/index.md, "The list"; docs/proof/rules.md, rule 4.
 */

import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log, type LogFields } from "../observing/log.ts";
import { ProblemError } from "../problems/problem.ts";
import { acknowledge, wantRelease } from "../redemption/decide.ts";
import { attentionOf, markOf, type Subject } from "../redemption/needs-person.ts";
import { stateOf } from "../redemption/view.ts";
import type { Worker } from "../redemption/worker.ts";
import { type Deed, type Doer, deedOf } from "../rows/audit.ts";
import { placeOf } from "../rows/grant.ts";
import { attemptOf, currentAttempt, isCanceled, type Order, type OrderKey, type Row } from "../rows/order.ts";
import { ANSWER_WITHIN } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import {
  type AttentionOrder,
  type AttentionQuery,
  type LedgerNotice,
  paidForOf,
  type Release,
  type ReleasedOrder,
  type ReleaseWish,
  seenReason,
} from "./attention-query.ts";
import { type StandingNow, standingAt } from "./standing.ts";
import { recoveryWarnings, WENT_BACK } from "./warnings.ts";

export interface AttentionListOptions {
  readonly ledger: Pick<Ledger, "ordersNeedingAttention" | "countNeedingAttention" | "standing" | "recovery">;
  readonly worker: Worker;
  readonly clock: Clock;
  readonly log: Log;
}

/** The log fields of the operator who asks for a release. */
export type AskedBy = Pick<LogFields, "request_id" | "operator" | "address">;

export class AttentionList {
  readonly #options: AttentionListOptions;

  constructor(options: AttentionListOptions) {
    this.#options = options;
  }

  /** A page of the list, the longest waiting first. Reads only the ledger. */
  async page(query: AttentionQuery): Promise<{ data: AttentionOrder[]; total: number }> {
    const { ledger } = this.#options;
    const { page, per_page, site, reason } = query;
    const total = await ledger.countNeedingAttention({ site, reason });
    const offset = (page - 1) * per_page;
    const rows = await ledger.ordersNeedingAttention(per_page, { site, reason, offset });
    return { data: rows.flatMap((row) => listed(row) ?? []), total };
  }

  /** @returns undefined if the ledger does not answer */
  async standing(): Promise<StandingNow | undefined> {
    const { ledger, clock, log } = this.#options;
    try {
      return standingAt(await ledger.standing(), await ledger.recovery(), clock.now());
    } catch (error) {
      log.warn("the orders that need a person could not be counted", errorFields(error));
      return undefined;
    }
  }

  /** The ledger's own entries of the list: that it went back, and nobody had said so. */
  async ledger(): Promise<LedgerNotice[]> {
    const recovery = (await this.standing())?.recovery;
    return recoveryWarnings(recovery, this.#options.clock.now()).map(() => ({
      reason: "ledger_recovered",
      since: new Date(recovery?.at ?? 0).toISOString(),
      remedy: WENT_BACK,
    }));
  }

  /**
   * A person allows the next attempt of a stuck order, after the service was asked once more; or has seen to something else.
   * @throws ProblemError order_not_found, confirmation_mismatch, order_processing, upstream_unavailable
   */
  async release(key: OrderKey, wish: ReleaseWish, by: Doer, asked_by: AskedBy): Promise<ReleasedOrder> {
    const before = await this.#options.worker.read(key);
    const subject = attentionOf(before.order, before.now) ?? heldBack(before.order);
    if (!subject) return { ...releasedRow(before, undefined), done: "nothing" };
    const n = subject.attempt?.n;
    if ((seenReason(wish) ?? subject.reason) !== subject.reason || (wish.attempt ?? n) !== n)
      throw new ProblemError("confirmation_mismatch", {
        detail: "The order needs a person for something else by now. Read the list again.",
      });
    const effect = effectOf(before, subject);
    if (!effect || n === undefined)
      throw new ProblemError("order_processing", {
        detail: "The outcome is not known yet: the service is asked until it is.",
      });
    const { row, done } =
      effect === "acknowledged" || wish.acknowledge === true
        ? await this.#acknowledge(key, subject, deedOf(by, "acknowledge", key))
        : await this.#reopen(key, n, deedOf(by, "release", key));
    const { site, order_id } = row.order;
    const { reason } = subject;
    this.#options.log.info("released by a person", {
      ...asked_by,
      site,
      order_id,
      attempt: n,
      reason,
      outcome: done,
    });
    return { ...releasedRow(row, n), done };
  }

  async #acknowledge(key: OrderKey, subject: Subject, deed: Deed): Promise<{ row: Row; done: Release }> {
    const seen = ({ order }: Row) => acknowledge(order, markOf(subject));
    const row = await this.#options.worker.wish(key, seen, deed);
    return { row, done: "acknowledged" };
  }

  async #reopen(key: OrderKey, n: number, deed: Deed): Promise<{ row: Row; done: Release }> {
    const { worker, clock } = this.#options;
    const isDone = ({ order }: Row, first: Row): boolean =>
      order.known.releases >= first.order.wanted.releases && attemptOf(order, n)?.phase !== "released";
    const until = clock.monotonic() + ANSWER_WITHIN;
    const { first, row } = await worker.wishAndWait(key, wantRelease, { until, isDone, deed });
    if (!isDone(row, first)) throw new ProblemError("upstream_unavailable");
    const { phase, reason } = attemptOf(row.order, n) ?? {};
    if (phase === "made") return { row, done: "shown" };
    if (phase !== "stuck") return { row, done: isCanceled(row.order) ? "ended" : "next_attempt" };
    if (reason === "debited") throw new ProblemError("order_finished", { detail: PAID });
    throw new ProblemError("order_processing", {
      detail:
        "The service could not be asked, or still keeps this attempt alive: a code may be made for it. Wait until it has ended, or have it canceled there.",
    });
  }
}

const PAID =
  "The service says that something was paid for this attempt, so no other one opens. Have it refunded first.";

/** The possible result of a release, by the row alone; undefined while an outcome is unknown. */
function effectOf(
  { order }: Row,
  { attempt }: Subject,
): "next_attempt" | "ended" | "acknowledged" | undefined {
  if (!attempt || order.known.look_up_since !== null || order.known.call?.n === attempt.n) return undefined;
  if (attempt.phase !== "stuck") return "acknowledged";
  // It counts in its grant until it has ended (rule 18 of docs/proof/rules.md).
  if (order.grant?.is_succeeded || order.grant?.is_closed) return "ended";
  return order.known.canceled ? "acknowledged" : "next_attempt";
}

/**
 * What was only acknowledged of a grant still counts in what is spent, until a person ends it.
 */
function heldBack(order: Order): Subject | undefined {
  const attempt = order.grant ? currentAttempt(order) : undefined;
  return attempt?.phase === "stuck" && attempt.reason !== null
    ? { reason: attempt.reason as Subject["reason"], attempt }
    : undefined;
}

/** @returns undefined if the order needs nobody */
export function listed(row: Row): AttentionOrder | undefined {
  const subject = attentionOf(row.order, row.now);
  if (!subject) return undefined;
  const effect = effectOf(row, subject);
  return {
    ...viewed(row, subject.attempt?.n),
    reason: subject.reason,
    since: new Date(row.order.attention_since ?? row.now).toISOString(),
    release: { possible: effect !== undefined, ...(effect && { effect }) },
  };
}

/** The order after a release, about the attempt that was released: another one may need a person next. */
const releasedRow = (row: Row, n: number | undefined): Omit<ReleasedOrder, "done"> => ({
  ...viewed(row, n),
  release: listed(row)?.release ?? { possible: false },
});

/** Copied member by member, so that the user's address is left out. */
function viewed(row: Row, n: number | undefined): Omit<AttentionOrder, "reason" | "since" | "release"> {
  const { site, order_id, pins } = row.order;
  const grant_id = placeOf(order_id)?.grant_id;
  const attempt = attemptOf(row.order, n ?? null) ?? currentAttempt(row.order);
  return {
    site,
    order_id,
    ...(grant_id !== undefined && { grant_id }),
    delivery: pins.delivery,
    promotion_id: pins.promotion_id,
    state: stateOf(row),
    ...(attempt && {
      attempt: attempt.n,
      sku: attempt.sku,
      ...(attempt.amount !== null && { amount: attempt.amount }),
      ...(attempt.value && { value: attempt.value }),
      upstream_order_id: attempt.upstream_order_id,
      ...(attempt.redemption_id !== null && { reference: attempt.redemption_id }),
      ...(attempt.state !== null && { seen: attempt.state }),
      ...paidForOf(attempt),
    }),
  };
}
