/**
 * What a redemption's state means for the attempt that it belongs to: one table, by where the attempt stands and what the
 * service says. What each effect does is in absorb-redemption.ts. Pure.
 * Source: interface, States and transitions; integrity rules 3 to 6.
 */

import type { Redemption } from "../fulfillment/schemas.ts";
import type { Seen } from "./evidence.ts";
import { isLink } from "./hold-or-link.ts";
import type { Attempt, Order, Phase } from "./model.ts";
import { isBilled, isRefundedCode } from "./redemption-facts.ts";

/** What the service says of a redemption, as far as an attempt is concerned. */
export const MEANINGS = [
  /** A code is held and nothing is confirmed: `booked`, or `pending` where the hold is called that. */
  "hold",
  /** The user has a link: `pending` after Activate or Create. */
  "link",
  /** `redeemed`: the code is made. */
  "code",
  /** `refunded` after a code was made. */
  "refunded",
  /** It ended, and has a code or is debited all the same. */
  "owed",
  /** `canceled`, or `refunded` without a code: it ended with nothing. */
  "nothing",
  "failed",
  "expired",
  "denied",
  "blocked",
  /** A state that the interface does not name. */
  "unknown",
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** What happens to the attempt. */
export type Effect =
  /** Its hold stands: it can be confirmed. */
  | "book"
  /** Its hold ended before it was confirmed: it is given up, and the user chooses again. */
  | "lapse"
  /** The outcome of the confirmation is asked for again. */
  | "wait"
  /** The confirmation is repeated, at most FAILED_RETRIES times; then a cancel is its end. */
  | "repeat"
  /** Void as soon as nothing that was sent can take effect any more; then the next attempt may open. */
  | "end"
  | "link"
  | "redeem"
  | "refund"
  /** It waits for a person. */
  | "stop"
  /** Its link was not opened, as far as is known. */
  | "unopened"
  /** Its codes are looked at, where they are waited for. */
  | "codes"
  /** Given up, and read once: its hold still stands. */
  | "given_up"
  /** Given up, and its hold has ended. */
  | "given_up_ended"
  /** A link, or a code, of an attempt that was given up or had ended. */
  | "late_link"
  | "late_code"
  /** It waited for a person, and ended with nothing. */
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

/** A state that the user is told by its name. */
const isNamed = (state: string): boolean => state === "failed" || state === "expired";

/** Whether its user confirmed it: then a named end stops it under that name, and keeps it, and a failure is repeated, whatever it has. */
const wasConfirmed = ({ phase, stop }: Attempt): boolean =>
  phase === "confirmed" || phase === "linked" || (stop !== null && isNamed(stop));
