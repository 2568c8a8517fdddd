/** Whether a booked reward of a fixed value stays within the session's `max_amount`. A limit never fails open. Source: contract. */
import { aboveLimit, type ProblemError, unreadableValue } from "../problem.ts";
import type { Attempt, Pins } from "./model.ts";

type Valued = Pick<Attempt, "amount" | "value" | "currency">;

/**
 * Why the reward may not be confirmed: its value is above the limit, missing, or in another currency than the session's.
 * Undefined where it may. The amount of a free-value reward was held against the limit when it was chosen.
 */
export function refuseValue(
  { max_amount }: Pick<Pins, "max_amount">,
  attempt: Valued,
): ProblemError | undefined {
  const { amount, value, currency } = attempt;
  if (max_amount === null || amount !== null) return undefined;
  if (!value || !(value.amount > 0)) return unreadableValue(max_amount);
  if (value.amount > Number(max_amount)) return aboveLimit(value, max_amount);
  const isOtherCurrency = currency !== null && value.currency !== undefined && value.currency !== currency;
  return isOtherCurrency ? aboveLimit(value, max_amount) : undefined;
}
