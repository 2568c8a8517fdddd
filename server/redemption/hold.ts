/**
 * Facts of a hold in its row: whether its reward is worth more than the session allows, whether the service ended the hold early,
 * and whether the hold still stands after a refused confirmation. Pure.
 * Source: contract, `max_amount`; integrity rules 3 to 5.
 */
import type { HoldEnd } from "../../shared/wire.ts";
import { aboveLimit, holdEnded, type ProblemError } from "../problem.ts";
import { CLOCK_SPREAD, HOLD, HOLD_MARGIN } from "../timing.ts";
import { isObserved } from "./evidence.ts";
import type { Attempt, Evidence, Order, Pins } from "./model.ts";
import { confirmingSends } from "./sends.ts";

/**
 * Whether a value is above the session's limit, in any currency, because the site names one limit for all. False if the value is
 * unknown.
 */
export function isAboveLimit(
  { max_amount }: Pick<Pins, "max_amount">,
  value: Evidence["value"] | undefined,
): boolean {
  return max_amount !== null && value != null && value.amount > Number(max_amount);
}

/** Why a reward of this value is refused; undefined if it is allowed. */
export function refuseValue(
  pins: Pick<Pins, "max_amount">,
  value: Evidence["value"] | undefined,
): ProblemError | undefined {
  return value && isAboveLimit(pins, value) ? aboveLimit(value, pins.max_amount ?? "") : undefined;
}

/**
 * Whether a hold may be confirmed, and a confirmation's first call may leave. Inside the margin the hold counts as live, but its
 * confirmation could not be repeated before the end.
 */
export const isOffered = ({ hold_ends_at }: Attempt, now: number): boolean =>
  now < hold_ends_at - HOLD_MARGIN;

/** Whether a hold ends later than any hold can now: a wrong clock stored its end. The service is asked whether the hold stands. */
export const endsTooLate = ({ hold_ends_at }: Attempt, now: number): boolean =>
  hold_ends_at > now + HOLD + CLOCK_SPREAD;

/** Why a hold ended, or why its confirmation gave nothing; undefined if the hold's time simply ran out. */
export function whyGone({ pins }: Pick<Order, "pins">, hold: Attempt, now: number): ProblemError | undefined {
  const above = refuseValue(pins, hold.evidence.value);
  if (above) return above;
  const end = endedAs(hold, now);
  return end && holdEnded(end);
}

/**
 * The state in which the service ended a hold, or its confirmation; undefined if the hold's time ran out, which the service also
 * calls `canceled`.
 * @param now service time, epoch ms
 */
export function endedAs({ evidence, opened_at, hold_ends_at }: Attempt, now: number): HoldEnd | undefined {
  // This server cancels after a failure: the failure is the reason, not the cancel.
  const { state, failures } = evidence;
  if (failures > 0 || state === "failed") return "failed";
  if (state === "expired") return "expired";
  // The reading of a hold that ended early set `hold_ends_at` to that time.
  const isEarly = Math.min(now, hold_ends_at) < opened_at + HOLD - HOLD_MARGIN;
  return state === "canceled" && isEarly ? "canceled" : undefined;
}

/**
 * Whether every call of a confirmation was clearly refused, and a later reading says that the hold stands: the order then waits for
 * the reward, not for the connection.
 */
export function isRefusedHold({ pins }: Pick<Order, "pins">, attempt: Attempt): boolean {
  const { phase, evidence } = attempt;
  const { state } = evidence;
  if (phase !== "confirmed" || pins.delivery === "notify") return false;
  const sent = confirmingSends(attempt);
  return (
    isObserved(attempt) &&
    (state === "booked" || (state === "pending" && pins.delivery === "redeem")) &&
    sent.length > 0 &&
    sent.every(({ outcome }) => outcome === "clear")
  );
}
