/**
 * How the widget's state changes: one pure function. The part for the first screen is in opening.ts, the user's actions are in
 * actions.ts, the answers to tasks in answers.ts; time and the page are here. No network, timer or DOM: the controller does the
 * task that is put into the state.
 */
import { act } from "./actions.ts";
import { LOOKS_MOST } from "./alarms.ts";
import { arrive, fail } from "./answers.ts";
import { LOOK_AGAIN_MS, masked, resume, toPicker, wantDetails, withoutSecrets } from "./moves.ts";
import { open, stop } from "./opening.ts";
import { afresh, entered, listed, marked } from "./owned.ts";
import { isSending, placeOf, rewardOf } from "./selectors.ts";
import { type Event, INITIAL, type Screen, type State, type Task, WARNINGS } from "./state.ts";

/** Seconds after which "one minute left" is not true any more. */
const WARNING_SLACK = 10;

export function reduce(state: State, event: Event): State {
  const after = open(state, event) ?? later(state, event);
  const [from, to] = [standOf(state), standOf(after)];
  // Before the first cards the user pressed nothing on the page.
  return from === to || (from === "loading" && to === "open") ? after : { ...after, isNew: true };
}

/**
 * The key of a place. The button that books and the button that asks whether a reward is back share one place, so stock
 * is part of the key.
 */
const standOf = (state: State): string =>
  state.screen.name === "details"
    ? `${placeOf(state)} ${rewardOf(state, state.screen.sku)?.in_stock}`
    : placeOf(state);

function later(state: State, event: Event): State {
  const { screen, task } = state;
  switch (event.type) {
    case "renewed": {
      const isChanging = isSending(task) || task?.do === "book";
      // The list may be another user's now, and what was opened from it is reached from there alone.
      if (screen.name === "rewards" || (state.opened && !isChanging))
        return { ...INITIAL, prepared: state.prepared, task: { do: "order" } };
      if (screen.name === "open") return { ...state, task: { do: "order" } };
      if (screen.name === "loading" || screen.name === "problem" || screen.name === "none")
        return { ...afresh(state), task: { do: "order" } };
      // A change that was sent is not disturbed. Elsewhere the user's place is kept.
      if (isChanging) return state;
      return screen.name === "session-expired" ? resume(state, screen) : { ...state, task: { do: "order" } };
    }
    case "order":
      return arrive(state, event);
    case "rewards":
      return listed(state, event);
    case "entered":
      return entered(state, event);
    case "marked":
      return marked(state, event);
    case "catalog": {
      // The reward of loaded texts may have sold out, or come back, since.
      const fresh = event.rewards.find(({ sku }) => sku === state.details?.sku);
      const details = fresh && state.details && { ...state.details, ...fresh };
      const next = toPicker({ ...state, catalog: event.rewards, details });
      if (screen.name !== "details" || next.screen.name !== "details") return next;
      // New also if the catalog says in stock: only the answer to a booking had said otherwise.
      const isNew = rewardOf(next, next.screen.sku)?.in_stock || state.isNew;
      return { ...next, isNew, screen: { ...next.screen, isChecked: true } };
    }
    case "details":
      return { ...state, details: event.details, task: undefined };
    case "prefetched":
      return task?.do === "prepare"
        ? wantDetails({ ...state, prepared: true, task: undefined })
        : { ...state, prepared: true };
    case "prepared":
      // The failure to load is over; the failure of a confirmation is not.
      return wantDetails({
        ...state,
        prepared: true,
        task: undefined,
        failure:
          state.failure?.code === "offline" && !state.failure.isOfConfirmation ? undefined : state.failure,
      });
    case "passed":
      return wantDetails({ ...state, task: undefined });
    case "codes":
      if (screen.name !== "redeemed") return state;
      return wantDetails({
        ...state,
        screen: { ...screen, codes: event.codes },
        failure: undefined,
        task: undefined,
      });
    case "card":
      if (screen.name !== "redeemed") return state;
      return wantDetails({ ...state, screen: { ...screen, balance: { card: event.card } }, task: undefined });
    case "failed":
      // Polling with an unknown session would never end.
      if (event.failure.code === "session_invalid" && screen.name === "processing") return end(state);
      return fail({ ...state, task: undefined }, event.task, event.failure);
    case "session-ended":
      // The user did not ask for this look, and the screen is still true. The session ends when the user comes back.
      return isWatch(task) ? { ...state, task: undefined, looks: LOOKS_MOST } : end(state);
    case "none":
      // What was confirmed stays in sight: the page may be mistaken.
      return (state.order?.state ?? "open") === "open"
        ? { ...INITIAL, screen: { name: "none" } }
        : end(state);
    case "unset":
      if (screen.name !== "loading" || task) return state;
      if (event.isCopy) return end(state);
      return stop(state, { code: "session_invalid" }, { do: "order" }, screen);
    case "asking":
      return {
        ...state,
        asking: event.asking,
        failure: event.asking ? undefined : (event.failure ?? state.failure),
      };
    case "online":
      // A booking binds to nothing, and was asked for.
      return isOffline(state) ? act(state, { type: screen.name === "details" ? "book" : "retry" }) : state;
    case "covered":
      if (screen.name !== "booked" && screen.name !== "confirming") return state;
      return state.failure?.code === "covered" ? state : { ...state, failure: { code: "covered" } };
    case "settled":
      // From here on no press is by mistake.
      return state.isNew ? { ...state, isNew: undefined } : state;
    case "waited":
      if (screen.name !== "processing") return state;
      return {
        ...state,
        screen: screen.from ? { ...screen, from: undefined } : { ...screen, isLong: true },
      };
    case "ticked":
      return screen.name === "booked" ? tick(state, screen, event.now) : state;
    case "returned":
      // A look that waits because the page is hidden gives way to the look of the returned user.
      return task && !isWatch(task) ? state : comeBack(state);
    case "watched":
      if (task || (screen.name !== "activated" && screen.name !== "notified")) return state;
      return { ...state, looks: (state.looks ?? 0) + 1, task: { do: "order", isWatch: true } };
    case "masked":
      if (screen.name === "redeemed") return { ...state, screen: { ...masked(screen), copied: undefined } };
      return screen.name === "activated" ? { ...state, screen: { ...screen, copied: undefined } } : state;
    case "wiped":
      return screen.name === "redeemed" || screen.name === "activated"
        ? { ...state, screen: withoutSecrets(screen), task: undefined }
        : state;
    case "started":
    case "unloadable":
      // Events of the first screen only: opening.ts handles them.
      return state;
    default:
      return act(state, event);
  }
}

