/** What happened, and what to do, as exactly as the problem tells. */

import { type Closed, closedOf, holdEndOf } from "../calls/problem-members.ts";
import type { Failure } from "../state/failure.ts";
import { problemText } from "../texts/problems.ts";
import { formatDate, formatDay } from "../words/format.ts";
import type { View } from "./view.ts";

/** From here on the time of day means nothing yet. Milliseconds. */
const DAY = 86_400_000;

/** Whether nobody waits on this page until the offer opens. */
export const isDistant = ({ reason, date = "" }: Closed, clock: View["clock"]): boolean =>
  reason === "not_started" && Date.parse(date) - clock.date().getTime() >= DAY;

/** Whether the one reward there is cannot be had: there is no other one to choose. */
export const isOfOnlyReward = ({ catalog }: View["state"], failure?: Failure): boolean =>
  catalog !== undefined &&
  catalog.length < 2 &&
  (failure?.code === "out_of_stock" || failure?.code === "reward_unavailable");

export function failureText({ state, t, texts, locale, clock }: View, failure: Failure): string {
  if (isOfOnlyReward(state, failure)) {
    if (failure.code === "reward_unavailable") return t("no_rewards");
    // Below the reward's worth it stands that it is out of stock, where the catalog knows that already.
    const isTold = state.catalog?.[0]?.in_stock === false;
    return isTold ? t("sold_out") : `${t("out_of_stock")} – ${t("sold_out")}`;
  }
  // A wrong amount is told at its field: here it is the reward that is worth too much.
  if (failure.code === "amount_out_of_range") return t("above_limit");
  const end = holdEndOf(failure);
  if (end) return t(`hold_${end}`);
  const closed = closedOf(failure);
  if (!closed) return problemText(texts, failure.code);
  const { reason } = closed;
  // When it begins is a time to come back at, where that is soon; when it ended is a day.
  const isDay = reason === "ended" || isDistant(closed, clock);
  const date = closed.date && (isDay ? formatDay : formatDate)(locale, closed.date);
  return date && (reason === "not_started" || reason === "ended")
    ? t(`promotion_${reason}_on`, { date })
    : t(`promotion_${reason}_text`);
}
