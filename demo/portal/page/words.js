/** States, ways of delivery and refusals in plain words. Each table is closed by a test against the token server's own lists. */
import { waitText } from "./format.js";

/** An order, by the token server's states: its label, and what is the case and what can be done. */
export const ORDER_STATES = {
  open: {
    label: "Nothing chosen",
    tone: "waiting",
    words: "The customer has not chosen a reward, or a reservation has run out.",
  },
  booked: {
    label: "Reserved",
    tone: "working",
    words: "A reward is reserved and waits for the customer's confirmation. Nothing is final yet.",
  },
  processing: {
    label: "In progress",
    tone: "working",
    words:
      "The service is working on it. Nobody needs to do anything, and nothing is made twice. Refresh shows the outcome.",
  },
  redeemed: {
    label: "Redeemed",
    tone: "done",
    words:
      "The customer has the code. It can be shown again, and refunded in the month in which it was made.",
  },
  activated: {
    label: "Link given",
    tone: "waiting",
    words:
      "The customer has a link. The code is made when somebody opens it; until then the order can be canceled.",
  },
  notified: {
    label: "E-mail sent",
    tone: "waiting",
    words: "The service has mailed the customer a link. Until it is opened the order can be canceled.",
  },
  canceled: {
    label: "Canceled",
    tone: "ended",
    words: "The order was canceled and gave nothing. It stays that way.",
  },
  refunded: {
    label: "Refunded",
    tone: "ended",
    words: "The reward was refunded. Its code may not work any more.",
  },
  failed: {
    label: "Failed",
    tone: "trouble",
    words:
      "The service could not deliver, also when it was asked again. Cancel the order and make a new one.",
  },
  denied: {
    label: "Denied",
    tone: "trouble",
    words: "The service has denied this reward. Ask its support, with the reference below.",
  },
  blocked: {
    label: "On hold",
    tone: "trouble",
    words: "The order was stopped and waits for a person. Ask the operator, with the reference below.",
  },
  expired: {
    label: "Expired",
    tone: "trouble",
    words: "The reward was not used in time. Ask the operator, with the reference below.",
  },
};

/** Said of an open order that can be handed out and is not. */
export const HAND_OUT_TO_CHOOSE = "Hand it out to choose one.";

/** A redemption, by the fulfillment service's states. An order may have several, one for each attempt. */
export const REDEMPTION_STATES = {
  pending: { label: "Not opened yet", tone: "waiting" },
  booked: { label: "Reserved", tone: "working" },
  redeemed: { label: "Redeemed", tone: "done" },
  refunded: { label: "Refunded", tone: "ended" },
  canceled: { label: "Canceled or lapsed", tone: "ended" },
  failed: { label: "Failed", tone: "trouble" },
  denied: { label: "Denied", tone: "trouble" },
  blocked: { label: "On hold", tone: "trouble" },
  expired: { label: "Expired", tone: "trouble" },
};

const named = (table, state) => (Object.hasOwn(table, state) ? table[state] : undefined);

/** A state that nobody foresaw is shown as it came. */
export const orderState = (state) =>
  named(ORDER_STATES, state) ?? {
    label: state,
    tone: "trouble",
    words: "This state is not known here. Ask the operator.",
  };
export const redemptionState = (state) =>
  named(REDEMPTION_STATES, state) ?? { label: state, tone: "trouble" };

export const DELIVERIES = {
  redeem: { label: "Code", words: "shown here at once" },
  activate: { label: "Link", words: "makes the code when it is opened" },
  notify: { label: "E-mail", words: "the service mails the customer a link" },
};
export const deliveryText = (delivery) => {
  const { label, words } = DELIVERIES[delivery] ?? { label: delivery, words: "" };
  return words === "" ? label : `${label}: ${words}`;
};

export const SORTS = {
  "-updated_datetime": "Last change, newest first",
  updated_datetime: "Last change, oldest first",
  "-redeem_datetime": "Redeemed, newest first",
  redeem_datetime: "Redeemed, oldest first",
  "-refund_datetime": "Refunded, newest first",
};

