/**
 * The effect of a redemption's state on its attempt: one table, by the attempt's phase and the meaning of the state.
 * absorb-redemption.ts carries the effects out. Pure.
 * Source: interface, States and transitions; integrity rules 3 to 6.
 */

import type { Redemption } from "../fulfillment/schemas.ts";
import type { Seen } from "./evidence.ts";
import { isLink } from "./hold-or-link.ts";
import type { Attempt, Order, Phase } from "./model.ts";
import { isBilled, isRefundedCode } from "./redemption-facts.ts";

/** The meanings of a redemption's state for an attempt. */
export const MEANINGS = [
  /** A code is held and nothing is confirmed: `booked`, or `pending` if the service calls the hold so. */
  "hold",
  /** The user has a link: `pending` after Activate or Create. */
  "link",
  /** `redeemed`: the code is made. */
  "code",
  /** `refunded` after a code was made. */
  "refunded",
  /** The redemption ended, but has a code or is debited. */
  "owed",
  /** `canceled`, or `refunded` without a code: the redemption ended with nothing. */
  "nothing",
  "failed",
  "expired",
  "denied",
  "blocked",
  /** A state that the interface does not name. */
  "unknown",
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** The effect on the attempt. */
export type Effect =
  /** The hold stands: it can be confirmed. */
  | "book"
  /** The hold ended before a confirmation: the attempt is given up, and the user chooses again. */
  | "lapse"
  /** The outcome of the confirmation is asked for again. */
  | "wait"
  /** The confirmation is repeated, at most FAILED_RETRIES times; then the redemption is canceled. */
  | "repeat"
  /** The attempt is void as soon as no sent call can take effect any more; then the next attempt may open. */
  | "end"
  | "link"
  | "redeem"
  | "refund"
  /** The attempt waits for a person. */
  | "stop"
  /** The link was not opened, as far as is known. */
  | "unopened"
  /** The codes are checked, if they are waited for. */
  | "codes"
  /** The attempt stays given up and was read; its hold still stands. */
  | "given_up"
  /** The attempt stays given up; its hold has ended. */
  | "given_up_ended"
  /** A link or a code of an attempt that was given up or had ended. */
  | "late_link"
  | "late_code"
  /** The attempt waited for a person, and ended with nothing. */
  | "unstop"
  | "none";

type Row = Readonly<Record<Meaning, Effect>>;

const all = (effect: Effect): Row =>
  Object.fromEntries(MEANINGS.map((meaning) => [meaning, effect])) as Record<Meaning, Effect>;

const REACHED = { link: "link", code: "redeem", refunded: "refund" } as const;
const LATE = { code: "late_code", refunded: "late_code", owed: "late_code" } as const;

const UNCONFIRMED: Row = {
  ...all("stop"),
  ...REACHED,
  hold: "book",
  nothing: "lapse",
  failed: "lapse",
  expired: "lapse",
};
const GIVEN_UP: Row = { ...all("given_up_ended"), ...LATE, hold: "given_up", link: "late_link" };

export const EFFECTS: Readonly<Record<Phase, Row>> = {
  booking: UNCONFIRMED,
  booked: UNCONFIRMED,
  confirmed: { ...all("stop"), ...REACHED, hold: "wait", nothing: "end", failed: "repeat" },
  linked: { ...all("stop"), ...REACHED, hold: "unopened", link: "unopened", nothing: "end" },
  redeemed: { ...all("codes"), refunded: "refund" },
  refunded: all("none"),
  given_up: GIVEN_UP,
  refused: GIVEN_UP,
  void: { ...all("none"), ...LATE, link: "late_link" },
  stopped: { ...all("none"), ...LATE, link: "late_link", nothing: "unstop" },
};

export function meaningOf(order: Order, attempt: Attempt, redemption: Redemption, seen: Seen): Meaning {
  const { state } = redemption;
  switch (state) {
    case "booked":
      return "hold";
    case "pending":
      return isLink(order, attempt, redemption, seen) ? "link" : "hold";
    case "redeemed":
      return "code";
    case "canceled":
    case "refunded":
    case "failed":
    case "expired":
      if (isRefundedCode(redemption)) return "refunded";
      if (isBilled(redemption) && !(isNamed(state) && wasConfirmed(attempt))) return "owed";
      return state === "canceled" || state === "refunded" ? "nothing" : state;
    case "denied":
    case "blocked":
      return state;
    default:
      return "unknown";
  }
}

/** A state that the user sees by name. */
const isNamed = (state: string): boolean => state === "failed" || state === "expired";

/**
 * Whether the user confirmed the attempt. A confirmed attempt stops under the name of its end, and its failed call is repeated,
 * also if it is debited.
 */
const wasConfirmed = ({ phase, stop }: Attempt): boolean =>
  phase === "confirmed" || phase === "linked" || (stop !== null && isNamed(stop));
