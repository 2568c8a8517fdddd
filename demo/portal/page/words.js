/** States, ways of delivery and refusals in plain words. Each table is closed by a test against the token server's own lists. */
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

/** An order, by the token server's states: its label, and what is the case and what can be done. */
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

/** A state that nobody foresaw is shown as it came. */
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

/** Codes that the same question would meet again. */
const FINAL = ["term_unclear", "invalid_request", "not_agreed", "order_not_found", "promotion_not_found"];

/** Whether asking the same again may help. */
export const canAskAgain = ({ code }) => !FINAL.includes(code);

/**
 * Why it was refused: by the token server's problem codes, and those of this site's own (`offline` of the page, the rest of
 * its backend). The same code may say more about one action, and about one state.
 * @param {{ code: string, requestId?: string, retryAfterSeconds?: number }} refusal
 * @param {string} [action] what was tried
 * @param {string} [state] the order's, read after that
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

/** Whether the order is as the action was to make it, whoever did it. */
export const isDone = (action, { state }) => DONE[action] === state;
export const doneText = (action, { order_id }) => t(`done_${action}`, { order: order_id });

/** Answers that tell nothing of what became of the wish: it may have come through. */
const LOST = ["offline", "token_server_unavailable", "unexpected"];
export const isLost = ({ code }) => LOST.includes(code);

/**
 * Of an action whose answer was lost, when the order was read after it.
 * @param order undefined where it could not be read either
 */
export const lostText = (action, order) =>
  [t(`lost_${action}`), t(`${order ? "open" : "unknown"}_${action}`), t("lost_again")].join(" ");

/** Before anything is done that cannot be undone. */
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
