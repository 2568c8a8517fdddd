/** Refund and Consult card. Source: docs/proof/interface.md, R8 and "Operations". */
import { type Check, looksAt } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { dataIn, fits, holds, kindOf, NotSupported, refusedAs, statusIs } from "../judge.ts";
import { dataOf, member, moment } from "../reading.ts";
import { delivered } from "../scenarios/delivered.ts";
import { hold } from "../scenarios/hold.ts";
import { lastMonth } from "../scenarios/last-month.ts";
import { pending } from "../scenarios/pending.ts";
import { CardBalance } from "../shapes.ts";
import { inState, isUnchanged, wasIn } from "./orders.ts";

const R8 = "Behavior rules, R8";

/** Refund answers 200 with an unchanged redemption. */
function changesNothing(refund: Answer, after: Answer, before: Answer): void {
  statusIs(refund, 200);
  isUnchanged(refund, before);
  isUnchanged(after, before);
}

const isDebited = (answer: Answer) => member(dataOf(answer), "debited") === true;

/** The balance, or the shown refusal for redemptions without one. */
function isConsulted(answer: Answer): void {
  if (answer.status === 200) fits(CardBalance, dataIn(answer, 200), "the balance");
  else refusedAs(answer, 422, "unprocessable_entity");
}

export const refundChecks: readonly Check[] = [
  looksAt(
    delivered,
    {
      id: "refund.redeemed",
      section: R8,
      rule: "Refund on a redemption that was redeemed this month answers 200 with it, refunded, with its moment.",
    },
    ({ afterCancel, refund }) => {
      wasIn(afterCancel, "redeemed");
      inState(refund, 200, "refunded");
      const at = member(dataOf(refund), "refunded_datetime");
      holds(moment(at) !== undefined, "refunded_datetime is a date-time", kindOf(at));
    },
  ),
  looksAt(
    delivered,
    {
      id: "refund.kept",
      section: R8,
      rule: "Get a redemption shows a refunded redemption as refunded.",
    },
    ({ refund, afterRefund }) => {
      wasIn(refund, "refunded");
      inState(afterRefund, 200, "refunded");
    },
  ),
  looksAt(
    delivered,
    {
      id: "refund.repeated",
      section: R8,
      rule: "Refund on a refunded redemption answers 200 with the redemption unchanged.",
    },
    ({ refundAgain, afterRefundAgain, afterRefund }) => {
      wasIn(afterRefund, "refunded");
      changesNothing(refundAgain, afterRefundAgain, afterRefund);
    },
  ),
  looksAt(
    hold,
    {
      id: "refund.hold",
      section: R8,
      rule: "Refund on a hold that was not debited answers 200 with it unchanged.",
    },
    ({ refund, afterRefund, afterCancel }) => {
      wasIn(afterCancel, "booked");
      if (isDebited(afterCancel)) throw new NotSupported("holds of this reward are debited");
      changesNothing(refund, afterRefund, afterCancel);
    },
  ),
  looksAt(
    hold,
    {
      id: "refund.debited-hold",
      section: R8,
      rule: "Refund on a hold that was debited this month answers 200 with it, refunded.",
    },
    ({ refund, afterRefund, afterCancel }) => {
      wasIn(afterCancel, "booked");
      if (!isDebited(afterCancel)) throw new NotSupported("holds of this reward are not debited");
      inState(refund, 200, "refunded");
      inState(afterRefund, 200, "refunded");
    },
  ),
  looksAt(
    pending,
    {
      id: "refund.pending",
      section: R8,
      rule: "Refund on a pending redemption that was not debited answers 200 with it unchanged.",
    },
    ({ refund, afterRefund, read }) => {
      if (refund === undefined) throw new NotSupported("redemptions of this reward are debited at once");
      changesNothing(refund, afterRefund, read);
    },
  ),
  looksAt(
    pending,
    {
      id: "refund.canceled",
      section: R8,
      rule: "Refund on a canceled redemption answers 200 with it unchanged.",
    },
    ({ refundCanceled, atLast, afterCancel }) => {
      wasIn(afterCancel, "canceled");
      changesNothing(refundCanceled, atLast, afterCancel);
    },
  ),
  looksAt(
    lastMonth,
    {
      id: "refund.last-month",
      section: "Limits, Refund window",
      rule: "Refund on a redemption of an earlier month answers 200 with it unchanged.",
    },
    ({ refund, after, before }) => {
      wasIn(before, "redeemed");
      changesNothing(refund, after, before);
    },
  ),
];

export const consultChecks: readonly Check[] = [
  looksAt(
    delivered,
    {
      id: "consult.redeemed",
      section: "Endpoints, Consult card",
      rule: "Consult card gives balance and currency, each of which may be null, or 422 unprocessable_entity.",
    },
    ({ consult }) => isConsulted(consult),
  ),
  looksAt(
    hold,
    {
      id: "consult.hold",
      section: "Errors",
      rule: "Consult card on a hold gives a balance or 422 unprocessable_entity.",
    },
    ({ consult }) => isConsulted(consult),
  ),
];
