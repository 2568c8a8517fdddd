/** What happened and what to do, as exactly as the problem tells. */

import { type Closed, closedOf, denialOf, holdEndOf } from "../calls/problem-members.ts";
import type { Failure } from "../state/failure.ts";
import { problemText } from "../texts/problems.ts";
import { formatDate, formatDay, formatUntil } from "../words/format.ts";
import { withSingleStops } from "../words/sentences.ts";
import type { View } from "./view.ts";

/** Milliseconds. For a date this far away the time of day does not matter. */
const DAY = 86_400_000;

/** Whether the offer opens so late that nobody waits for it on this page. */
export const isDistant = ({ reason, date = "" }: Closed, clock: View["clock"]): boolean =>
  reason === "not_started" && Date.parse(date) - clock.date().getTime() >= DAY;

/** Whether the only reward is unavailable: there is no other one to choose. */
export const isOfOnlyReward = ({ catalog }: View["state"], failure?: Failure): boolean =>
  catalog !== undefined &&
  catalog.length < 2 &&
  (failure?.code === "out_of_stock" || failure?.code === "reward_unavailable");

export function failureText({ state, t, texts, locale, clock }: View, failure: Failure): string {
  // The words of the first screen: no other ones may be loadable.
  if (failure.isGone) return t("reload_text");
  if (isOfOnlyReward(state, failure)) {
    if (failure.code === "reward_unavailable") return t("no_rewards");
    // If the catalog already says so, "out of stock" stands below the reward's worth.
    const isTold = state.catalog?.[0]?.in_stock === false;
    return isTold ? t("sold_out") : `${t("out_of_stock")} – ${t("sold_out")}`;
  }
  // A wrong amount is reported at its field: here the reward itself is worth too much.
  if (failure.code === "amount_out_of_range") return t("above_limit");
  const end = holdEndOf(failure);
  if (end) return t(`hold_${end}`);
  const closed = closedOf(failure);
  if (!closed) {
    const denial = denialOf(failure);
    // In a language of its own, whose direction may be another.
    return denial ? `\u2068${denial}\u2069` : problemText(texts, failure.code);
  }
  const { reason } = closed;
  // A begin that is near is shown with its time, so that the user can come back. An end is shown as a day.
  const write = reason === "ended" ? formatUntil : isDistant(closed, clock) ? formatDay : formatDate;
  const date = closed.date && write(locale, closed.date);
  return date && (reason === "not_started" || reason === "ended")
    ? withSingleStops(t(`promotion_${reason}_on`, { date }))
    : t(`promotion_${reason}_text`);
}
