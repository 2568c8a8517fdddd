/** Redeem, Activate and Cancel by id. Source: docs/proof/interface.md, R1, R4, R6, R7 and "Redemption states". */
import { userBody } from "../api.ts";
import { type Check, type Ctx, looksAt } from "../check.ts";
import type { Answer } from "../exchange.ts";
import { dataIn, holds, isRefused, kindOf, succeeded, word } from "../judge.ts";
import { dataOf, idOf, member } from "../reading.ts";
import { activated } from "../scenarios/activated.ts";
import { delivered } from "../scenarios/delivered.ts";
import { holdRedeemed } from "../scenarios/hold-redeemed.ts";
import { pending } from "../scenarios/pending.ts";
import { pendingRedeemed } from "../scenarios/pending-redeemed.ts";
import { inState, isRedeemed, isSame, isUnchanged, stateOf, wasIn, withoutCodes } from "./orders.ts";

const UNKNOWN_REDEMPTION = "00000-00000";

const unknownRefused = (
  operation: string,
  id: string,
  act: (api: Ctx["api"], email: string) => Promise<Answer>,
): Check => ({
  id,
  section: "Errors",
  rule: `${operation} refuses the id of a redemption that does not exist.`,
  needs: ["create"],
  async run({ api, email }) {
    isRefused(await act(api, email), "an id that does not exist");
  },
});

/** Refused, or answered with the redemption in its old state. */
function staysCanceled(answer: Answer): void {
  if (succeeded(answer))
    holds(stateOf(answer) === "canceled", 'state "canceled" for good', word(stateOf(answer)));
}

export const redeemChecks: readonly Check[] = [
  looksAt(
    holdRedeemed,
    {
      id: "redeem.hold",
      section: "Behavior rules, R4",
      rule: "Redeem on a hold answers 200 with the same redemption, redeemed, with its moment and its codes.",
    },
    ({ redeemed, id }) => {
      isRedeemed(redeemed, 200);
      holds(idOf(dataOf(redeemed)) === id, "the redemption of the hold", "another one");
    },
  ),
  looksAt(
    holdRedeemed,
    {
      id: "redeem.repeated",
      section: "Behavior rules, R1 and R2",
      rule: "The same Redeem once more gives the same redemption with the same codes.",
    },
    ({ redeemed, again, read }) => {
      isSame(again, redeemed);
      isSame(read, redeemed);
    },
  ),
  looksAt(
    holdRedeemed,
    {
      id: "redeem.then-delivered",
      section: "Behavior rules, R3",
      rule: "Create and redeem with the parameters of a hold that was redeemed gives that redemption with its codes.",
    },
    (played) => isSame(played.delivered, played.redeemed),
  ),
  looksAt(
    holdRedeemed,
    {
      id: "redeem.no-data",
      section: "Endpoints, Redeem",
      rule: "Redeem refuses a body without data and redeems nothing.",
    },
    ({ withoutData, afterWithoutData }) => {
      isRefused(withoutData, "a body without data");
      inState(afterWithoutData, 200, "booked");
    },
  ),
  looksAt(
    pendingRedeemed,
    {
      id: "redeem.pending",
      section: "States and transitions, pending",
      rule: "Redeem on a pending redemption answers 200 with it, redeemed, with its codes.",
    },
    ({ redeemed, read, id }) => {
      isRedeemed(redeemed, 200);
      holds(idOf(dataOf(redeemed)) === id, "the same redemption", "another one");
      isSame(read, redeemed);
    },
  ),
  looksAt(
    pendingRedeemed,
    {
      id: "redeem.canceled",
      section: "States and transitions, canceled",
      rule: "Redeem on a canceled redemption makes no code.",
    },
    ({ afterCancel, canceledAtLast, redeemCanceled }) => {
      wasIn(afterCancel, "canceled");
      staysCanceled(redeemCanceled);
      isUnchanged(canceledAtLast, afterCancel);
      withoutCodes(canceledAtLast);
    },
  ),
  unknownRefused("Redeem", "redeem.unknown", (api, email) => api.redeem(UNKNOWN_REDEMPTION, userBody(email))),
];

