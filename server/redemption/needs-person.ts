/** Whether an order needs a person, and why: derived from the row whenever it is stored. Pure. */

import { type Attempt, type Attention, currentAttempt, isCanceled, type Order } from "../rows/order.ts";
import { CODES_WITHIN, LOOK_UP_WITHIN, OUTCOME_UNKNOWN_AFTER } from "../timing.ts";

/** Every reason, as values; docs/operate/reasons.md explains each. */
const ALL = {
  failed: true,
  denied: true,
  blocked: true,
  expired: true,
  unknown_state: true,
  other_parameters: true,
  debited: true,
  outcome_unknown: true,
  several_rewards: true,
  redemption_taken: true,
  codes_unreadable: true,
  debited_hold: true,
} as const satisfies Record<Attention, true>;

export const REASONS = Object.keys(ALL) as [Attention, ...Attention[]];

/** What needs a person. */
export interface Subject {
  readonly reason: Attention;
  /** Undefined where a lost ledger left none, and the look-up does not end. */
  readonly attempt: Attempt | undefined;
}

/** The most urgent subject that no person has acknowledged; undefined if none. @param now epoch ms */
export function attentionOf(order: Order, now: number): Subject | undefined {
  const { current, attempts, look_up_since } = order.known;
  if (look_up_since !== null && now - look_up_since > LOOK_UP_WITHIN)
    return { reason: "outcome_unknown", attempt: currentAttempt(order) };
  const currentFirst = attempts.toSorted((a, b) => Number(b.n === current) - Number(a.n === current));
  for (const attempt of currentFirst) {
    const reason = reasonOf(order, attempt, now);
    if (reason && !order.wanted.acknowledged.includes(markOf({ reason, attempt })))
      return { reason, attempt };
  }
  return undefined;
}

/** What an acknowledgement names: the same attempt in another state needs a person again. */
export const markOf = ({ reason, attempt }: Subject): string =>
  `${attempt?.n}:${reason}:${attempt?.state ?? ""}`;

function reasonOf(order: Order, attempt: Attempt, now: number): Attention | undefined {
  const { n, phase, reason, state, debited, codes_unreadable, codes_missing_since } = attempt;
  const { call, current } = order.known;
  const isLongInDoubt =
    call?.n === n && call.operation !== "book" && now - call.since > OUTCOME_UNKNOWN_AFTER;
  switch (phase) {
    case "stuck":
      return reason as Attention;
    case "made":
      if (codes_unreadable || (codes_missing_since !== null && now - codes_missing_since >= CODES_WITHIN))
        return "codes_unreadable";
      return isLongInDoubt ? "outcome_unknown" : undefined;
    case "over":
      return debited && state !== "refunded" ? "debited_hold" : undefined;
    case "held":
      if (debited && (n !== current || isCanceled(order))) return "debited_hold";
      return isLongInDoubt ? "outcome_unknown" : undefined;
    case "confirmed":
      return isLongInDoubt ? "outcome_unknown" : undefined;
    case "booking":
    case "released":
      return undefined;
    default:
      return phase satisfies never;
  }
}
