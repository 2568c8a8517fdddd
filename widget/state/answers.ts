/** How the answers to tasks change the state: the second half of reduce.ts. */
import { CONFIRM_MARGIN_SECONDS } from "../../shared/hold.ts";
import { safeLink } from "../../shared/links.ts";
import type { Choice, Order } from "../../shared/wire.ts";
import { hasMovedOn, isPassing, isUnanswered, isWaiting } from "./doubt.ts";
import type { Failure } from "./failure.ts";
import {
  keepChoosing,
  lapse,
  layOut,
  lookAgain,
  namedFailure,
  poll,
  readOn,
  sendAgain,
  toConfirming,
  told,
  toPicker,
  wantDetails,
} from "./moves.ts";
import { stop } from "./opening.ts";
import { afresh, failList, toList } from "./owned.ts";
import { choiceOf, confirmationOf, isChoosing, isConfirmed, isSingle } from "./selectors.ts";
import type { Event, Sending, State, Task } from "./state.ts";

/** An order was read: its state decides the screen. The user stays at the same place if that place still fits. */
export function arrive(
  before: State,
  { order: { codes, url, ...order }, catalog, reward, sentAt, retryAfter }: Extract<Event, { type: "order" }>,
): State {
  const same = order.order_id === before.order?.order_id;
  const state: State = {
    ...(same ? before : afresh(before)),
    ...(catalog && { catalog }),
    ...(reward && { chosen: reward }),
    order,
    task: undefined,
  };
  const { screen, sent } = state;
  // Beside the list only the balance is of interest.
  if (before.screen.name === "rewards" && before.task?.do === "order")
    return { ...state, screen: before.screen, task: { do: "rewards" } };
  // A visit in the middle of a grant begins with what was got, and with what is left.
  if (order.grant && screen.name === "loading" && before.task?.do !== "next") {
    const { opened } = state;
    if (isOver(order.state) && opened?.isChoice !== false)
      return opened ? { ...state, task: { do: "next" } } : toList(state);
    if (order.state === "open" && order.grant.count > 0 && !opened) return toList(state);
  }
  switch (order.state) {
    case "open": {
      const wasSeen = same && isConfirmed(before.order);
      if (sent?.do === "notify" && before.task?.do === "order" && !wasSeen) return unseen(state, sent);
      // The order was confirmed and nothing is held: the server saw the attempt end without a code.
      const confirmed = sent?.confirmation ?? (wasSeen ? choiceOf(before.order) : undefined);
      if (confirmed) return lapse(told(state), confirmed, { code: "not_made" });
      const hold = screen.name === "booked" ? choiceOf(before.order) : undefined;
      return hold ? lapse(state, hold) : keepChoosing(state);
    }
    case "booked": {
      if (isChoosing(screen) && before.task?.do !== "book") return keepChoosing(state);
      // The confirmation did not arrive. The confirmation still stands, and a repeat with equal values is safe.
      if (sent && isOf(sent, order)) return sendAgain(state, sent);
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
        },
      };
      return state.prepared ? wantDetails(booked) : { ...booked, task: { do: "prepare" } };
    }
    case "processing":
      // The reason why a confirmation waits stays true while the confirmation waits.
      return poll({ ...state, failure: isWaiting(state.failure) ? state.failure : undefined }, retryAfter);
    case "redeemed": {
      const shown = screen.name === "redeemed" ? screen : undefined;
      const kept = codes ?? shown?.codes;
      const redeemed: State = {
        ...state,
        sent: undefined,
        failure: undefined,
        screen: {
          name: "redeemed",
          codes: kept,
          ...((shown ? shown.isFresh : sent || screen.name === "processing") && { isFresh: true }),
          ...(shown?.till && { till: shown.till }),
          revealed: shown?.revealed ?? [],
          ...(shown?.balance && { balance: shown.balance }),
        },
      };
      if (kept || order.withheld) return wantDetails(redeemed);
      const failure = shown && becauseOf(before.task);
      return failure ? { ...redeemed, failure } : { ...redeemed, task: { do: "codes" } };
    }
    case "activated":
      return toLink(state, url, before.task);
    case "notified":
    case "canceled":
    case "refunded":
    case "failed":
    case "denied":
    case "blocked":
    case "expired":
      return lookAgain(
        wantDetails({ ...state, sent: undefined, failure: undefined, screen: { name: order.state } }),
        before.task,
      );
    default:
      // A state of a newer server: the widget knows nothing about the state, so it promises nothing.
      order.state satisfies never;
      return stop(state, { code: "unreadable" }, { do: "order" }, { name: "loading" });
  }
}

