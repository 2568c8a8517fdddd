/**
 * Whether a reward's value stays within the session's `max_amount`. A limit never fails open. Source: docs/server/routes.md,
 * "Limits of the choice".
 */
import type { AmountLimit } from "../../shared/amounts.ts";
import { aboveLimit, otherCurrency, type ProblemError, unreadableValue } from "../problems/problem.ts";
import type { Attempt, Limits } from "../rows/order.ts";

/** `amount` is that of a free-value reward; `currency` the session's, null where it names none. */
type Valued = Pick<Attempt, "amount" | "value" | "currency">;

/**
 * Why the reward may not be had: its value is above the limit, missing, or not said to be in the session's currency. Undefined where
 * it may. The amount of a free-value reward was held against the limit when it was chosen; only another currency changes its worth.
 */
export function refuseValue(
  { amount: _fixed, max_amount, ...others }: Pick<Limits, AmountLimit>,
  { amount, value, currency }: Valued,
): ProblemError | undefined {
  // A limit that is not looked at here does not compile. A fixed amount is that of free-value rewards alone.
  others satisfies Record<PropertyKey, never>;
  if (max_amount === null) return undefined;
  if (amount === null) {
    if (!value || !(value.amount > 0)) return unreadableValue(max_amount);
    if (value.amount > Number(max_amount)) return aboveLimit(value, max_amount);
    if (currency !== null && value.currency === undefined) return unreadableValue(max_amount);
  }
  const isOther = currency !== null && value?.currency !== undefined && value.currency !== currency;
  return isOther ? otherCurrency(value, `${max_amount} ${currency}`) : undefined;
}
