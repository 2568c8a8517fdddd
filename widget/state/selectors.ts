/** Questions that the later rules and views ask of the state. */
import { displayOf, type Usage } from "../../shared/usages.ts";
import type { Choice, Confirmation, Reward, RewardDetails } from "../../shared/wire.ts";
import { rangeOf } from "../catalog/range.ts";
import type { KnownOrder, Screen, Sending, State, Task } from "./state.ts";

/** The reward that a SKU names, as far as it is known. */
export function rewardOf(state: State, sku: string | undefined): Reward | RewardDetails | undefined {
  if (state.details?.sku === sku) return state.details;
  return [...(state.catalog ?? []), state.chosen].find((reward) => reward?.sku === sku);
}

/** What an order is about, once something was chosen. */
export function choiceOf(order: KnownOrder | undefined): Choice | undefined {
  if (order?.sku === undefined) return undefined;
  return { sku: order.sku, ...(order.amount !== undefined && { amount: order.amount }) };
}

/** What was booked, as it is confirmed. */
export function confirmationOf(order: KnownOrder | undefined): Confirmation | undefined {
  const choice = choiceOf(order);
  return choice && order?.attempt !== undefined ? { attempt: order.attempt, ...choice } : undefined;
}

/** What must reach the server once it was begun. */
export function isSending(task: Task | undefined): task is Sending {
  return task?.do === "redeem" || task?.do === "activate" || task?.do === "notify";
}

/** A booking of unknown outcome costs nothing and may be left for another choice; nothing later may. */
export function canChooseAgain(state: State): boolean {
  return state.order?.step === "book" && !state.sent;
}

/** Somebody confirmed it, here or elsewhere, and its outcome is not known yet. */
export function isConfirmed(order: KnownOrder | undefined): boolean {
  return order?.state === "processing" && order.step !== "book";
}

/** Whether something came to nothing after it was confirmed, and the person was not told of it here. */
export function hasEnded({ screen, order, toldAttempt }: State): boolean {
  if (order?.state !== "open" || (screen.name !== "open" && screen.name !== "details")) return false;
  return order.ended_attempt !== undefined && order.ended_attempt !== toldAttempt;
}

export function isChoosing(screen: Screen): boolean {
  return screen.name === "open" || screen.name === "details" || screen.name === "confirming";
}

/** The amount where there is nothing to choose: the session fixes it, or leaves one only. */
export function onlyAmount(reward: Reward, order: KnownOrder | undefined): string | undefined {
  const range = rangeOf(reward, order);
  return order?.amount_limits?.amount ?? (range?.min === range?.max ? range && `${range.min}` : undefined);
}

/**
 * Whether a value stands in the open: after its confirmation for as long as the page stays, on every return once it was
 * asked for. A secret only once it was asked for.
 */
export function isShown({ screen }: State, usage: Usage): boolean {
  if (screen.name !== "redeemed") return true;
  return screen.revealed.includes(usage) || (screen.isFresh === true && displayOf(usage) !== "secret");
}

/** Whether an item's value leaves the widget, on paper or to another app: a secret only once it was revealed. */
export const isHandedOut = ({ revealed }: Extract<Screen, { name: "redeemed" }>, usage: Usage): boolean =>
  displayOf(usage) !== "secret" || revealed.includes(usage);

/** The screen that is drawn: one that was confirmed stays in sight for a moment. */
export const screenInSight = (screen: Screen): Screen["name"] =>
  (screen.name === "processing" && screen.from?.name) || screen.name;

/** Where the person is: what can be pressed there stands elsewhere, or does something else, than in another place. */
export const placeOf = ({ screen }: State): string =>
  screen.name === "details"
    ? `details ${screen.sku}`
    : screen.name === "redeemed" && screen.till
      ? "till"
      : screenInSight(screen);
