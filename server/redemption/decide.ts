/**
 * What may be wanted when: each decision checks a row and returns it with the wish, or the same row where the wish is met already;
 * a refusal is a problem. It goes by the time that came with the row. Pure.
 * Source: docs/server/routes.md and docs/server/refunds.md; docs/proof/interface.md, "Rules"; docs/proof/rules.md, rules 4, 6, 7
 * and 12.
 */

import type { ProblemCode } from "../../shared/problems.ts";
import type { Choice, Confirmation } from "../../shared/wire.ts";
import { holdEnded, ProblemError } from "../problems/problem.ts";
import {
  type Attempt,
  attemptOf,
  type Chosen,
  type Confirmer,
  currentAttempt,
  isCanceled,
  isLeased,
  type Operation,
  type Order,
  type Row,
  withWanted,
} from "../rows/order.ts";
import type { ChoiceLimits } from "../settings/env.ts";
import { HOLD_MARGIN, POLL_AFTER } from "../timing.ts";
import { isCancelable, liveHold } from "./course.ts";
import { callableFrom, holdEnd, isConfirmable, waitForAttempt } from "./limits.ts";
import { lookUpFrom } from "./look-up.ts";
import { refuseValue } from "./value-limit.ts";

/** Whether something about the order is unknown or being worked on: then nothing can be chosen or confirmed. */
export const isBusy = (row: Row): boolean =>
  isLeased(row) || row.order.known.call !== null || isLookedUpFirst(row);

export const isLookedUpFirst = (row: Row): boolean => lookUpFrom(row) !== undefined;

const processing = (): ProblemError => new ProblemError("order_processing", { retryAfterMs: POLL_AFTER });

/** Why every new choice is refused, whatever it is; undefined if none is. */
function refuseAll(row: Row): ProblemCode | undefined {
  const { order } = row;
  if (isCanceled(order)) return "order_finished";
  const phase = currentAttempt(order)?.phase;
  switch (phase) {
    case "made":
    case "stuck":
      return "order_finished";
    case "booking":
    case "confirmed":
    case "released":
      return "order_processing";
    case "held":
    case "over":
    case undefined:
      return isBusy(row) ? "order_processing" : undefined;
    default:
      return phase satisfies never;
  }
}

const isSame = (attempt: Attempt, { sku, amount }: Choice): boolean =>
  attempt.sku === sku && attempt.amount === (amount ?? null);

/** The attempt of an equal choice that is being worked on, or with `notify` was made: a repeat joins it. */
function joined({ order }: Row, choice: Choice): boolean {
  const current = currentAttempt(order);
  if (!current || isCanceled(order) || !isSame(current, choice)) return false;
  const isNotified = ["confirmed", "made", "stuck"].includes(current.phase) && current.state !== "refunded";
  return order.pins.delivery === "notify" ? isNotified : current.phase === "booking";
}

/**
 * What can be said of a choice without the catalog: it is refused, joins the same choice under way, or resumes a live hold.
 * Undefined if the catalog has to be asked.
 */
export function wantKnownChoice(row: Row, choice: Choice): Order | undefined {
  const { order, now } = row;
  if (joined(row, choice)) return order;
  const refused = refuseAll(row);
  if (refused) throw refused === "order_processing" ? processing() : new ProblemError(refused);
  const amount = choice.amount ?? null;
  const live = liveHold(order, { sku: choice.sku, amount }, now);
  if (!live) return undefined;
  if (live.n === order.known.current) return order;
  return wish(order, { sku: live.sku, amount, reward_name: live.reward_name, currency: live.currency });
}

/**
 * A choice that was checked against the session's limits and the catalog. Source: rule 6.
 * @param confirmer of a choice that is a confirmation as well
 */
export function wantChoice(
  row: Row,
  choice: Choice,
  checked: Chosen,
  limits: ChoiceLimits,
  confirmer: Confirmer | null = null,
): Order {
  const known = wantKnownChoice(row, choice);
  if (known) return known;
  const wait = waitForAttempt(row.order, limits, row.now);
  if (wait > 0) throw new ProblemError("attempts_exhausted", { retryAfterMs: wait });
  return withWanted(wish(row.order, checked), { confirmed_by: confirmer });
}

const wish = (order: Order, choice: Chosen): Order =>
  withWanted(order, { choices: order.wanted.choices + 1, choice });

/**
 * What the user confirmed must equal what is booked; a repeat joins the confirmation.
 * @param by the currency of the confirming session, which need not be the one that booked, and who sits at its browser
 */
export function wantConfirmation(
  row: Row,
  confirmation: Confirmation,
  { currency, confirmer }: { readonly currency: string | null; readonly confirmer: Confirmer | null },
): Order {
  const { order, now } = row;
  if (isCanceled(order)) throw new ProblemError("order_finished");
  if (isLookedUpFirst(row)) throw processing();
  const current = currentAttempt(order);
  if (!current || current.phase === "over") throw nothingBooked(row, confirmation);
  const { n, phase } = current;
  if (n !== confirmation.attempt || !isSame(current, confirmation)) throw mismatch(current);
  switch (phase) {
    case "booking":
      throw processing();
    case "held": {
      if (isBusy(row)) throw processing();
      const above = refuseValue(order.pins, { ...current, currency: currency ?? current.currency });
      if (above) throw above;
      if (!isConfirmable(current, now)) throw new ProblemError("hold_expired");
      return withWanted(order, { confirmed: n, confirmed_by: confirmer });
    }
    case "confirmed":
      return order;
    case "stuck":
    case "released":
      if (current.confirmed_at === null) throw new ProblemError("order_finished");
      return order;
    case "made":
      if (current.state === "refunded") throw new ProblemError("order_finished");
      return order;
    default:
      return phase satisfies never;
  }
}

