/**
 * How the widget's state changes: one pure function, in two parts. What the first screen needs is in opening.ts, all
 * else is here. It knows no network, no timer and no DOM; a task put into the state is what the controller then does.
 */
import { refuseAmount } from "../shared/amount-refusal.ts";
import type { Choice, Confirmation } from "../shared/wire.ts";
import { arrive, fail } from "./answers.ts";
import { toDetails, toPicker, wantDetails } from "./moves.ts";
import { open } from "./opening.ts";
import { onlyAmount, rangeOf } from "./range.ts";
import { canChooseAgain, choiceOf, rewardOf } from "./selectors.ts";
import { type Event, type Screen, type State, WARNINGS } from "./state.ts";

/** Seconds after which "one minute left" is not true any more. */
const WARNING_SLACK = 10;

export function reduce(state: State, event: Event): State {
  return open(state, event) ?? later(state, event);
}

function later(state: State, event: Event): State {
  const { screen, task } = state;
  switch (event.type) {
    case "renewed":
      // What was sent is never disturbed; elsewhere the place is kept.
      if (task?.do === "redeem" || task?.do === "book") return state;
      return screen.name === "session-expired" ? resume(state, screen) : { ...state, task: { do: "order" } };
    case "order":
      return arrive(state, event.order, event.sentAt, event.retryAfter);
    case "catalog":
      return toPicker({ ...state, catalog: event.rewards });
    case "details":
      return { ...state, details: event.details, task: undefined };
    case "prepared":
      // That it could not be fetched before is over; what a confirmation was answered is not.
      return wantDetails({
        ...state,
        prepared: true,
        task: undefined,
        failure:
          state.failure?.code === "offline" && !state.failure.isOfConfirmation ? undefined : state.failure,
      });
    case "codes":
      if (screen.name !== "redeemed") return state;
      return wantDetails({
        ...state,
        screen: { name: "redeemed", codes: event.codes, revealed: [] },
        failure: undefined,
        task: undefined,
      });
    case "failed":
      // Polling with a session that is not known would never end.
      if (event.failure.code === "session_invalid" && screen.name === "processing") return end(state);
      return fail({ ...state, task: undefined }, event.task, event.failure);
    case "session-ended":
      return end(state);
    case "settled":
      return screen.name === "details" || screen.name === "booked" ? settle(state, screen) : state;
    case "ticked":
      return screen.name === "booked" ? tick(state, screen, event.now) : state;
    case "returned":
      // What time did meanwhile only the server knows.
      if (task) return state;
      if (screen.name === "redeemed")
        return screen.codes || state.failure ? state : { ...state, task: { do: "codes" } };
      return screen.name === "booked" ? { ...state, task: { do: "order" } } : state;
    case "masked":
      return screen.name === "redeemed"
        ? { ...state, screen: { ...screen, revealed: [], copied: undefined } }
        : state;
    case "wiped":
      return screen.name === "redeemed"
        ? { ...state, screen: { name: "redeemed", revealed: [] }, task: undefined }
        : state;
    case "search":
    case "more":
    case "started":
    case "unloadable":
      // The first screen's own, wherever it is.
      return state;
    case "select":
      if (screen.name !== "open" || !rewardOf(state, event.sku)?.in_stock) return state;
      return toDetails({ ...state, failure: undefined }, event.sku);
    case "amount":
      return screen.name === "details"
        ? { ...state, screen: { ...screen, amount: event.amount, refusal: undefined } }
        : state;
    case "book":
      if (screen.name !== "details" || task?.do === "book" || (screen.isNew && event.byPointer)) return state;
      return book(state, screen);
    case "confirm":
      if (screen.name !== "booked" || (screen.isNew && event.byPointer)) return state;
      return confirm(state, screen.left);
    case "back":
      return back(state);
    case "retry":
      return task ? state : retry(state);
    case "reveal":
      if (screen.name !== "redeemed" || screen.revealed.includes(event.usage)) return state;
      return { ...state, screen: { ...screen, revealed: [...screen.revealed, event.usage] } };
    case "copied":
      return screen.name === "redeemed" ? copy(state, screen, event) : state;
    default:
      return event satisfies never;
  }
}