/** Whether nothing more happens in the order by itself. */
const isOver = (state: Order["state"]): boolean =>
  state !== "open" && state !== "booked" && state !== "processing";

/** Whether the booked attempt is the confirmed one. */
function isOf({ do: kind, confirmation }: Sending, { attempt, sku, amount }: Partial<Order>): boolean {
  if (kind === "notify") return false;
  return attempt === confirmation.attempt && sku === confirmation.sku && amount === confirmation.amount;
}

/**
 * The server does not know a `notify` that was sent. After a refusal the user decides again. Without an answer the
 * `notify`
 * did not arrive, or not yet: it stands, and a repeat with equal values is safe.
 */
function unseen(state: State, sent: Extract<Sending, { do: "notify" }>): State {
  return state.failure?.isOfConfirmation
    ? toConfirming({ ...state, sent: undefined }, sent.confirmation)
    : sendAgain(state, sent);
}

/** The failure that made the widget read the order; shown if the reading changed nothing. */
const becauseOf = (task: Task | undefined): Failure | undefined =>
  task?.do === "order" ? task.because : undefined;

/**
 * The link that came with the answer, or the link already shown; otherwise the link is asked for. A refused address is
 * never shown.
 */
function toLink(state: State, url: unknown, asked: Task | undefined): State {
  const { screen, order } = state;
  const shown = screen.name === "activated" ? screen : undefined;
  const activated: State = {
    ...state,
    sent: undefined,
    failure: undefined,
    screen: { name: "activated", url: shown?.url, copied: shown?.copied },
  };
  if (order?.withheld) return wantDetails(activated);
  const link = url === undefined ? shown?.url : safeLink(url);
  if (link !== undefined)
    return lookAgain(
      wantDetails({ ...activated, screen: { ...shown, name: "activated", url: link } }),
      asked,
    );
  if (url !== undefined)
    return stop(activated, { code: "codes_unreadable" }, { do: "order" }, { name: "loading" });
  const failure = asked?.do === "link" ? ({ code: "unreadable" } as const) : shown && becauseOf(asked);
  const confirmation = confirmationOf(order);
  if (failure || !confirmation) return { ...activated, failure: failure ?? { code: "unreadable" } };
  return { ...activated, task: { do: "link", confirmation } };
}

