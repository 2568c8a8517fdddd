/**
 * How the widget's state changes: one pure function. It knows no network, no timer and no DOM; a task put into the
 * state is what the controller then does.
 */
import { limitRange, refuseAmount } from "../shared/amounts.ts";
import type { Choice, Confirmation, Order, Reward } from "../shared/wire.ts";
import { type Failure, isPassing, isUnanswered } from "./failure.ts";
import {
  type Event,
  INITIAL,
  type KnownOrder,
  rewardOf,
  type Screen,
  type State,
  type Task,
} from "./state.ts";

/** Source: the public contract, `Retry-After: 2` of a redeem in progress. */
const POLL_FIRST_MS = 2_000;
/** The longest a person waits for news that the server already has. */
const POLL_MOST_MS = 5_000;
const POLL_GROWTH = 1.25;

/** The range a session leaves of a free-value reward. */
export function rangeOf(reward: Reward, order: KnownOrder | undefined) {
  const { min_amount: min, max_amount: max } = reward;
  if (!reward.free_value || min === undefined || max === undefined) return undefined;
  return limitRange({ min: Number(min), max: Number(max) }, order?.amount_limits ?? {});
}

/** The wait before the next look at the order: growing, and never shorter than the server asks. */
export function pollDelay(polls: number, retryAfter = 0): number {
  return Math.max(retryAfter, Math.min(POLL_MOST_MS, POLL_FIRST_MS * POLL_GROWTH ** polls));
}

export function reduce(state: State, event: Event): State {
  const { screen, task } = state;
  if ("task" in event && event.task !== task) return state;
  switch (event.type) {
    case "started":
      return { ...INITIAL, prepared: state.prepared, task: { do: "order" } };
    case "renewed":
      // The place is kept where there is one; a confirmation in flight is never disturbed.
      if (task?.do === "redeem") return state;
      return isPlaceless(screen) ? reduce(state, { type: "started" }) : { ...state, task: { do: "order" } };
    case "order":
      return arrive(state, event.order, event.sentAt, event.retryAfter);
    case "catalog":
      return toPicker({ ...state, catalog: event.rewards });
    case "details":
      return { ...state, details: event.details, task: undefined };
    case "prepared":
      return wantDetails({ ...state, prepared: true, task: undefined });
    case "codes":
      if (screen.name !== "redeemed") return state;
      return wantDetails({
        ...state,
        screen: { name: "redeemed", codes: event.codes, revealed: [] },
        failure: undefined,
        task: undefined,
      });
    case "failed":
      return fail({ ...state, task: undefined }, event.task, event.failure);
    case "session-ended":
      return {
        ...INITIAL,
        prepared: state.prepared,
        order: state.order,
        screen: { name: "session-expired" },
      };
    case "unloadable":
      return task?.do === "redeem"
        ? state
        : stop(state, { code: "offline" }, { do: "order" }, { name: "loading" });
    case "ticked":
      return screen.name === "booked" ? tick(state, screen, event.now) : state;
    case "returned":
      // What time did meanwhile only the server knows.
      if (task) return state;
      if (screen.name === "redeemed")
        return screen.codes || state.failure ? state : { ...state, task: { do: "codes" } };
      return screen.name === "booked" ? { ...state, task: { do: "order" } } : state;
    case "hidden":
      return screen.name === "redeemed"
        ? { ...state, screen: { ...screen, revealed: [], copied: undefined } }
        : state;
    case "wiped":
      return screen.name === "redeemed"
        ? { ...state, screen: { name: "redeemed", revealed: [] }, task: undefined }
        : state;
    case "search":
      return screen.name === "open" ? { ...state, screen: { ...screen, query: event.query } } : state;
    case "select":
      if (screen.name !== "open" || !rewardOf(state, event.sku)?.in_stock) return state;
      return toDetails({ ...state, failure: undefined }, event.sku);
    case "amount":
      return screen.name === "details"
        ? { ...state, screen: { ...screen, amount: event.amount, refusal: undefined } }
        : state;
    case "book":
      return screen.name === "details" && task?.do !== "book" ? book(state, screen) : state;
    case "confirm":
      return screen.name === "booked" ? confirm(state, screen.left) : state;
    case "back":
      return back(state);
    case "retry":
      return task ? state : retry(state);
    case "reveal":
      if (screen.name !== "redeemed" || screen.revealed.includes(event.usage)) return state;
      return { ...state, screen: { ...screen, revealed: [...screen.revealed, event.usage] } };
    case "copied":
      return screen.name === "redeemed" ? { ...state, screen: { ...screen, copied: event.copied } } : state;
    default:
      return event satisfies never;
  }
}

