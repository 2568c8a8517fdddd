/**
 * The events that a change on a later screen causes for the host page: pure, with no more than an event's detail may
 * carry.
 */
import type { RewardEventDetail, RewardEventName } from "../events.ts";
import { detailOf, type Failure } from "./failure.ts";
import type { Event, State } from "./state.ts";

type News = readonly [name: RewardEventName, detail?: RewardEventDetail];

/** Screens whose first sight is an event for the page, unless the order was in that state when the page was opened. */
const REACHED: Partial<Record<State["screen"]["name"], RewardEventName>> = {
  booked: "reward-book",
  redeemed: "reward-redeem",
  activated: "reward-activate",
  notified: "reward-notify",
  "session-expired": "reward-session-expired",
};

export function newsOf(before: State, after: State, event: Event): readonly News[] {
  const news: News[] = [];
  if (event.type === "select") news.push(["reward-select", { sku: event.sku }]);
  if (event.type === "reveal") news.push(["reward-reveal", { usage: event.usage }]);
  if (event.type === "copied" && event.outcome === "copied")
    news.push(["reward-copy", { usage: event.usage }]);
  const failure = lookupFailureOf(after);
  if (failure && failure !== lookupFailureOf(before)) news.push(["reward-error", detailOf(failure)]);
  const pass = passFailureOf(after);
  if (pass && pass !== passFailureOf(before)) news.push(["reward-error", detailOf(pass)]);
  const { name } = after.screen;
  const reached = name === before.screen.name ? undefined : REACHED[name];
  if (reached && (before.order || name === "session-expired")) {
    const isNew =
      name === "booked"
        ? isNewHold(before, after)
        : name === "session-expired" || before.order?.state !== after.order?.state;
    if (isNew) news.push([reached, worthOf(after)]);
  }
  return news;
}

/** What the order's reward is worth, and what is left of the grant. */
export const worthOf = ({ order }: Pick<State, "order">): RewardEventDetail => ({
  ...(order?.value && { value: order.value }),
  ...(order?.amount !== undefined && { amount: order.amount }),
  ...(order?.grant_id !== undefined && { grant_id: order.grant_id }),
  ...(order?.grant && { left: order.grant.left }),
});

/** A hold that is shown again after a temporary refusal of its confirmation was reported before. */
const isNewHold = ({ order, task }: State, after: State): boolean =>
  task?.do === "book" || order?.attempt !== after.order?.attempt || order?.sku !== after.order?.sku;

const passFailureOf = ({ screen }: State): Failure | undefined =>
  screen.name === "redeemed" ? screen.pass : undefined;

/** The failure of a balance lookup. A card whose balance cannot be looked up is no failure. */
function lookupFailureOf({ screen }: State): Failure | undefined {
  if (screen.name !== "redeemed" || !screen.balance || !("failure" in screen.balance)) return undefined;
  const { failure } = screen.balance;
  return failure.code === "balance_unavailable" ? undefined : failure;
}
