/** What the operator's page says: codes of the server in a person's words. */
import { ADVICE, type Advice, LAMP_ADVICE } from "./advice.ts";
import type { CourseEntry, Lamp, NeedyOrder, Release, Situation } from "./wire.ts";

/** The lamp of the orders that need a person, which the page lists. */
export const ORDERS = "Orders";

/** What a lamp watches, and what to do when it is on. */
export const lampAdvice = (lamp: string): readonly [watches: string, does: string] =>
  LAMP_ADVICE[lamp] ?? ["", ""];

export const adviceOf = (reason: string): Advice | undefined => ADVICE[reason];

/** The titles of reasons. */
const TITLES: Readonly<Record<string, string>> = {
  failed: "The service failed",
  denied: "The service declined",
  blocked: "The service blocked it",
  expired: "It expired at the service",
  unknown_state: "A state that nobody knows",
  other_parameters: "Another reward than was chosen",
  debited: "Paid for, and not redeemed",
  outcome_unknown: "The outcome is not known",
  several_rewards: "Several rewards for one order",
  redemption_taken: "Another order's redemption",
  codes_unreadable: "The code cannot be shown",
  debited_hold: "A hold was paid for",
};
export const titleOf = (reason: string): string => TITLES[reason] ?? reason;

/** The advice of the runbook against a release: the button for it does not stand out. */
export const isRatherAcknowledged = (reason: string): boolean => reason === "several_rewards";

/** What a release comes to. */
export function effectWords({ possible, effect }: Release): string {
  if (!possible)
    return "The outcome is not known yet: the service is asked until it is. Nothing can be released now.";
  switch (effect) {
    case "next_attempt":
      return "A release asks the service once more; unless there is a code after all, the user may choose again.";
    case "ended":
      return "A release ends the attempt, and its value goes back to the grant.";
    case "acknowledged":
    case undefined:
      return "To acknowledge it takes the order off this list and leaves it as it is.";
    default:
      return effect satisfies never;
  }
}

const FAILURES: Readonly<Record<string, string>> = {
  timeout: "no answer in time",
  too_large: "its answer is too large",
  not_connected: "it could not be reached",
  broken: "it broke the connection off",
  AddressRefused: "its address is not public",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is its own",
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name is not known",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is of another name",
};

/** Why a webhook was not taken. @param failure a status, or why none came, with the error behind it */
export function failureWords(failure: string): string {
  const [first = "", cause] = failure.split(", ");
  if (/^\d{3}$/.test(first)) return `it answered ${first}`;
  const what = FAILURES[first] ?? first;
  return cause === undefined ? what : (FAILURES[cause] ?? `${what} (${cause})`);
}

/** What became of a release. */
const DONE: Readonly<Record<string, string>> = {
  next_attempt: "Released: the user may choose again.",
  ended: "Released: the attempt has ended.",
  shown: "The service has the reward after all: the user sees it.",
  acknowledged: "Off the list. The order stays as it is.",
  nothing: "Nothing was to be done: somebody else has seen to it.",
};
export const doneWords = (done: string): string => DONE[done] ?? done;

/** What the customer reads above their order. Source: widget/texts/en-flow.ts. */
export const USER_SEES: Readonly<Record<string, string>> = {
  open: "Choose your reward",
  booked: "Confirm your reward",
  processing: "We are still checking on your reward",
  redeemed: "Your reward is ready",
  activated: "Your link is ready",
  notified: "Check your email",
  canceled: "This order was canceled",
  refunded: "This reward was refunded",
  failed: "Your reward could not be issued",
  denied: "Your reward was declined",
  blocked: "Your reward is on hold",
  expired: "Your reward has expired",
};

const KINDS: Readonly<Record<CourseEntry["kind"], string>> = {
  wanted: "Wanted",
  sent: "Sent to the service",
  answered: "Answered by the service",
  told: "Told to the site",
};
/** An event that no webhook took yet is one that the site may still read. */
export const kindWords = ({ kind, delivered_at }: Pick<CourseEntry, "kind" | "delivered_at">): string =>
  kind === "told" && delivered_at === undefined ? "Event for the site" : KINDS[kind];

const WHATS: Readonly<Record<string, string>> = {
  open: "the order was opened",
  choose: "a reward was chosen",
  confirm: "the choice was confirmed",
  cancel: "a cancellation",
  refund: "a refund",
  close_grant: "the end of a grant",
  end_sessions: "the end of sessions",
  forget_user: "that the user is forgotten",
  release: "a release",
  acknowledge: "an acknowledgement",
  resume_webhook: "a webhook was turned on",
  send_again: "events sent again",
  refuse_key: "an operator’s key was refused",
  book: "Book",
  redeem: "Redeem",
  activate: "Activate",
  create: "Create",
  notify: "Create",
  booked: "held",
  redeemed: "redeemed",
  refunded: "refunded",
  refused: "the call is refused",
  turned_away: "the call never left, or was turned away for its token",
};
export const whatWords = (what: string): string => WHATS[what] ?? what.replace(/^order\./, "");

/** A span of time in its largest unit. @param ms milliseconds */
export function spanWords(ms: number): string {
  const units = [
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
  ] as const;
  for (const [name, length] of units) {
    const count = Math.floor(ms / length);
    if (count >= 1) return `${count} ${name}${count === 1 ? "" : "s"}`;
  }
  return "less than a minute";
}

/** The page's first sentence: the orders first, then the lamps that are on. @param now epoch ms */
export function sentenceOf({ total, orders, lamps }: Situation, now: number): string {
  const on = lamps.filter(({ lamp, is }) => is === "look" && lamp !== ORDERS).map(nameOf);
  const names = new Intl.ListFormat("en").format(on);
  if (total === 0) return on.length === 0 ? "All well" : `No order needs you, but look at ${names}`;
  const oldest = Math.min(...orders.map(({ since }) => Date.parse(since)));
  const need = total === 1 ? "1 order needs you, for" : `${total} orders need you, the oldest for`;
  return `${need} ${spanWords(now - oldest)}${on.length > 0 ? `; look at ${names} as well` : ""}`;
}

export const nameOf = ({ lamp, site }: Lamp): string => (site === undefined ? lamp : `${lamp} ${site}`);

/** Of this device, in which the page tells every time. */
export const zone = new Intl.DateTimeFormat("en").resolvedOptions().timeZone;

export const timeWords = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });

export const moneyWords = ({ amount, value }: Pick<NeedyOrder, "amount" | "value">): string =>
  value ? `${value.amount}${value.currency ? ` ${value.currency}` : ""}` : (amount ?? "");
