/** The words for states, deliveries and refusals. A test compares each table with the token server's own lists. */
import { waitText } from "./format.js";
import { hasText, t } from "./language.js";

const ORDER_TONES = {
  open: "waiting",
  booked: "working",
  processing: "working",
  redeemed: "done",
  activated: "waiting",
  notified: "waiting",
  canceled: "ended",
  refunded: "ended",
  failed: "trouble",
  denied: "trouble",
  blocked: "trouble",
  expired: "trouble",
};
const REDEMPTION_TONES = {
  pending: "waiting",
  booked: "working",
  redeemed: "done",
  refunded: "ended",
  canceled: "ended",
  failed: "trouble",
  denied: "trouble",
  blocked: "trouble",
  expired: "trouble",
};

const table = (entries, make) =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, make(key, value)]));

/** An order by the token server's states: its label, and a text that says what is the case and what can be done. */
export const ORDER_STATES = table(ORDER_TONES, (state, tone) => ({
  label: t(`order_${state}`),
  tone,
  words: t(`order_${state}_words`),
}));

/** A redemption, by the fulfillment service's states. An order may have several, one for each attempt. */
export const REDEMPTION_STATES = table(REDEMPTION_TONES, (state, tone) => ({
  label: t(`redemption_${state}`),
  tone,
}));

const named = (entries, state) => (Object.hasOwn(entries, state) ? entries[state] : undefined);

/** An unknown state is shown unchanged. */
export const orderState = (state) =>
  named(ORDER_STATES, state) ?? { label: state, tone: "trouble", words: t("order_unknown") };
export const redemptionState = (state) =>
  named(REDEMPTION_STATES, state) ?? { label: state, tone: "trouble" };

const delivery = (name) => ({ label: t(`delivery_${name}`), words: t(`delivery_${name}_words`) });
export const DELIVERIES = {
  redeem: delivery("redeem"),
  activate: delivery("activate"),
  notify: delivery("notify"),
};
export const deliveryText = (name) => {
  const known = named(DELIVERIES, name);
  return known ? t("delivery_both", known) : name;
};

export const SORTS = {
  "-updated_datetime": t("changed_new"),
  updated_datetime: t("changed_old"),
  "-redeem_datetime": t("redeemed_new"),
  redeem_datetime: t("redeemed_old"),
  "-refund_datetime": t("refunded_new"),
};

/** Codes that the same request would get again. */
const FINAL = ["term_unclear", "invalid_request", "not_agreed", "order_not_found", "promotion_not_found"];

/** Whether repeating the request may help. */
export const canAskAgain = ({ code }) => !FINAL.includes(code);

/**
 * The reason of a refusal: by the token server's problem codes, and this site's own (`offline` in the page, the rest in
 * its backend). A code may have more specific words for an action or a state.
 * @param {{ code: string, requestId?: string, retryAfterSeconds?: number }} refusal
 * @param {string} [action] the attempted action
 * @param {string} [state] the order's state, read afterwards
 */
export function refusalText({ code, requestId, retryAfterSeconds }, action = "", state = "") {
  if (code === "rate_limited") {
    const when = retryAfterSeconds === undefined ? t("a_moment") : waitText(retryAfterSeconds);
    return t("too_often", { when });
  }
  const key = [`${action}_${code}_${state}`, `${action}_${code}`, `refusal_${code}`].find(hasText);
  if (key !== undefined) return t(key);
  return requestId === undefined
    ? t("unexpected", { code })
    : t("unexpected_request", { code, request: requestId });
}

const DONE = { cancel: "canceled", refund: "refunded" };

/** Whether the order is in the state that the action leads to, whoever caused that. */
export const isDone = (action, { state }) => DONE[action] === state;
export const doneText = (action, { order_id }) => t(`done_${action}`, { order: order_id });

/** Failures that leave the outcome open: the request may have been successful. */
const LOST = ["offline", "token_server_unavailable", "unexpected"];
export const isLost = ({ code }) => LOST.includes(code);

/**
 * The message for an action whose answer was lost, after the order was read.
 * @param order undefined if the order could not be read either
 */
export const lostText = (action, order) =>
  [t(`lost_${action}`), t(`${order ? "open" : "unknown"}_${action}`), t("lost_again")].join(" ");

/** The question before an action that cannot be undone. */
export function confirmationOf(action, { state, order_id }) {
  if (action === "cancel") {
    const hasLink = state === "activated" || state === "notified";
    return {
      title: t("ask_cancel", { order: order_id }),
      text: t("ask_cancel_text") + (hasLink ? ` ${t("ask_cancel_link")}` : ""),
      yes: t("ask_cancel_yes"),
    };
  }
  return {
    title: t("ask_refund", { order: order_id }),
    text: t(state === "redeemed" ? "ask_refund_redeemed" : "ask_refund_other"),
    yes: t("ask_refund_yes"),
  };
}
