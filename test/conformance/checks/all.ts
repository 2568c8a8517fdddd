/**
 * All checks, in the order of execution: checks that make orders come before those that list them, checks that wait
 * come after those that do not, and checks of every answer come last.
 */
import { type Check, needsOf } from "../check.ts";
import { accountChecks } from "./account.ts";
import { activateChecks, cancelChecks, redeemChecks } from "./actions.ts";
import { amountChecks } from "./amounts.ts";
import { answerChecks } from "./answers.ts";
import { authenticationChecks } from "./authentication.ts";
import { bookChecks } from "./book.ts";
import { codeChecks, stateCheck } from "./codes.ts";
import { createChecks } from "./create.ts";
import { deliverChecks } from "./deliver.ts";
import { filterChecks, sortChecks } from "./filters.ts";
import { promotionChecks } from "./promotions.ts";
import { redemptionChecks } from "./redemptions.ts";
import { consultChecks, refundChecks } from "./refund.ts";
import { refusalChecks } from "./refusals.ts";
import { rewardChecks } from "./rewards.ts";

const GROUPS: readonly (readonly Check[])[] = [
  authenticationChecks,
  accountChecks,
  promotionChecks,
  rewardChecks,
  bookChecks,
  createChecks,
  amountChecks,
  deliverChecks,
  codeChecks,
  redeemChecks,
  activateChecks,
  cancelChecks,
  refundChecks,
  consultChecks,
  refusalChecks,
  redemptionChecks,
  filterChecks,
  sortChecks,
];

const waits = (check: Check) =>
  needsOf(check).includes("month_wait") ? 2 : needsOf(check).includes("hold_wait") ? 1 : 0;

export const CHECKS: readonly Check[] = [
  ...GROUPS.flat().sort((a, b) => waits(a) - waits(b)),
  stateCheck,
  ...answerChecks,
];