function settle(
  state: State,
  { isNew: _, ...screen }: Extract<Screen, { name: "details" | "booked" }>,
): State {
  return { ...state, screen };
}

/** The place is remembered, codes are not. */
function end(state: State): State {
  const { screen } = state;
  const from: Screen =
    screen.name === "redeemed"
      ? { name: "redeemed", revealed: [] }
      : screen.name === "session-expired"
        ? screen.from
        : screen;
  return { ...state, task: undefined, failure: undefined, screen: { name: "session-expired", from } };
}

const resume = (state: State, { from }: Extract<Screen, { name: "session-expired" }>): State => ({
  ...state,
  // It appears anew, and a refusal was told before.
  screen:
    from.name === "details"
      ? { ...from, isNew: true, refusal: undefined }
      : from.name === "booked"
        ? { ...from, isNew: true }
        : from,
  task: { do: "order" },
});

function book(state: State, screen: Extract<Screen, { name: "details" }>): State {
  const details = state.details?.sku === screen.sku ? state.details : undefined;
  const reward = details ?? rewardOf(state, screen.sku);
  if (!reward?.in_stock) return state;
  const amount = reward.free_value ? (onlyAmount(reward, state.order) ?? screen.amount.trim()) : undefined;
  const refusal = refuseAmount(amount === "" ? undefined : amount, {
    free_value: reward.free_value,
    range: rangeOf(reward, state.order),
  });
  if (refusal) return { ...state, failure: undefined, screen: { ...screen, refusal } };
  // An amount is refused at once; what is booked has shown its terms first.
  if (!details) return state;
  const choice: Choice = { sku: reward.sku, ...(amount !== undefined && { amount }) };
  return {
    ...state,
    failure: undefined,
    screen: { ...screen, refusal: undefined },
    task: { do: "book", choice },
  };
}

/** The only way to a redeem: something is booked, its time is not over, and the codes can be shown afterwards. */
function confirm(state: State, left: number): State {
  const choice = choiceOf(state.order);
  const attempt = state.order?.attempt;
  if (left <= 0 || !state.prepared || !choice || attempt === undefined) return state;
  const confirmation: Confirmation = { attempt, ...choice };
  return {
    ...state,
    failure: undefined,
    sent: confirmation,
    screen: { name: "processing", polls: 0 },
    task: { do: "redeem", confirmation },
  };
}

function copy(
  state: State,
  screen: Extract<Screen, { name: "redeemed" }>,
  { usage, outcome }: Extract<Event, { type: "copied" }>,
): State {
  const isAgain = screen.copied?.usage === usage && !screen.copied.isAgain;
  return { ...state, screen: { ...screen, copied: { usage, outcome, isAgain } } };
}

function tick(state: State, screen: Extract<Screen, { name: "booked" }>, now: number): State {
  const left = Math.max(0, Math.ceil((screen.endsAt - now) / 1_000));
  if (left === screen.left) return state;
  // A tab that slept hears nothing of a minute that is long over.
  const passed = WARNINGS.find((at) => screen.left > at && left <= at && left > at - WARNING_SLACK);
  return {
    ...state,
    screen: { ...screen, left, passed: passed ?? screen.passed },
    task: left > 0 ? state.task : { do: "order" },
  };
}

function back(state: State): State {
  const { screen, task } = state;
  const fresh: State = { ...state, failure: undefined };
  switch (screen.name) {
    case "details":
      return task?.do === "book" ? state : toPicker(fresh);
    case "booked":
      return toPicker(fresh);
    case "processing":
      return canChooseAgain(state) ? toPicker(fresh) : state;
    case "problem":
      return screen.from.name === "details" ? toPicker(fresh) : state;
    default:
      return state;
  }
}

function retry(state: State): State {
  const fresh: State = { ...state, failure: undefined };
  switch (state.screen.name) {
    case "booked":
      return { ...fresh, task: { do: "prepare" } };
    case "redeemed":
      return { ...fresh, task: { do: "codes" } };
    case "session-expired":
      return resume(fresh, state.screen);
    default:
      return fresh;
  }
}