/** What the user did without a connection goes on by itself, but for a confirmation: that is the user's to press again. */
const isOffline = ({ screen, failure, task }: State): boolean =>
  task === undefined &&
  ((screen.name === "problem" && screen.failure.code === "offline") ||
    ((screen.name === "open" || screen.name === "details") && failure?.code === "offline"));

const isWatch = (task: Task | undefined): boolean => task?.do === "order" && task.isWatch === true;

/** The user looks at the page again. Only the server knows what happened meanwhile, by time or in another tab. */
function comeBack(state: State): State {
  const { screen, failure } = state;
  switch (screen.name) {
    case "redeemed":
      return screen.codes || failure ? state : { ...state, task: { do: "codes" } };
    case "activated":
      return screen.url === undefined && failure
        ? state
        : { ...state, looks: undefined, task: { do: "order", again: LOOK_AGAIN_MS } };
    case "notified":
      return { ...state, looks: undefined, task: { do: "order", again: LOOK_AGAIN_MS } };
    case "booked":
      return { ...state, task: { do: "order" } };
    case "rewards":
      return { ...state, task: { do: "rewards" } };
    case "open":
    case "details":
      // Another tab may have spent some of it.
      return state.order?.grant ? { ...state, task: { do: "order" } } : state;
    default:
      return state;
  }
}

/** The screen is remembered without codes and links. */
function end(state: State): State {
  const { screen } = state;
  const from = screen.name === "session-expired" ? screen.from : withoutSecrets(screen);
  return { ...state, task: undefined, failure: undefined, screen: { name: "session-expired", from } };
}

function tick(state: State, screen: Extract<Screen, { name: "booked" }>, now: number): State {
  const left = Math.max(0, Math.ceil((screen.endsAt - now) / 1_000));
  if (left === screen.left) return state;
  // A tab that slept does not announce a minute that is long over.
  const passed = WARNINGS.find((at) => screen.left > at && left <= at && left > at - WARNING_SLACK);
  return {
    ...state,
    screen: { ...screen, left, passed: passed ?? screen.passed },
    task: left > 0 ? state.task : { do: "order" },
  };
}
