/** What the operator's page says: codes of the server in a person's words. */
import { ADVICE, type Advice } from "./advice.ts";
import type { CourseEntry, NeedyOrder, Release, Situation } from "./wire.ts";

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
      return "A release takes the order off this list and leaves it as it is.";
    default:
      return effect satisfies never;
  }
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

const KINDS: Readonly<Record<CourseEntry["kind"], string>> = {
  wanted: "Wanted",
  sent: "Sent to the service",
  answered: "Answered by the service",
  told: "Told to the site",
};
export const kindWords = (kind: CourseEntry["kind"]): string => KINDS[kind];

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
  refuse_key: "an operator’s key was refused",
  book: "Book",
  redeem: "Redeem",
  activate: "Activate",
  create: "Create",
  notify: "Create",
  booked: "held",
  redeemed: "redeemed",
  refunded: "refunded",
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

/** The page's first sentence. @param now epoch ms */
export function sentenceOf({ total, orders, warnings }: Situation, now: number): string {
  const others = warnings.filter(({ code }) => code !== "attention").length;
  const things = others === 1 ? "1 thing is wrong" : `${others} things are wrong`;
  if (total === 0) return others === 0 ? "All well" : `No order needs you, but ${things}`;
  const oldest = Math.min(...orders.map(({ since }) => Date.parse(since)));
  const need = total === 1 ? "1 order needs you, for" : `${total} orders need you, the oldest for`;
  return `${need} ${spanWords(now - oldest)}${others > 0 ? `; ${things}` : ""}`;
}

export interface Lamp {
  readonly name: string;
  readonly isOn: boolean;
  /** What it means; without any all is well. */
  readonly says: readonly string[];
}

/** Which warnings belong to which lamp. */
const LAMPS: Readonly<Record<string, readonly string[]>> = {
  Service: ["credentials_refused"],
  Ledger: ["ledger_unavailable", "ledger_recovered"],
  Clock: ["clock"],
  Backup: ["backup_late"],
  Budgets: ["budget_empty", "budget_low", "budget_unknown"],
  Stock: ["out_of_stock", "stock_unknown"],
};

export function lampsOf({ warnings, webhooks }: Situation): Lamp[] {
  const lamp = (name: string, codes: readonly string[]): Lamp => {
    const says = warnings.filter(({ code }) => codes.includes(code)).map(({ message }) => message);
    return { name, isOn: says.length > 0, says };
  };
  const ofSites = webhooks.map(({ site, waiting, off_since, cause }) => {
    const off = `Nothing is sent to ${site} since ${timeWords(off_since ?? "")}: its receiver ${cause === "gone" ? "answered 410" : "failed for three days"}. ${waiting} events wait.`;
    return { name: `Webhook ${site}`, isOn: off_since !== undefined, says: off_since ? [off] : [] };
  });
  return [...Object.entries(LAMPS).map(([name, codes]) => lamp(name, codes)), ...ofSites];
}

export const timeWords = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });

export const moneyWords = ({ amount, value }: Pick<NeedyOrder, "amount" | "value">): string =>
  value ? `${value.amount}${value.currency ? ` ${value.currency}` : ""}` : (amount ?? "");
