/** Steps from one screen to the next, each with the task that it needs. Used by reduce.ts, actions.ts and answers.ts only. */
import { displayOf } from "../../shared/usages.ts";
import type { Choice } from "../../shared/wire.ts";
import type { Failure } from "./failure.ts";
import { toCards } from "./opening.ts";
import { rewardOf } from "./selectors.ts";
import type { Screen, Sending, State, Task } from "./state.ts";

type Redeemed = Extract<Screen, { name: "redeemed" }>;

/** Source: openapi.json, POST /v1/order/redeem. */
const POLL_FIRST_MS = 2_000;
/** The longest a user waits for a result that the server already has. */
const POLL_MOST_MS = 5_000;
const POLL_GROWTH = 1.25;

/** To the picker, or past it if there is only one reward. */
export function toPicker(state: State): State {
  const [only, other] = state.catalog ?? [];
  return only && !other ? toDetails({ ...state, sent: undefined }, only.sku) : toCards(state);
}

export function toDetails(state: State, sku: string): State {
  const task: Task | undefined = state.details?.sku === sku ? undefined : { do: "details", sku };
  return { ...state, screen: { name: "details", sku, amount: "" }, task };
}

/** Marks the ended attempt as told: it was told, or does not matter for the new choice. */
export const told = (state: State): State => ({ ...state, toldAttempt: state.order?.ended_attempt });

/** A user who is choosing goes on, and interrupted readings are repeated. */
export function keepChoosing(state: State): State {
  const { screen } = state;
  if (screen.name === "details") return { ...toDetails(state, screen.sku), screen };
  if (screen.name === "confirming") return { ...toDetails(state, screen.choice.sku), screen };
  return screen.name === "open" && state.catalog ? state : toPicker(state);
}

/** The reading that a booking interrupted is repeated after the booking. */
export function readOn(state: State): State {
  const { screen, task } = state;
  return screen.name === "details" && !task ? { ...toDetails(state, screen.sku), screen } : state;
}

/** Instructions and terms stay readable on the screens that follow the choice. */
export function wantDetails(state: State): State {
  const sku = state.order?.sku;
  const { name } = state.screen;
  if (
    state.task ||
    sku === undefined ||
    state.details?.sku === sku ||
    [
      "loading",
      "open",
      "details",
      "confirming",
      "processing",
      "problem",
      "session-expired",
      "rewards",
    ].includes(name)
  )
    return state;
  return { ...state, task: { do: "details", sku } };
}

/** Nothing is held any more: the same choice is shown again, and a new booking needs a new confirmation. */
export function lapse(state: State, choice: Choice, failure: Failure = { code: "hold_expired" }): State {
  return layOut({ ...state, sent: undefined, failure: namedFailure(state, choice.sku, failure) }, choice);
}

/** The failure with the name of the refused reward, because the screen may show another reward, or all of them. */
export function namedFailure(state: State, sku: string, failure: Failure): Failure {
  const about =
    rewardOf(state, sku)?.name ?? (state.order?.sku === sku ? state.order.reward_name : undefined);
  return about === undefined ? failure : { ...failure, about };
}

/** The details of the chosen reward, with the chosen amount. */
export function layOut(state: State, choice: Choice): State {
  const next = toDetails(state, choice.sku);
  return next.screen.name === "details"
    ? { ...next, screen: { ...next.screen, amount: choice.amount ?? "" } }
    : next;
}

/** Shows the choice for the user to confirm, before anything is sent. */
export function toConfirming(state: State, choice: Choice): State {
  return { ...state, screen: { name: "confirming", choice } };
}

/**
 * The screen without codes and links: they are removed when the page is left, or may be unattended. The screen itself
 * stays, and so does the fact that the card's balance cannot be looked up.
 */
export function withoutSecrets(screen: Screen): Screen {
  if (screen.name === "redeemed") {
    const { balance } = screen;
    const isUntold = balance && "failure" in balance && balance.failure.code === "balance_unavailable";
    return { name: "redeemed", revealed: [], ...(isUntold && { balance }) };
  }
  // A user who comes back must not find the confirmed screen.
  if (screen.name === "processing") return { ...screen, from: undefined };
  return screen.name === "activated" ? { name: "activated" } : screen;
}

/** A user who opened a link comes back at once, but the server's answer may be five seconds old. */
export const LOOK_AGAIN_MS = 6_000;

/** The first look found no change: there is a second one. */
export function lookAgain(state: State, looked: Task | undefined): State {
  if (state.task || looked?.do !== "order" || looked.again === undefined) return state;
  return { ...state, task: { do: "order", after: looked.again } };
}

/**
 * Repeats a confirmation that did not arrive, with equal values. A confirmation that was never sent is now on its way.
 */
export function sendAgain(state: State, sent: Sending): State {
  const { screen } = state;
  const isFirst = screen.name === "processing" && screen.isUnsent;
  return { ...state, task: { ...sent }, screen: isFirst ? { name: "processing", polls: 0 } : screen };
}

export function poll(state: State, retryAfter?: number, failure?: Failure): State {
  const { polls, isUnsent }: { polls: number; isUnsent?: boolean } =
    state.screen.name === "processing" ? state.screen : { polls: 0 };
  return {
    ...state,
    screen: {
      name: "processing",
      polls: polls + 1,
      isOffline: failure?.code === "offline" && !failure.isLate,
      // Only an answer, or a repeat, can end this.
      ...(failure && (isUnsent || (failure.isUnsent && polls === 0)) && { isUnsent: true }),
    },
    task: { do: "order", after: pollDelay(polls, retryAfter) },
  };
}

/** The wait before the next reading of the order: it grows, and is never shorter than the server asks. */
export function pollDelay(polls: number, retryAfter = 0): number {
  return Math.max(retryAfter, Math.min(POLL_MOST_MS, POLL_FIRST_MS * POLL_GROWTH ** polls));
}

/** Hides the secrets. A card's number stays: typing or scanning the number takes longer than a PIN. */
export const masked = (screen: Redeemed): Redeemed => ({
  ...screen,
  revealed: screen.revealed.filter((usage) => displayOf(usage) !== "secret"),
});

/** Back to the screen on which the session ended, with the order read anew. */
export const resume = (state: State, { from }: Extract<Screen, { name: "session-expired" }>): State => ({
  ...state,
  // The refusal was shown before.
  screen: from.name === "details" ? { ...from, refusal: undefined } : from,
  task: { do: "order" },
});
