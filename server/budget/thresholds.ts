/**
 * Whether a client's budget runs low. Pure. The interface shows `balance` and `budget_alerts`, but not the form of an alert; here
 * an alert is an amount in the balance's currency (docs/assumptions.md).
 */

/** Possible members with the amount of an alert that is an object. */
const AMOUNT_MEMBERS = ["threshold", "amount", "value", "balance"] as const;

/** The amounts of the readable alerts, smallest first, each once. */
export function thresholdsOf(alerts: readonly unknown[] | undefined): number[] {
  const amounts = (alerts ?? []).flatMap((alert) => amountOf(alert) ?? []);
  return [...new Set(amounts)].sort((a, b) => a - b);
}

function amountOf(alert: unknown): number | undefined {
  if (typeof alert === "number") return Number.isFinite(alert) ? alert : undefined;
  if (typeof alert === "string") return /^\d+(\.\d+)?$/.test(alert) ? Number(alert) : undefined;
  if (typeof alert !== "object" || alert === null) return undefined;
  for (const member of AMOUNT_MEMBERS) {
    const amount = amountOf((alert as Record<string, unknown>)[member]);
    if (amount !== undefined) return amount;
  }
  return undefined;
}

export type BudgetWarning = "budget_empty" | "budget_low";

/** Empty at nothing or in debt; low at or below any threshold. */
export function warningOf(balance: number, thresholds: readonly number[]): BudgetWarning | undefined {
  if (balance <= 0) return "budget_empty";
  return thresholds.some((threshold) => balance <= threshold) ? "budget_low" : undefined;
}
