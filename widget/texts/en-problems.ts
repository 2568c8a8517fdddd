/**
 * English, the words of problems: the list of their keys for every language, in this order. They say what happened and what
 * to do; whether the person was charged follows from the order's state and is a sentence of its own (`charge_…`).
 */
import type { FailureCode } from "../failure.ts";

const SITE = "Please reload the page. If that does not help, contact the website you came from.";
const OTHER = "Please choose another one.";
const LATER = "Please try again in a few minutes.";

export const enProblems = {
  offline: "There was no answer. Please check your connection and try again.",
  not_made: "Your reward could not be issued, and you were not charged for it. You can choose again.",
  covered:
    "Nothing was confirmed, because something may cover this button. Make sure that you see all of it, and press it again. If that does not help, open this page in a tab of its own.",
  unreadable: `The answer could not be understood. ${LATER}`,
  invalid_json: `The request was not understood. ${SITE}`,
  site_key_invalid: `This website is not set up correctly. ${SITE}`,
  session_invalid: `Your session is not known. ${SITE}`,
  session_expired: "Your session has ended. Please reload the page to go on.",
  operator_key_invalid: `This website is not set up correctly. ${SITE}`,
  origin_not_allowed: `Rewards cannot be redeemed on this page. ${SITE}`,
  promotion_not_allowed: `This promotion is not available here. ${SITE}`,
  not_found: `What was asked for does not exist. ${SITE}`,
  order_not_found: `Your order was not found. ${SITE}`,
  promotion_not_found: `This promotion does not exist. ${SITE}`,
  reward_not_found: `This reward is no longer offered. ${OTHER}`,
  method_not_allowed: `The request was not understood. ${SITE}`,
  too_large: `The request was too large. ${SITE}`,
  unsupported_media_type: `The request was not understood. ${SITE}`,
  order_conflict: `Your order exists with other details. ${SITE}`,
  order_processing: "Your order is being worked on. Please wait a moment.",
  order_finished: "Your order is finished already. Please reload the page to see it.",
  delivery_mismatch: `This reward is delivered in another way. ${SITE}`,
  not_booked: "Your choice is no longer held. Please choose your reward again.",
  hold_expired: "The time to confirm has run out. Choose the reward again if you still want it.",
  confirmation_mismatch:
    "Your choice was changed meanwhile, perhaps in another window. Please check it and confirm again.",
  reward_unavailable: `This reward is not available at the moment. ${OTHER}`,
  out_of_stock: `This reward is out of stock. ${OTHER}`,
  promotion_unavailable:
    "This promotion is not running at the moment. Please come back later, or contact the website.",
  not_redeemed: "This order has no code yet. Please choose and confirm a reward first.",
  not_cancelable: "This order can no longer be canceled. Please contact the website.",
  invalid_request: `The request was not understood. ${SITE}`,
  amount_required: "Please enter an amount.",
  amount_not_allowed: "This reward has a fixed value. Please choose it without an amount.",
  amount_invalid: "Please enter a whole number, in digits only.",
  amount_out_of_range: "Please enter an amount inside the range.",
  balance_unavailable: "This card’s balance cannot be looked up here.",
  rate_limited: "That was a little too fast. Please wait a moment and try again.",
  attempts_exhausted:
    "Too many rewards were chosen in a short time. Please choose one of them again, or try again later.",
  upstream_invalid: `The reward service gave an unclear answer. ${LATER}`,
  codes_unreadable: "Your reward exists, but its code or link cannot be shown. Please contact the website.",
  upstream_unavailable: `The reward service cannot be reached at the moment. ${LATER}`,
  upstream_forbidden: `The reward service refuses this website at the moment. ${LATER}`,
} satisfies Record<FailureCode, string>;
