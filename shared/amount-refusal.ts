/** Why an amount is refused. Source: docs/server/problems.md. */
import { type AmountRange, parseAmount } from "./amounts.ts";

export type AmountRefusal =
  | "amount_required"
  | "amount_not_allowed"
  | "amount_invalid"
  | "amount_out_of_range";

/** Says why an amount is refused for a reward, or undefined when it is allowed. `range` is absent for fixed-value rewards. */
export function refuseAmount(
  amount: unknown,
  reward: { readonly free_value: boolean; readonly range?: AmountRange },
): AmountRefusal | undefined {
  if (!reward.free_value) return amount === undefined ? undefined : "amount_not_allowed";
  if (amount === undefined) return "amount_required";
  const value = parseAmount(amount);
  if (value === undefined) return "amount_invalid";
  if (!reward.range || value < reward.range.min || value > reward.range.max) return "amount_out_of_range";
  return undefined;
}