/** The link of an activated order, where a reading names none: the Activate is repeated. */
export function wantLink(row: Row): Order {
  if (isBusy(row)) throw processing();
  requireCallable(currentAttempt(row.order), "activate", row.now);
  return withWanted(row.order, { links: row.order.wanted.links + 1 });
}

/** @throws ProblemError rate_limited where rule 9 allows no call now */
function requireCallable(attempt: Attempt | undefined, operation: Operation, now: number): void {
  const wait = attempt ? callableFrom(attempt, operation, now) - now : 0;
  if (wait > 0) throw new ProblemError("rate_limited", { retryAfterMs: wait });
}

/** The confirmation names something other than the booked reward; the problem names the booked reward. */
function mismatch({ n, sku, amount }: Attempt): ProblemError {
  const what = `attempt ${n}, ${sku}${amount === null ? "" : ` of ${amount}`}`;
  const detail = `The order has ${what}, which is not what was confirmed, so nothing was sent. Read the order again.`;
  return new ProblemError("confirmation_mismatch", { detail });
}

function nothingBooked(row: Row, confirmation: Confirmation): ProblemError {
  const asked = attemptOf(row.order, confirmation.attempt);
  if (!asked || !isSame(asked, confirmation)) return new ProblemError("not_booked");
  return whyOver(row, asked) ?? new ProblemError("not_booked");
}

/** Why an attempt that is over gave nothing; undefined if the service's refusal is all that is known. */
export function whyOver({ order, now }: Row, attempt: Attempt): ProblemError | undefined {
  const { pins } = order;
  const { reason, confirmed_at, state, failures } = attempt;
  switch (reason) {
    case "lapsed":
      return new ProblemError("hold_expired");
    case "above_limit":
      return refuseValue(pins, attempt);
    case "ended": {
      const isEarly = now < holdEnd(attempt) - HOLD_MARGIN;
      if (failures > 0 || state === "failed") return holdEnded("failed");
      if (state === "canceled" && isEarly) return holdEnded("canceled");
      if (confirmed_at === null) return new ProblemError("hold_expired");
      const code = pins.delivery === "notify" ? "reward_unavailable" : "hold_expired";
      return new ProblemError(code, { detail: ENDED });
    }
    default:
      return undefined;
  }
}

const ENDED = "What was confirmed has ended without a reward, and nothing was charged. Choose again.";

/** Source: docs/server/refunds.md; R7. */
export function wantCancel(row: Row): Order {
  const { order } = row;
  if (order.known.canceled || order.wanted.cancels > order.known.cancels) return order;
  const current = currentAttempt(order);
  if (isLookedUpFirst(row) || (current && isUnderWay(current))) throw processing();
  if (isCanceled(order)) return order;
  const isMade = current?.phase === "made" || current?.phase === "stuck";
  if (isMade && !isCancelable(current)) throw new ProblemError("not_cancelable");
  if (isMade) requireCallable(current, "cancel", row.now);
  return withWanted(order, { cancels: order.wanted.cancels + 1 });
}

/**
 * What was redeemed, or is debited, can be refunded (R8); anything else is left as it is, without a call.
 * Source: docs/server/refunds.md.
 */
export function wantRefund(row: Row): Order {
  const { order } = row;
  const current = currentAttempt(order);
  if (order.wanted.refunds > order.known.refunds || isRefunded(current)) return order;
  if (isLookedUpFirst(row) || (current && isUnderWay(current))) throw processing();
  const isKnown = current !== undefined && current.redemption_id !== null;
  // An attempt that is over can have been paid for.
  if (!isKnown || (current.phase === "over" && !current.debited)) throw new ProblemError("not_redeemed");
  if (!current.debited && !current.was_redeemed) return order;
  requireCallable(current, "refund", row.now);
  return withWanted(order, { refunds: order.wanted.refunds + 1 });
}

/** Whether a call whose outcome is not known may make a reward, or a person's release is being looked at. */
const isUnderWay = ({ phase }: Attempt): boolean =>
  phase === "booking" || phase === "confirmed" || phase === "released";

export const isRefunded = (attempt: Attempt | undefined): boolean => attempt?.state === "refunded";

/** A person allows the next attempt of a stuck order. */
export function wantRelease(row: Row): Order {
  const { order } = row;
  if (currentAttempt(order)?.phase !== "stuck") return order;
  if (isBusy(row)) throw processing();
  return withWanted(order, { releases: order.wanted.releases + 1 });
}

/** A person has seen to something that needs no other step. */
export const acknowledge = (order: Order, subject: string): Order =>
  withWanted(order, { acknowledged: [...new Set([...order.wanted.acknowledged, subject])] });
