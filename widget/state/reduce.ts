/**
 * How the widget's state changes: one pure function, in two parts. The part for the first screen is in opening.ts, the
 * rest is here. No network, timer or DOM: the controller does the task that is put into the state.
 */
import { refuseAmount } from "../../shared/amount-refusal.ts";
import { displayOf } from "../../shared/usages.ts";
import type { Choice } from "../../shared/wire.ts";
import { rangeOf } from "../catalog/range.ts";
import { LOOKS_MOST } from "./alarms.ts";
import { arrive, fail } from "./answers.ts";
import {
  LOOK_AGAIN_MS,
  layOut,
  toConfirming,
  toDetails,
  told,
  toPicker,
  wantDetails,
  withoutSecrets,
} from "./moves.ts";
import { open, stop } from "./opening.ts";
import {
  canChooseAgain,
  choiceOf,
  confirmationOf,
  isSending,
  onlyAmount,
  placeOf,
  rewardOf,
} from "./selectors.ts";
import {
  type Event,
  FIRST_CARDS,
  INITIAL,
  type Screen,
  type Sending,
  type State,
  type Task,
  WARNINGS,
} from "./state.ts";

type Redeemed = Extract<Screen, { name: "redeemed" }>;

/** The number of cards added when the end of the list comes near. */
const MORE_CARDS = 40;
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
  // The picker stays usable beside an open reward.
  const canSearch = screen.name === "open" || screen.name === "details";
  switch (event.type) {
    case "renewed":
      if (screen.name === "open") return { ...state, task: { do: "order" } };
      if (screen.name === "loading" || screen.name === "problem")
        return { ...INITIAL, prepared: state.prepared, task: { do: "order" } };
      // A change that was sent is not disturbed. Elsewhere the user's place is kept.
      if (isSending(task) || task?.do === "book") return state;
      return screen.name === "session-expired" ? resume(state, screen) : { ...state, task: { do: "order" } };
    case "order":
      return arrive(state, event);
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
    case "unset":
      if (screen.name !== "loading" || task) return state;
      return stop(state, { code: "session_invalid" }, { do: "order" }, screen);
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
    case "search":
      return canSearch ? { ...state, search: { query: event.query, shown: FIRST_CARDS } } : state;
    case "more":
      return canSearch
        ? { ...state, search: { ...state.search, shown: state.search.shown + MORE_CARDS } }
        : state;
    case "unfold":
      return { ...state, search: { ...state.search, unfolded: event.sku } };
    case "started":
    case "unloadable":
      // Events of the first screen only: opening.ts handles them.
      return state;
    case "select":
      if (!isPicking(state) || !rewardOf(state, event.sku)?.in_stock) return state;
      if (screen.name === "details" && screen.sku === event.sku) return state;
      return toDetails({ ...told(state), failure: undefined }, event.sku);
    case "amount":
      return screen.name === "details"
        ? { ...state, screen: { ...screen, amount: event.amount, refusal: undefined } }
        : state;
    case "book":
      if (screen.name !== "details" || task?.do === "book") return state;
      return book(state, screen);
    case "confirm":
      if (screen.name !== "booked" && screen.name !== "confirming") return state;
      return screen.name === "booked"
        ? confirm(state, screen)
        : sendOff(state, { do: "notify", confirmation: screen.choice }, screen);
    case "back":
      return back(state, event.isStep);
    case "retry":
      // A retry may interrupt a look at the order that the user did not ask for, and the texts of a sold-out reward.
      return task && !(screen.name === "activated" && task.do === "order") && task.do !== "details"
        ? state
        : retry(state);
    case "balance":
      // Instructions that are still being read may wait.
      if (screen.name !== "redeemed" || !screen.codes || task?.do === "balance") return state;
      return { ...state, screen: { ...screen, balance: undefined }, task: { do: "balance" } };
    case "till":
      if (screen.name !== "redeemed" || !screen.codes) return state;
      // A secret that was shown to the cashier does not stay shown on the page.
      return {
        ...state,
        screen: event.size ? { ...screen, till: event.size } : { ...masked(screen), till: undefined },
      };
    case "reveal":
      if (screen.name !== "redeemed" || screen.revealed.includes(event.usage)) return state;
      return { ...state, screen: { ...screen, revealed: [...screen.revealed, event.usage] } };
    case "copied":
      return screen.name === "redeemed" || screen.name === "activated" ? copy(state, screen, event) : state;
    default:
      return event satisfies never;
  }
}

/** Hides the secrets. A card's number stays: typing or scanning the number takes longer than a PIN. */
const masked = (screen: Redeemed): Redeemed => ({
  ...screen,
  revealed: screen.revealed.filter((usage) => displayOf(usage) !== "secret"),
});

const isPicking = ({ screen, task }: State): boolean =>
  screen.name === "open" || (screen.name === "details" && task?.do !== "book");

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

