/**
 * English, the words of every screen after the first. A problem's words say what happened and what to do; whether the
 * person was charged follows from the order's state and is a sentence of its own (`charge_…`).
 */
import type { LaterTexts } from "./texts.ts";

const SITE = "Please reload the page. If that does not help, contact the website you came from.";
const OTHER = "Please choose another one.";
const LATER = "Please try again in a few minutes.";

export const enLater: LaterTexts = {
  amount: "Amount",
  amount_hint: "A whole number from {min} to {max}",
  amount_fixed: "Amount: {amount}",
  how_to_use: "How to use it",
  important: "Good to know",
  terms: "Terms and conditions",
  book: "Choose this reward",
  book_again: "Reserve it again",
  booking: "One moment…",
  booked_title: "Confirm your reward",
  booked_text: "Please check your choice. It is not final yet: nothing is charged before you confirm.",
  reward: "Reward",
  countdown: "Time left to confirm",
  countdown_5: "Five minutes left to confirm.",
  countdown_1: "One minute left to confirm.",
  final: "Confirming is final: your code is made at once, and it cannot be changed, returned or exchanged.",
  confirm: "Confirm and get the code",
  preparing: "One moment…",
  processing_book_title: "Reserving your reward",
  processing_book_text:
    "This takes longer than usual. Nothing is charged before you confirm. You may wait or choose another reward.",
  processing_title: "Getting your reward",
  processing_text: "This usually takes a few seconds.",
  checking_title: "We are still checking",
  checking_text:
    "The answer is taking longer than usual. You will not be charged twice. You can wait here or leave this page: what came of it will be here when you come back.",
  reference: "Reference: {reference}",
  redeemed_title: "Your reward is ready",
  codes_loading: "Fetching your code…",
  masked: "Hidden",
  reveal: "Show {name}",
  copy: "Copy {name}",
  copied: "Copied.",
  selected: "Copying is not allowed here. The text is selected: copy it with your keyboard or the menu.",
  usage_primary: "Code",
  usage_security: "PIN",
  usage_url: "Your link",
  usage_security_url: "Your link",
  usage_security_url_code: "Access code",
  link: "Open your reward",
  link_hint: "Opens in a new tab",
  pdf: "Printable voucher (PDF)",
  barcode: "Barcode of your code, to be scanned",
  qrcode: "QR code of your code, to be scanned",
  qrcode_link: "QR code that opens your reward on another device",
  expires: "Valid until {date}",
  print: "Print",
  activated_title: "Your reward is ready to be opened",
  activated_text: "Your link has been made. Your code is made when you open it.",
  notified_title: "Look into your mailbox",
  notified_text:
    "Your reward is on its way by e-mail to {email}. If nothing arrives, look into your spam folder.",
  canceled_title: "This order was canceled",
  canceled_text:
    "The website canceled this order. No code was made and you were not charged. If this surprises you, contact the website.",
  refunded_title: "This reward was refunded",
  refunded_text:
    "Your reward was taken back and refunded. Its code no longer works. If this surprises you, contact the website.",
  failed_title: "Your reward could not be made",
  failed_text:
    "No code reached you and nothing more will be charged. Please contact the website with the reference below; it can give you another reward.",
  denied_title: "Your reward was declined",
  denied_text:
    "No code reached you and nothing more will be charged. Please contact the website with the reference below.",
  blocked_title: "Your reward is on hold",
  blocked_text:
    "It is being looked into. You will not be charged twice. Please contact the website with the reference below.",
  expired_title: "Your reward has expired",
  expired_text:
    "It was not collected in time, and nothing more will be charged. Please contact the website with the reference below.",
  "session-expired_title": "This page has been open for too long",
  "session-expired_text":
    "Your session has ended. Nothing is lost and nothing is done twice. Please reload the page to go on.",
  charge_none: "Nothing was charged for this choice.",
  charge_unknown: "You will not be charged twice.",
  charge_done: "Your reward is kept for you, and you will not be charged again.",
  problem: {
    offline: "There was no answer. Please check your connection and try again.",
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
    not_booked: "Your reservation no longer exists. Please choose your reward again.",
    hold_expired: "Your reservation has run out. Reserve the reward again if you still want it.",
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
    balance_unavailable: `The balance cannot be read at the moment. ${LATER}`,
    rate_limited: "That was a little too fast. Please wait a moment and try again.",
    attempts_exhausted:
      "Too many rewards are reserved for you. Please choose one of them again, or try again later.",
    upstream_invalid: `The reward service gave an unclear answer. ${LATER}`,
    codes_unreadable:
      "Your reward exists, but its code cannot be shown. Please contact the website with the reference below.",
    upstream_unavailable: `The reward service cannot be reached at the moment. ${LATER}`,
    upstream_forbidden: `The reward service refuses this website at the moment. ${LATER}`,
  },
};
