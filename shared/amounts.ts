/**
 * Amounts of free-value rewards: strings of whole units, checked against a reward's range and a session's limits.
 * Source: docs/proof/interface.md, R9 and "Limits".
 */

/** The only spelling of an amount: ASCII digits, no sign, no leading zero, at most nine digits: rupiah and dong need them. */
export const AMOUNT_PATTERN = /^[1-9][0-9]{0,8}$/;

/** Lowest and highest amount, both included, in whole currency units. */
export interface AmountRange {
  readonly min: number;
  readonly max: number;
}

/** The limits of a session that are amounts: a fixed amount, and a maximum. Neither: no free-value reward. */
export const AMOUNT_LIMITS = ["amount", "max_amount"] as const;
export type AmountLimit = (typeof AMOUNT_LIMITS)[number];
export type AmountLimits = Readonly<Partial<Record<AmountLimit, string | null>>>;

/** Reads an amount; undefined for anything but the one spelling (`"1e2"`, `"05"`, `"5.00"`, full-width digits, numbers). */
export function parseAmount(value: unknown): number | undefined {
  return typeof value === "string" && AMOUNT_PATTERN.test(value) ? Number(value) : undefined;
}

/**
 * Reads `<min>..<max>`. Whole units only: a bound with cents or an empty range has no readable meaning and gives
 * undefined, and a reward without a readable range is not offered.
 */
export function parseRange(value: unknown): AmountRange | undefined {
  if (typeof value !== "string") return undefined;
  const match = /^\s*(\d{1,9})(?:\.0{1,2})?\s*\.\.\s*(\d{1,9})(?:\.0{1,2})?\s*$/.exec(value);
  if (!match) return undefined;
  const min = Math.max(1, Number(match[1]));
  const max = Number(match[2]);
  return min <= max ? { min, max } : undefined;
}

/** The part of a reward's range that a session leaves open; undefined when nothing is left. */
export function limitRange(
  range: AmountRange,
  { amount, max_amount, ...others }: AmountLimits,
): AmountRange | undefined {
  // A limit that is not looked at here does not compile.
  others satisfies Record<PropertyKey, never>;
  const fixed = parseAmount(amount);
  const most = parseAmount(max_amount);
  if (fixed === undefined && most === undefined) return undefined;
  const min = Math.max(range.min, fixed ?? 0);
  const max = Math.min(range.max, fixed ?? range.max, most ?? range.max);
  return min <= max ? { min, max } : undefined;
}