export const activateChecks: readonly Check[] = [
  looksAt(
    activated,
    {
      id: "activate.pending",
      section: "Behavior rules, R6",
      rule: "Activate on a hold answers 200 with the same redemption, pending.",
    },
    (played) => {
      inState(played.activated, 200, "pending");
      holds(idOf(dataOf(played.activated)) === played.id, "the redemption of the hold", "another one");
    },
  ),
  looksAt(
    activated,
    {
      id: "activate.link",
      section: "Behavior rules, R6",
      rule: "Activate gives a link in url.",
    },
    (played) => {
      const url = member(dataIn(played.activated, 200), "url");
      holds(typeof url === "string" && URL.canParse(url), "a URL", kindOf(url));
    },
  ),
  looksAt(
    activated,
    {
      id: "activate.no-codes",
      section: "Behavior rules, R6",
      rule: "Activate gives no codes, and none can be read afterwards.",
    },
    (played) => withoutCodes(played.activated, played.read),
  ),
  looksAt(
    activated,
    {
      id: "activate.kept",
      section: "States and transitions, booked",
      rule: "Get a redemption shows an activated hold in state pending.",
    },
    ({ read }) => inState(read, 200, "pending"),
  ),
  looksAt(
    activated,
    {
      id: "activate.no-data",
      section: "Endpoints, Activate",
      rule: "Activate refuses a body without data and activates nothing.",
    },
    ({ withoutData, afterWithoutData }) => {
      isRefused(withoutData, "a body without data");
      inState(afterWithoutData, 200, "booked");
    },
  ),
  looksAt(
    pending,
    {
      id: "activate.canceled",
      section: "States and transitions, canceled",
      rule: "Activate on a canceled redemption does not make it pending again.",
    },
    ({ activateCanceled, atLast, afterCancel }) => {
      wasIn(afterCancel, "canceled");
      staysCanceled(activateCanceled);
      isUnchanged(atLast, afterCancel);
    },
  ),
  unknownRefused("Activate", "activate.unknown", (api, email) =>
    api.activate(UNKNOWN_REDEMPTION, userBody(email)),
  ),
];

export const cancelChecks: readonly Check[] = [
  looksAt(
    pending,
    {
      id: "cancel.pending",
      section: "Behavior rules, R7",
      rule: "Cancel on a pending redemption answers 200 with it, canceled.",
    },
    ({ cancel, afterRefund }) => {
      wasIn(afterRefund, "pending");
      inState(cancel, 200, "canceled");
    },
  ),
  looksAt(
    pending,
    {
      id: "cancel.kept",
      section: "States and transitions, pending",
      rule: "Get a redemption shows a canceled redemption as canceled, also after another Cancel.",
    },
    ({ cancel, afterCancel, cancelAgain, atLast }) => {
      wasIn(cancel, "canceled");
      inState(afterCancel, 200, "canceled");
      staysCanceled(cancelAgain);
      isUnchanged(atLast, afterCancel);
    },
  ),
  looksAt(
    activated,
    {
      id: "cancel.activated",
      section: "Behavior rules, R7",
      rule: "Cancel on an activated hold, whose link nobody opened, answers 200 with it, canceled.",
    },
    ({ read, cancel, afterCancel }) => {
      wasIn(read, "pending");
      inState(cancel, 200, "canceled");
      inState(afterCancel, 200, "canceled");
    },
  ),
  looksAt(
    delivered,
    {
      id: "cancel.redeemed",
      section: "Behavior rules, R7",
      rule: "Cancel changes nothing about a redeemed redemption.",
    },
    ({ afterCancel, beforeCancel }) => {
      wasIn(beforeCancel, "redeemed");
      isUnchanged(afterCancel, beforeCancel);
    },
  ),
  unknownRefused("Cancel", "cancel.unknown", (api) => api.cancel(UNKNOWN_REDEMPTION)),
  unknownRefused("Refund", "refund.unknown", (api) => api.refund(UNKNOWN_REDEMPTION)),
];