/** An order was read: its state decides the screen, the person's place is kept where it still fits. */
function arrive(
  before: State,
  { codes, url: _, ...order }: Order,
  sentAt: number,
  retryAfter?: number,
): State {
  const same = order.order_id === before.order?.order_id;
  const state: State = {
    ...(same ? before : { ...INITIAL, prepared: before.prepared }),
    order,
    task: undefined,
  };
  const { screen, sent } = state;
  switch (order.state) {
    case "open": {
      const hold = sent ?? (screen.name === "booked" ? choiceOf(before.order) : undefined);
      return hold ? lapse(state, hold) : keepChoosing(state);
    }
    case "booked": {
      if (isChoosing(screen) && before.task?.do !== "book") return keepChoosing(state);
      // The confirmation did not arrive. It stands, and repeating it with equal values is safe.
      if (sent && isSameChoice(order, sent) && order.attempt === sent.attempt) {
        return { ...state, task: { do: "redeem", confirmation: sent } };
      }
      const left = order.hold_seconds_left ?? 0;
      const choice = choiceOf(order);
      if (left <= 0 && choice) return lapse(state, choice);
      const booked: State = {
        ...state,
        sent: undefined,
        screen: { name: "booked", endsAt: sentAt + left * 1_000, left },
      };
      return state.prepared ? wantDetails(booked) : { ...booked, task: { do: "prepare" } };
    }
    case "processing":
      return poll({ ...state, failure: undefined }, retryAfter);
    case "redeemed": {
      const shown = screen.name === "redeemed" ? screen : undefined;
      const kept = codes ?? shown?.codes;
      const redeemed: State = {
        ...state,
        sent: undefined,
        failure: undefined,
        screen: { name: "redeemed", codes: kept, revealed: shown?.revealed ?? [] },
      };
      return kept ? wantDetails(redeemed) : { ...redeemed, task: { do: "codes" } };
    }
    case "activated":
    case "notified":
    case "canceled":
    case "refunded":
    case "failed":
    case "denied":
    case "blocked":
    case "expired":
      return { ...state, sent: undefined, failure: undefined, screen: { name: order.state } };
    default:
      // A newer server's state: nothing is known about it, so nothing is promised.
      order.state satisfies never;
      return stop(state, { code: "unreadable" }, { do: "order" }, { name: "loading" });
  }
}

/** A task failed; the state comes without it. */
function fail(state: State, task: Task, failure: Failure): State {
  const { screen } = state;
  switch (task.do) {
    case "order":
      if (screen.name === "processing" && (isPassing(failure) || state.sent))
        return poll(state, failure.retryAfter);
      if (screen.name === "booked") {
        const choice = choiceOf(state.order);
        return screen.left > 0 || !choice ? state : lapse(state, choice);
      }
      return screen.name === "redeemed" ? { ...state, failure } : stop(state, failure, task, screen);
    case "catalog":
      return stop(state, failure, task, screen);
    case "details":
      // After the booking they are only good to have.
      if (screen.name !== "details") return state;
      if (failure.code === "reward_not_found" || failure.code === "reward_unavailable") {
        return { ...toPicker({ ...state, catalog: undefined, details: undefined }), failure };
      }
      return stop(state, failure, task, screen);
    case "prepare":
      return { ...state, failure };
    case "book":
      return failBook(state, failure);
    case "redeem":
      return failRedeem(state, task.confirmation, failure);
    case "codes":
      if (failure.code === "order_finished" || failure.code === "not_redeemed")
        return { ...state, task: { do: "order" } };
      return { ...state, failure };
    default:
      return task satisfies never;
  }
}

function failBook(state: State, failure: Failure): State {
  const { screen } = state;
  switch (failure.code) {
    case "order_processing":
    case "order_finished":
    case "delivery_mismatch":
      return { ...state, task: { do: "order" }, screen: { name: "loading" } };
    case "amount_required":
    case "amount_invalid":
    case "amount_not_allowed":
    case "amount_out_of_range":
      return screen.name === "details" ? { ...state, screen: { ...screen, refusal: failure.code } } : state;
    case "out_of_stock":
    case "reward_unavailable":
    case "reward_not_found":
      return { ...toPicker({ ...state, catalog: undefined, details: undefined }), failure };
    default:
      return { ...state, failure };
  }
}