const resume = (state: State, { from }: Extract<Screen, { name: "session-expired" }>): State => ({
  ...state,
  // The refusal was shown before.
  screen: from.name === "details" ? { ...from, refusal: undefined } : from,
  task: { do: "order" },
});

/** The digits of Arabic and Persian keyboards. In both, the last four bits are the digit. */
const EASTERN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * The whole number that the user typed, also with thousands separators: any language's, because the page shows them
 * beside the field.
 */
function typedAmount(text: string): string {
  const amount = text.trim().replace(EASTERN_DIGITS, (digit) => String(digit.charCodeAt(0) & 15));
  return /^[1-9]\d{0,2}(?:([.,’'٬\s])\d{3})(?:\1\d{3})*$/.test(amount) ? amount.replace(/\D/g, "") : amount;
}

function book(state: State, screen: Extract<Screen, { name: "details" }>): State {
  const details = state.details?.sku === screen.sku ? state.details : undefined;
  const reward = details ?? rewardOf(state, screen.sku);
  if (!reward?.in_stock) return state;
  const amount = reward.free_value
    ? (onlyAmount(reward, state.order) ?? typedAmount(screen.amount))
    : undefined;
  const refusal = refuseAmount(amount === "" ? undefined : amount, {
    free_value: reward.free_value,
    range: rangeOf(reward, state.order),
  });
  if (refusal) return { ...state, failure: undefined, screen: { ...screen, refusal } };
  const choice: Choice = { sku: reward.sku, ...(amount !== undefined && { amount }) };
  if (state.order?.delivery === "notify") return toConfirming({ ...told(state), failure: undefined }, choice);
  return {
    ...told(state),
    failure: undefined,
    screen: { ...screen, refusal: undefined, isChecked: undefined },
    task: { do: "book", choice },
  };
}

/** The only way to a code or a link: a reward is booked, its hold has not ended, and its codes can be shown. */
function confirm(state: State, screen: Extract<Screen, { name: "booked" }>): State {
  const confirmation = confirmationOf(state.order);
  if (screen.left <= 0 || !state.prepared || !confirmation) return state;
  const kind = state.order?.delivery === "activate" ? "activate" : "redeem";
  return sendOff(state, { do: kind, confirmation }, screen);
}

const sendOff = (
  state: State,
  sent: Sending,
  from: Extract<Screen, { name: "booked" | "confirming" }>,
): State => ({
  ...state,
  failure: undefined,
  looks: undefined,
  sent,
  screen: { name: "processing", polls: 0, from },
  task: sent,
});

function copy(
  state: State,
  screen: Extract<Screen, { name: "redeemed" | "activated" }>,
  { usage, outcome }: Extract<Event, { type: "copied" }>,
): State {
  const isAgain = screen.copied?.usage === usage && !screen.copied.isAgain;
  return { ...state, screen: { ...screen, copied: { usage, outcome, isAgain } } };
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

function back(state: State, isStep = false): State {
  const { screen, task } = state;
  const fresh: State = { ...state, failure: undefined };
  switch (screen.name) {
    case "details":
      return task?.do === "book" ? state : toPicker(fresh);
    case "booked": {
      const choice = choiceOf(state.order);
      // There is no other reward to choose: this one is shown with the chosen amount.
      const isKept = isStep || state.catalog?.length === 1;
      return isKept && choice ? layOut(fresh, choice) : toPicker(fresh);
    }
    case "confirming":
      return layOut(fresh, screen.choice);
    case "processing":
      return canChooseAgain(state) ? toPicker(fresh) : state;
    case "problem":
      return screen.from.name === "details" ? toPicker(fresh) : state;
    case "redeemed":
      // To the masked pass, as on a return.
      return {
        ...state,
        screen: { ...screen, isFresh: undefined, revealed: [], copied: undefined, till: undefined },
      };
    default:
      return state;
  }
}

function retry(state: State): State {
  const fresh: State = { ...state, failure: undefined };
  const confirmation = confirmationOf(state.order);
  switch (state.screen.name) {
    case "open":
      // The catalog was empty.
      return { ...fresh, catalog: undefined, task: { do: "catalog" } };
    case "details":
      // The reward was sold out, and stays in sight until its stock is known again.
      return { ...fresh, task: { do: "catalog" } };
    case "booked":
      return { ...fresh, task: { do: "prepare" } };
    case "redeemed":
      return { ...fresh, task: { do: "codes" } };
    case "activated":
      return confirmation
        ? { ...fresh, task: { do: "link", confirmation } }
        : { ...fresh, task: { do: "order" } };
    case "session-expired":
      return resume(fresh, state.screen);
    case "problem":
      return { ...fresh, screen: state.screen.from, task: state.screen.retry };
    default:
      return fresh;
  }
}
