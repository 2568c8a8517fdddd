/**
 * What became of a hold, as its row tells: whether its reward is worth more than the session allows, whether the service
 * ended it before its time, and whether it still stands although a confirmation of it was refused. Pure.
 * Source: contract, `max_amount`; integrity rules 3 to 5.
 */
import type { HoldEnd } from "../../shared/wire.ts";
import { aboveLimit, holdEnded, type ProblemError } from "../problem.ts";
import { CLOCK_SPREAD, HOLD, HOLD_MARGIN } from "../timing.ts";
import { isObserved } from "./evidence.ts";
import type { Attempt, Evidence, Order, Pins } from "./model.ts";
import { confirmingSends } from "./sends.ts";

/**
 * Whether a value is above the most that the session allows, in whichever currency, because the site names one limit for
 * all. Not where the value is unknown.
 */
export function isAboveLimit(
  { max_amount }: Pick<Pins, "max_amount">,
  value: Evidence["value"] | undefined,
): boolean {
  return max_amount !== null && value != null && value.amount > Number(max_amount);
}

/** Why a reward of this value may not be had; undefined where it may. */
export function refuseValue(
  pins: Pick<Pins, "max_amount">,
  value: Evidence["value"] | undefined,
): ProblemError | undefined {
  return value && isAboveLimit(pins, value) ? aboveLimit(value, pins.max_amount ?? "") : undefined;
}

/** Whether a hold ends later than any can that stands now: a clock that was wrong stored its end. The service is asked whether it stands. */
export const endsTooLate = ({ hold_ends_at }: Attempt, now: number): boolean =>
  hold_ends_at > now + HOLD + CLOCK_SPREAD;

/** Why a hold ended, or its confirmation gave nothing, where there is more to say than that its time ran out. */
export function whyGone({ pins }: Pick<Order, "pins">, hold: Attempt, now: number): ProblemError | undefined {
  const above = refuseValue(pins, hold.evidence.value);
  if (above) return above;
  const end = endedAs(hold, now);
  return end && holdEnded(end);
}

/**
 * As what the service ended a hold, or its confirmation; undefined where the hold's time ran out, which the service calls
 * `canceled` as well.
 * @param now service time, epoch ms
 */
export function endedAs({ evidence, opened_at, hold_ends_at }: Attempt, now: number): HoldEnd | undefined {
  // A failure is followed by a cancel of ours, which is no reason of its own.
  const { state, failures } = evidence;
  if (failures > 0 || state === "failed") return "failed";
  if (state === "expired") return "expired";
  // A hold that ended early was cut short in the row when that was read.
  const isEarly = Math.min(now, hold_ends_at) < opened_at + HOLD - HOLD_MARGIN;
  return state === "canceled" && isEarly ? "canceled" : undefined;
}

/**
 * Whether every call of a confirmation was clearly refused, and a reading since the last one says that the hold stands: then
 * the reward, and not the connection, is what keeps the order waiting.
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