/** Whatever the answer was, a sent confirmation is only judged by looking at the order. */
function failRedeem(state: State, confirmation: Confirmation, failure: Failure): State {
  if (isUnanswered(failure)) return poll(state, failure.retryAfter);
  if (failure.code === "hold_expired" || failure.code === "not_booked")
    return { ...lapse(state, confirmation), failure };
  return { ...state, sent: undefined, failure, task: { do: "order", after: failure.retryAfter } };
}

/** The hold is over: the same choice is laid out again, and a new booking needs a new confirmation. */
function lapse(state: State, choice: Choice): State {
  const next = toDetails({ ...state, sent: undefined, failure: { code: "hold_expired" } }, choice.sku);
  return next.screen.name === "details"
    ? { ...next, screen: { ...next.screen, amount: choice.amount ?? "" } }
    : next;
}

function poll(state: State, retryAfter?: number): State {
  const polls = state.screen.name === "processing" ? state.screen.polls : 0;
  return {
    ...state,
    screen: { name: "processing", polls: polls + 1 },
    task: { do: "order", after: pollDelay(polls, retryAfter) },
  };
}

/** To the picker, past it where there is only one reward to pick. */
function toPicker(state: State): State {
  const { catalog } = state;
  const picker: State = { ...state, sent: undefined, screen: { name: "open", query: "" }, task: undefined };
  if (!catalog) return { ...picker, task: { do: "catalog" } };
  const [only] = catalog;
  return catalog.length === 1 && only ? toDetails(picker, only.sku) : picker;
}

function toDetails(state: State, sku: string): State {
  const task: Task | undefined = state.details?.sku === sku ? undefined : { do: "details", sku };
  return { ...state, screen: { name: "details", sku, amount: "" }, task };
}

/** Where the person is choosing already, that goes on, with what was still to be read. */
function keepChoosing(state: State): State {
  const { screen } = state;
  if (screen.name === "details") return { ...toDetails(state, screen.sku), screen };
  return screen.name === "open" && state.catalog ? state : toPicker(state);
}

/** Instructions and terms stay readable on the screens that follow the choice. */
function wantDetails(state: State): State {
  const sku = state.order?.sku;
  const { name } = state.screen;
  if (
    state.task ||
    sku === undefined ||
    state.details?.sku === sku ||
    (name !== "booked" && name !== "redeemed")
  )
    return state;
  return { ...state, task: { do: "details", sku } };
}

function book(state: State, screen: Extract<Screen, { name: "details" }>): State {
  const reward = state.details;
  if (reward?.sku !== screen.sku || !reward.in_stock) return state;
  const fixed = state.order?.amount_limits?.amount;
  const amount = reward.free_value ? (fixed ?? screen.amount.trim()) : undefined;
  const refusal = refuseAmount(amount === "" ? undefined : amount, {
    free_value: reward.free_value,
    range: rangeOf(reward, state.order),
  });
  if (refusal) return { ...state, failure: undefined, screen: { ...screen, refusal } };
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

function tick(state: State, screen: Extract<Screen, { name: "booked" }>, now: number): State {
  const left = Math.max(0, Math.ceil((screen.endsAt - now) / 1_000));
  if (left === screen.left) return state;
  return { ...state, screen: { ...screen, left }, task: left > 0 ? state.task : { do: "order" } };
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

/** A booking of unknown outcome costs nothing and may be left for another choice; nothing later may. */
export function canChooseAgain(state: State): boolean {
  return state.order?.step === "book" && !state.sent;
}

function retry(state: State): State {
  const fresh: State = { ...state, failure: undefined };
  switch (state.screen.name) {
    case "problem":
      return { ...fresh, screen: state.screen.from, task: state.screen.retry };
    case "booked":
      return { ...fresh, task: { do: "prepare" } };
    case "redeemed":
      return { ...fresh, task: { do: "codes" } };
    case "session-expired":
      return reduce(state, { type: "started" });
    default:
      return fresh;
  }
}

function stop(state: State, failure: Failure, retry: Task, from: Screen): State {
  return {
    ...state,
    failure: undefined,
    task: undefined,
    screen: { name: "problem", failure, retry: { ...retry }, from },
  };
}

function isChoosing(screen: Screen): boolean {
  return screen.name === "open" || screen.name === "details";
}

function isPlaceless(screen: Screen): boolean {
  return screen.name === "loading" || screen.name === "problem" || screen.name === "session-expired";
}

function choiceOf(order: KnownOrder | undefined): Choice | undefined {
  if (order?.sku === undefined) return undefined;
  return { sku: order.sku, ...(order.amount !== undefined && { amount: order.amount }) };
}

function isSameChoice(order: KnownOrder, choice: Choice): boolean {
  return order.sku === choice.sku && order.amount === choice.amount;
}
