/**
 * What a redemption's state means for the attempt that it belongs to: one table, by where the attempt stands and what the
 * service says. What each effect does is in absorb-redemption.ts. Pure.
 * Source: interface, States and transitions; integrity rules 3 to 6.
 */
import type { Redemption } from "../fulfillment/schemas.ts";
import { HOLD, LATE_EFFECT } from "../timing.ts";
import type { Seen } from "./evidence.ts";
import { type Attempt, isLinkOut, type Order, type Phase } from "./model.ts";
import { isRefundedCode } from "./moves.ts";
import { firstConfirming } from "./sends.ts";

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
  | "leave"
  /** Given up, and its hold has ended. */
  | "leave_ended"
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
const LEFT: Row = { ...all("leave_ended"), ...LATE, hold: "leave", link: "late_link" };

export const EFFECTS: Readonly<Record<Phase, Row>> = {
  booking: UNCONFIRMED,
  booked: UNCONFIRMED,
  confirmed: { ...all("stop"), ...REACHED, hold: "wait", nothing: "end", failed: "repeat" },
  linked: { ...all("stop"), ...REACHED, hold: "unopened", link: "unopened", nothing: "end" },
  redeemed: { ...all("codes"), refunded: "refund" },
  refunded: all("none"),
  given_up: LEFT,
  refused: LEFT,
  void: { ...all("none"), ...LATE },
  stopped: { ...all("none"), ...LATE, nothing: "unstop" },
};

export function meaningOf(
  order: Order,
  attempt: Attempt,
  redemption: Redemption,
  { answerTo, now }: Seen,
): Meaning {
  const { state } = redemption;
  switch (state) {
    case "booked":
      return "hold";
    case "pending": {
      // A hold that is called pending itself is activated by the answer to Activate alone.
      const isActivated =
        order.pins.delivery === "activate" &&
        attempt.phase === "confirmed" &&
        (answerTo === "activate" || outlivesHold(attempt, now));
      return isActivated || isLinkOut(order, state, attempt) ? "link" : "hold";
    }
    case "redeemed":
      return "code";
    case "canceled":
    case "refunded":
    case "failed":
    case "expired":
      if (isRefundedCode(redemption)) return "refunded";
      if ((redemption.has_codes || redemption.debited) && !(isNamed(state) && isSent(attempt))) return "owed";
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

/** Whether its user confirmed it: then a named end stops it under that name, and a failure is repeated, whatever it has. */
const isSent = ({ phase }: Attempt): boolean => phase === "confirmed" || phase === "linked";

/** Whether it was activated because no hold lives so long, not even one of a Book that took effect as late as it can. */
const outlivesHold = (attempt: Attempt, now: number): boolean =>
  firstConfirming(attempt) !== undefined && now >= attempt.hold_ends_at + LATE_EFFECT + HOLD;
