/**
 * English, the words of problems: the list of their keys for every language, in this order. They say what happened and
 * what to do. What is certain follows from the order's state, and is a sentence of its own (assurance.ts).
 */
import type { FailureCode } from "../state/failure.ts";

const SITE = "Please reload the page. If that does not help, contact this website’s support.";
const OTHER = "Please choose another one.";
const LATER = "Please try again in a few minutes.";

export const enProblems = {
  offline: "We cannot reach the server. Please check your connection and try again.",
  outdated:
    "This browser is too old to show your reward. Please update it, or open this page in another browser.",
  not_made: "Your reward could not be issued. You can choose again.",
  covered:
    "Nothing was confirmed, because something may be covering this button. Make sure you can see all of it, then press it again. If that does not help, open this page in a tab of its own.",
  unreadable: `Something went wrong on our side. ${LATER}`,
  invalid_json: `Something is wrong with this page. ${SITE}`,
  site_key_invalid: `This website is not set up correctly. ${SITE}`,
  session_invalid: `We do not recognize your session. ${SITE}`,
  session_expired: "Your session has ended. Please reload the page to go on.",
  operator_key_invalid: `This website is not set up correctly. ${SITE}`,
  operator_role: `This website is not set up correctly. ${SITE}`,
  origin_not_allowed: `Rewards cannot be redeemed on this page. ${SITE}`,
  promotion_not_allowed: `This offer is not available here. ${SITE}`,
  not_found: `We could not find that. ${SITE}`,
  order_not_found: `We could not find your order. ${SITE}`,
  grant_not_found: `We could not find that. ${SITE}`,
  user_not_found: `We could not find that. ${SITE}`,
  promotion_not_found: `This offer does not exist. ${SITE}`,
  reward_not_found: `This reward is no longer offered. ${OTHER}`,
  method_not_allowed: `Something is wrong with this page. ${SITE}`,
  too_large: `Nothing was done, because this page sent too much data. ${SITE}`,
  unsupported_media_type: `Something is wrong with this page. ${SITE}`,
  order_conflict: `Your order already exists with other details. ${SITE}`,
  grant_conflict: `Your order already exists with other details. ${SITE}`,
  grant_spent: "Your balance is spent. What you chose is yours.",
  confirmation_denied: "This website did not allow this reward. Nothing was confirmed.",
  order_processing: "Your order is being worked on. Please wait a moment.",
  order_finished: "Your order is already finished. Please reload the page to see it.",
  delivery_mismatch: `This reward is delivered in another way. ${SITE}`,
  not_booked: "Your choice is no longer reserved. Please choose your reward again.",
  hold_expired: "Your time to confirm has run out. Choose the reward again if you still want it.",
  confirmation_mismatch:
    "Your choice has changed in the meantime, perhaps in another window. Please check it and confirm again.",
  reward_unavailable: `This reward is not available at the moment. ${OTHER}`,
  out_of_stock: `This reward is out of stock. ${OTHER}`,
  promotion_unavailable:
    "This offer is not running at the moment. Please come back later, or contact this website’s support.",
  not_redeemed: "This order has no code yet. Please choose and confirm a reward first.",
  not_cancelable: "This order can no longer be canceled. Please contact this website’s support.",
  invalid_request: `Something is wrong with this page. ${SITE}`,
  amount_required: "Please enter an amount.",
  amount_not_allowed: "This reward has a fixed value. Please choose it without an amount.",
  amount_invalid: "Please enter a whole number, in digits only.",
  amount_out_of_range: "Please enter an amount within the range.",
  balance_unavailable: "This card’s balance cannot be checked here.",
  rate_limited: "Too many requests in a short time. Please wait a moment and try again.",
  attempts_exhausted:
    "You have chosen many rewards in a short time. Please go back to one of them, or try again later.",
  upstream_invalid: `Something went wrong on our side. ${LATER}`,
  codes_unreadable:
    "Your reward was issued, but it cannot be shown here. Please contact this website’s support.",
  upstream_unavailable: `We are having technical problems at the moment. ${LATER}`,
  authorization_unavailable: `This website could not be reached to check your choice, so nothing was confirmed. ${LATER}`,
  upstream_forbidden: `We are having technical problems at the moment. ${LATER}`,
} satisfies Record<FailureCode, string>;