/**
 * A task failed.
 * @param state without the failed task
 */
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
      // The user did not ask for this look, and the screen is still true.
      if (screen.name === "notified" || (screen.name === "activated" && screen.url)) return state;
      return screen.name === "redeemed" || screen.name === "activated"
        ? { ...state, failure }
        : stop(state, failure, task, screen);
    case "catalog":
      return stop(state, failure, task, screen);
    case "details":
      // After the booking the details are useful, but not needed.
      if (screen.name !== "details") return { ...state, undescribed: task.sku };
      if (
        failure.code === "reward_not_found" ||
        failure.code === "reward_unavailable" ||
        failure.code === "amount_out_of_range"
      ) {
        // The way back would skip the picker and lead to the same reward, in a loop.
        if (isSingle(state)) return stop(state, failure, task, screen);
        const named = namedFailure(state, task.sku, failure);
        return { ...toPicker({ ...state, catalog: undefined, details: undefined }), failure: named };
      }
      return stop(state, failure, task, screen);
    case "prepare":
      return { ...state, failure };
    case "book":
      return readOn(refuse(state, task.choice, failure) ?? { ...state, failure });
    case "redeem":
    case "activate":
    case "notify":
      return failSent(state, task, failure);
    case "balance":
    case "pass":
      if (screen.name !== "redeemed") return state;
      return wantDetails({
        ...state,
        screen: { ...screen, ...(task.do === "pass" ? { pass: failure } : { balance: { failure } }) },
        task: hasMovedOn(failure) ? { do: "order" } : undefined,
      });
    case "rewards":
      return failList(state, task, failure);
    case "next":
      if (failure.code === "grant_spent") return toList(state);
      // What is still under way is shown.
      if (failure.code === "order_processing")
        return { ...state, screen: { name: "loading" }, task: { do: "order" } };
      return { ...state, failure };
    case "enter":
    case "mark":
      return { ...state, failure };
    case "codes":
    case "link":
      return hasMovedOn(failure)
        ? { ...state, task: { do: "order", because: failure } }
        : { ...state, failure };
    default:
      return task satisfies never;
  }
}

/** A choice that the server refused without doing anything; undefined if the reason is not about the choice. */
function refuse(before: State, choice: Choice, refusal: Failure): State | undefined {
  const state: State = { ...before, sent: undefined };
  const failure = namedFailure(before, choice.sku, refusal);
  switch (failure.code) {
    case "order_processing":
    case "order_finished":
    case "delivery_mismatch":
      return { ...state, task: { do: "order" }, screen: { name: "loading" } };
    case "amount_required":
    case "amount_invalid":
    case "amount_not_allowed":
    case "amount_out_of_range": {
      // For a fixed value, the reward itself is worth too much. The catalog is read again, and no longer has the
      // reward.
      if (choice.amount === undefined && failure.code === "amount_out_of_range")
        return { ...toPicker({ ...state, catalog: undefined, details: undefined }), failure };
      const details = state.screen.name === "details" ? state : layOut(state, choice);
      return details.screen.name === "details"
        ? { ...details, screen: { ...details.screen, refusal: failure.code } }
        : details;
    }
    case "out_of_stock":
    case "reward_unavailable":
    case "reward_not_found":
      return { ...toPicker({ ...state, catalog: undefined, details: undefined }), failure };
    default:
      return undefined;
  }
}

/** After a sent confirmation, only a reading of the order decides, whatever the answer was. */
function failSent(state: State, sent: Sending, failure: Failure): State {
  if (isUnanswered(failure)) return poll(state, failure.retryAfter, failure);
  if (sent.do === "notify") return failNotify(state, sent.confirmation, failure);
  if (failure.code === "hold_expired" || failure.code === "not_booked")
    return lapse(state, sent.confirmation, failure);
  if (failure.code === "amount_out_of_range") return refuse(state, sent.confirmation, failure) ?? state;
  return {
    ...state,
    sent: undefined,
    failure: { ...failure, isOfConfirmation: true },
    task: readAfter(failure),
  };
}

/** The order is read when the server asked for it; at once where nothing was confirmed, because the site could not be asked. */
const readAfter = ({ code, retryAfter }: Failure): Task =>
  code === "authorization_unavailable" ? { do: "order" } : { do: "order", after: retryAfter };

/** A `notify` also makes the choice, so its refusals are handled like those of a booking. */
function failNotify(state: State, choice: Choice, failure: Failure): State {
  const refused = refuse(state, choice, failure);
  if (refused) return refused;
  switch (failure.code) {
    case "attempts_exhausted":
    case "promotion_unavailable":
    case "invalid_request":
      return toConfirming({ ...state, sent: undefined, failure }, choice);
    default:
      // `sent` is kept, so that the way back to the confirmation is known.
      return {
        ...state,
        failure: { ...failure, isOfConfirmation: true },
        task: readAfter(failure),
      };
  }
}
