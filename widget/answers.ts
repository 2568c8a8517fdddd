/** What the answers to tasks do to the state: the second half of reduce.ts. */
import { CONFIRM_MARGIN_SECONDS } from "../shared/hold.ts";
import type { Confirmation, Order } from "../shared/wire.ts";
import { isPassing, isUnanswered } from "./doubt.ts";
import type { Failure } from "./failure.ts";
import { keepChoosing, lapse, poll, toPicker, wantDetails } from "./moves.ts";
import { stop } from "./opening.ts";
import { choiceOf, isChoosing, isConfirmed } from "./selectors.ts";
import { INITIAL, type State, type Task } from "./state.ts";

/** An order was read: its state decides the screen, the person's place is kept where it still fits. */
export function arrive(
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
      // Confirmed, and yet nothing is held: the server saw it end without a code.
      const confirmed = sent ?? (same && isConfirmed(before.order) ? choiceOf(before.order) : undefined);
      if (confirmed) return lapse(state, confirmed, { code: "not_made" });
      const hold = screen.name === "booked" ? choiceOf(before.order) : undefined;
      return hold ? lapse(state, hold) : keepChoosing(state);
    }
    case "booked": {
      if (isChoosing(screen) && before.task?.do !== "book") return keepChoosing(state);
      // The confirmation did not arrive. It stands, and repeating it with equal values is safe.
      if (sent && order.attempt === sent.attempt && order.sku === sent.sku && order.amount === sent.amount) {
        return { ...state, task: { do: "redeem", confirmation: sent } };
      }
      const left = (order.hold_seconds_left ?? 0) - CONFIRM_MARGIN_SECONDS;
      const choice = choiceOf(order);
      if (left <= 0 && choice) return lapse(state, choice);
      const booked: State = {
        ...state,
        sent: undefined,
        screen: {
          name: "booked",
          endsAt: sentAt + left * 1_000,
          left,
          isNew: screen.name !== "booked" || screen.isNew,
        },
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
export function fail(state: State, task: Task, failure: Failure): State {
  const { screen } = state;
  switch (task.do) {
    case "order":
      if (screen.name === "processing" && (isPassing(failure) || state.sent))
        return poll(state, failure.retryAfter, failure);
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
        // The way back leads past the picker to the same reward, and round and round.
        if (state.catalog?.length === 1) return stop(state, failure, task, screen);
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
  if (isUnanswered(failure)) return poll(state, failure.retryAfter, failure);
  if (failure.code === "hold_expired" || failure.code === "not_booked")
    return lapse(state, confirmation, failure);
  return {
    ...state,
    sent: undefined,
    failure: { ...failure, isOfConfirmation: true },
    task: { do: "order", after: failure.retryAfter },
  };
}
