/**
 * What the user's actions do to the state: the part of reduce.ts for presses and typing. An action that does not fit the screen
 * or the running task changes nothing, so a press too many is harmless.
 */
import { refuseAmount } from "../../shared/amount-refusal.ts";
import type { Choice } from "../../shared/wire.ts";
import { rangeOf } from "../catalog/range.ts";
import { layOut, masked, resume, toConfirming, toDetails, told, toPicker } from "./moves.ts";
import { toList } from "./owned.ts";
import {
  canChooseAgain,
  choiceOf,
  confirmationOf,
  isAboveList,
  isSending,
  isShown,
  isSingle,
  onlyAmount,
  rewardOf,
} from "./selectors.ts";
import { type Action, FIRST_CARDS, type Screen, type Sending, type State } from "./state.ts";

/** The number of cards added when the end of the list comes near. */
const MORE_CARDS = 40;

export function act(state: State, action: Action): State {
  const { screen, task } = state;
  // The picker can be used beside the details of a reward.
  const canSearch = screen.name === "open" || screen.name === "details" || screen.name === "rewards";
  switch (action.type) {
    case "search":
      return canSearch
        ? { ...state, search: { ...state.search, query: action.query, shown: FIRST_CARDS } }
        : state;
    case "group":
      return { ...state, search: { query: "", shown: FIRST_CARDS, group: action.name } };
    case "more":
      return canSearch
        ? { ...state, search: { ...state.search, shown: state.search.shown + MORE_CARDS } }
        : state;
    case "unfold":
      return { ...state, search: { ...state.search, unfolded: action.sku } };
    case "select":
      if (!isPicking(state) || !rewardOf(state, action.sku)?.in_stock) return state;
      if (screen.name === "details" && screen.sku === action.sku) return state;
      return toDetails({ ...told(state), failure: undefined }, action.sku);
    case "amount":
      return screen.name === "details"
        ? { ...state, screen: { ...screen, amount: action.amount, refusal: undefined } }
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
      return back(state, action.isStep);
    case "retry":
      // A retry may interrupt a look at the order that the user did not ask for, and the texts of a sold-out reward.
      return task && !(screen.name === "activated" && task.do === "order") && task.do !== "details"
        ? state
        : retry(state);
    case "balance":
      // Instructions that are still being read may wait.
      if (screen.name !== "redeemed" || !screen.codes || task?.do === "balance") return state;
      return { ...state, screen: { ...screen, balance: undefined }, task: { do: "balance" } };
    case "pass": {
      if (screen.name !== "redeemed" || !screen.codes || task?.do === "pass") return state;
      const { wallet, locale } = action;
      return { ...state, screen: { ...screen, pass: undefined }, task: { do: "pass", wallet, locale } };
    }
    case "list":
      // A confirmation that is on its way is waited for.
      return isSending(task) || task?.do === "book" ? state : toList(state);
    case "enter":
      if (screen.name !== "rewards") return state;
      return { ...state, failure: undefined, task: { do: "enter", opened: action.opened } };
    case "next":
      return task?.do === "next" ? state : { ...state, failure: undefined, task: { do: "next" } };
    case "mark": {
      const { order_id, used } = action;
      // What is used up is put back into the list.
      const list = state.opened ? toList(state) : state;
      return { ...list, failure: undefined, task: { do: "mark", order_id, used } };
    }
    case "till":
      if (screen.name !== "redeemed" || !screen.codes) return state;
      // A secret that was shown to the cashier does not stay shown on the page.
      return {
        ...state,
        screen: action.size ? { ...screen, till: action.size } : { ...masked(screen), till: undefined },
      };
    case "reveal":
      if (screen.name !== "redeemed" || screen.revealed.includes(action.usage)) return state;
      return { ...state, screen: { ...screen, revealed: [...screen.revealed, action.usage] } };
    case "copied":
      return screen.name === "redeemed" || screen.name === "activated" ? copy(state, screen, action) : state;
    default:
      return action satisfies never;
  }
}

const isPicking = ({ screen, task }: State): boolean =>
  screen.name === "open" || (screen.name === "details" && task?.do !== "book");

/** The digits of Arabic and Persian keyboards. In both, the last four bits are the digit. */
const EASTERN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** A currency's sign, its usual letters (kr, zł, Rp, R, 円) or its code. "25k" and "25 mil" are other numbers. */
const SIGN = "(?:\\p{Lu}{0,3}\\p{Sc}|\\p{L}{2}\\.?|\\p{Lu}{3}|[R円元원])";
const CURRENCY = new RegExp(`^${SIGN}\\s*(?=\\d)|(?<=\\d)\\s*${SIGN}$`, "gu");

/**
 * The whole number that the user typed, also with thousands separators: any language's, because the page shows them
 * beside the field. Cents of zero, as ",-" too, may be typed without thousands separators, and a currency, whose sign stands
 * beside the field.
 */
export function typedAmount(text: string): string {
  const amount = text
    // Full-width digits and signs become the usual ones.
    .normalize("NFKC")
    .trim()
    .replace(EASTERN_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[.,]-/, "")
    .replace(CURRENCY, "")
    .replace(/^(\d+)[.,٫]00$/, "$1");
  return /^[1-9]\d{0,2}([.,’'٬\s])\d{3}(\1\d{3})*$/.test(amount) ? amount.replace(/\D/g, "") : amount;
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
  { usage, outcome }: Extract<Action, { type: "copied" }>,
): State {
  const isAgain = screen.copied?.usage === usage && !screen.copied.isAgain;
  return { ...state, screen: { ...screen, copied: { usage, outcome, isAgain } } };
}

function back(state: State, isStep = false): State {
  const { screen, task } = state;
  const fresh: State = { ...state, failure: undefined };
  // One step before the first screen of what was opened from a list, or of a grant's next choice, is the list.
  const before = isStep && isAboveList(state) ? toList(fresh) : state;
  switch (screen.name) {
    case "details":
      if (task?.do === "book") return state;
      return isSingle(state) && isAboveList(state) ? before : toPicker(fresh);
    case "booked": {
      const choice = choiceOf(state.order);
      // There is no other reward to choose: this one is shown with the chosen amount.
      const isKept = isStep || isSingle(state);
      return isKept && choice ? layOut(fresh, choice) : toPicker(fresh);
    }
    case "confirming":
      return layOut(fresh, screen.choice);
    case "processing": {
      const choice = choiceOf(state.order);
      if (!canChooseAgain(state)) return state;
      return isSingle(state) && choice ? layOut(fresh, choice) : toPicker(fresh);
    }
    case "problem":
      return screen.from.name === "details" ? toPicker(fresh) : state;
    case "redeemed":
      if (isStep && state.opened && !screen.codes?.items.some(({ usage }) => isShown(state, usage)))
        return before;
      // To the masked pass, as on a return.
      return {
        ...state,
        screen: { ...screen, isFresh: undefined, revealed: [], copied: undefined, till: undefined },
      };
    case "rewards":
      return state;
    default:
      return before;
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
      // The session of what was opened ends with that of the list, which may be renewed.
      return state.opened ? toList(fresh) : resume(fresh, state.screen);
    case "rewards":
      return { ...fresh, task: { do: "rewards" } };
    case "problem":
      return { ...fresh, screen: state.screen.from, task: state.screen.retry };
    default:
      return fresh;
  }
}
