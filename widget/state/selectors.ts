/** Questions that the later screens' rules and views ask about the state. */
import { displayOf, type Usage } from "../../shared/usages.ts";
import type { Choice, Confirmation, Reward, RewardDetails } from "../../shared/wire.ts";
import { rangeOf } from "../catalog/range.ts";
import type { KnownOrder, Screen, Sending, State, Task } from "./state.ts";

/** The reward with a SKU, as far as it is known. */
export function rewardOf(state: State, sku: string | undefined): Reward | RewardDetails | undefined {
  if (state.details?.sku === sku) return state.details;
  return [...(state.catalog ?? []), state.chosen].find((reward) => reward?.sku === sku);
}

/** The choice that an order is about, after the choice was made. */
export function choiceOf(order: KnownOrder | undefined): Choice | undefined {
  if (order?.sku === undefined) return undefined;
  return { sku: order.sku, ...(order.amount !== undefined && { amount: order.amount }) };
}

/** What is booked, in the form in which it is confirmed. */
export function confirmationOf(order: KnownOrder | undefined): Confirmation | undefined {
  const choice = choiceOf(order);
  return choice && order?.attempt !== undefined ? { attempt: order.attempt, ...choice } : undefined;
}

/** Screens before a confirmation. */
const CHOOSING: ReadonlySet<Screen["name"]> = new Set(["open", "details", "booked", "confirming"]);

/** Whether the list of what the user has is one step back: from what was opened in it, and from the next choice of a grant. */
export const isAboveList = ({ opened, order, screen }: State): boolean =>
  !!opened || (!!order?.grant?.count && CHOOSING.has(screen.name));

/** Whether the task must reach the server once it was begun. */
export function isSending(task: Task | undefined): task is Sending {
  return task?.do === "redeem" || task?.do === "activate" || task?.do === "notify";
}

/** A booking of unknown outcome costs nothing and may be left for another choice; a later step may not. */
export function canChooseAgain(state: State): boolean {
  return state.order?.step === "book" && !state.sent;
}

/** Whether the order was confirmed, here or elsewhere, with an outcome that is not known yet. */
export function isConfirmed(order: KnownOrder | undefined): boolean {
  return order?.state === "processing" && order.step !== "book";
}

/** Whether an attempt ended without a code after its confirmation, and the user was not told here. */
export function hasEnded({ screen, order, toldAttempt }: State): boolean {
  if (order?.state !== "open" || (screen.name !== "open" && screen.name !== "details")) return false;
  return order.ended_attempt !== undefined && order.ended_attempt !== toldAttempt;
}

/** Whether the only reward is chosen already, so that there is nothing to go back to. */
export const isSingle = ({ catalog }: Pick<State, "catalog">): boolean => catalog?.length === 1;

export function isChoosing(screen: Screen): boolean {
  return screen.name === "open" || screen.name === "details" || screen.name === "confirming";
}

/** The amount if there is no choice: the session fixes the amount, or allows only one. */
export function onlyAmount(reward: Reward, order: KnownOrder | undefined): string | undefined {
  const range = rangeOf(reward, order);
  return order?.amount_limits?.amount ?? (range?.min === range?.max ? range && `${range.min}` : undefined);
}

/**
 * Whether a value is shown: after its confirmation for as long as the page stays, and on a return once the user asked
 * for it. A secret is shown only once the user asked for it.
 */
export function isShown({ screen }: State, usage: Usage): boolean {
  if (screen.name !== "redeemed") return true;
  return screen.revealed.includes(usage) || (screen.isFresh === true && displayOf(usage) !== "secret");
}

/** Whether an item's value may be printed or shared: a secret only once it was revealed. */
export const isHandedOut = ({ revealed }: Extract<Screen, { name: "redeemed" }>, usage: Usage): boolean =>
  displayOf(usage) !== "secret" || revealed.includes(usage);

/** The screen that is drawn: a confirmed screen stays in sight for a moment. */
export const screenInSight = (screen: Screen): Screen["name"] =>
  (screen.name === "processing" && screen.from?.name) || screen.name;

/** The user's place. In another place, controls stand elsewhere or do something else. */
export const placeOf = ({ screen }: State): string =>
  screen.name === "details"
    ? `details ${screen.sku}`
    : screen.name === "redeemed" && screen.till
      ? "till"
      : screenInSight(screen);