/** By the token server's problem codes, and those of this site's own: `offline` of the page, the rest of its backend. */
const REFUSALS = {
  order_not_found: "There is no order with this number at this site.",
  order_forgotten:
    "This order was made before the portal was started last. To hand it out its values are needed, and the portal keeps them in memory only.",
  order_processing: "The service is still working on this order. Wait for the outcome, then try again.",
  order_conflict: "This order exists with other values, so it cannot be handed out with these.",
  not_cancelable: "It cannot be canceled any more.",
  not_redeemed: "There is nothing to refund: no reward was made for this order.",
  promotion_not_found: "The service does not know this promotion.",
  promotion_unavailable: "The promotion is not running now.",
  invalid_request: "Something in this request is not valid. Check what you typed.",
  not_agreed: "This promotion cannot be given in this way. Choose another one.",
  order_made: "This form has made an order already, with other values than it has now.",
  term_unclear:
    "This is neither an order number nor an e-mail address, and no customer is known here by this name.",
  upstream_unavailable: "The service has not answered. Try again in a moment.",
  upstream_forbidden: "The service refuses access. Tell the operator.",
  upstream_invalid: "The service's answer could not be read. Try again in a moment.",
  token_server_unavailable: "The token server cannot be reached. Try again in a moment.",
  offline: "This site cannot be reached. Check the connection and try again.",
};

const CREATE_AGAIN = "Press Create order again: this form makes one order, however often it is sent.";

/** Where the same code says more about one action. */
const REFUSALS_OF = {
  create: {
    offline: `This site has not answered. ${CREATE_AGAIN}`,
    token_server_unavailable: `The token server has not answered. ${CREATE_AGAIN}`,
    upstream_unavailable: `The service has not answered. ${CREATE_AGAIN}`,
  },
  cancel: {
    not_cancelable: {
      redeemed:
        "It cannot be canceled any more: the customer has the code. You can refund it in the month in which it was made.",
      refunded: "It cannot be canceled: it is refunded already.",
    },
    upstream_unavailable:
      "The service has not answered yet. The cancellation is noted and repeated until it has: ask again for the outcome.",
  },
  refund: {
    upstream_unavailable:
      "The service has not answered yet. The refund is noted and repeated until it has: ask again for the outcome.",
  },
};

/** Codes that the same question would meet again. */
const FINAL = ["term_unclear", "invalid_request", "not_agreed", "order_not_found", "promotion_not_found"];

/** Whether asking the same again may help. */
export const canAskAgain = ({ code }) => !FINAL.includes(code);

/**
 * Why it was refused.
 * @param {{ code: string, requestId?: string, retryAfterSeconds?: number }} refusal
 * @param {string} [action] what was tried
 * @param {string} [state] the order's, read after that
 */
export function refusalText({ code, requestId, retryAfterSeconds }, action = "", state = "") {
  if (code === "rate_limited") {
    const when = retryAfterSeconds === undefined ? "a moment" : waitText(retryAfterSeconds);
    return `Asked too often. Try again in ${when}.`;
  }
  const special = named(named(REFUSALS_OF, action) ?? {}, code);
  const text = (typeof special === "object" ? named(special, state) : special) ?? named(REFUSALS, code);
  if (text !== undefined) return text;
  const reference = requestId === undefined ? "" : `, request ${requestId}`;
  return `This did not work. Tell the operator: ${code}${reference}.`;
}

/** What a refund that changed nothing means. */
export const NOT_REFUNDED =
  "Not refunded: the service refunds only what was redeemed or debited, and only in the month in which it was made. The order is as it was.";

const DONE = { cancel: "canceled", refund: "refunded" };

/** Whether the order is as the action was to make it, whoever did it. */
export const isDone = (action, { state }) => DONE[action] === state;
export const doneText = (action, { order_id }) => `Order ${order_id} is ${DONE[action]}.`;

/** Answers that tell nothing of what became of the wish: it may have come through. */
const LOST = ["offline", "token_server_unavailable", "unexpected"];
export const isLost = ({ code }) => LOST.includes(code);

/**
 * Of an action whose answer was lost, when the order was read after it.
 * @param order undefined where it could not be read either
 */
export function lostText(action, order) {
  const wish = action === "cancel" ? "cancellation" : "refund";
  const now = order
    ? `When the order was read just now it was not ${DONE[action]}.`
    : `Whether the order is ${DONE[action]} is not known here.`;
  return `The answer to the ${wish} was lost. ${now} Ask again for the outcome: nothing is done twice.`;
}

/** Before anything is done that cannot be undone. */
export function confirmationOf(action, { state, order_id }) {
  if (action === "cancel") {
    const lost =
      state === "activated" || state === "notified" ? " The customer's link may not work any more." : "";
    return {
      title: `Cancel order ${order_id}?`,
      text: `It ends for good: the customer gets no reward from this order.${lost}`,
      yes: "Cancel the order",
    };
  }
  const text =
    state === "redeemed"
      ? "The code the customer has may not work any more. Only rewards made in this month are refunded."
      : "This succeeds only where the service has already debited the reward, and only in the month in which it was made.";
  return { title: `Refund order ${order_id}?`, text, yes: "Refund" };
}
