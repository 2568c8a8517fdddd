/**
 * English, the words of the screens after the first: the list of their keys for every language, in this order.
 */
export const enFlow = {
  found: "{count} reward|{count} rewards",
  found_none: "No reward matches “{query}”.",
  /** Below that, above the list of all rewards. */
  found_all: "Here are all rewards.",
  /** A price in the points of the website. */
  points: "{count} point|{count} points",
  amount: "Amount",
  amount_hint: "{min} to {max}, whole amounts only",
  amount_between: "Please enter an amount between {min} and {max}.",
  amount_fixed: "Amount: {amount}",
  amount_quick: "Quick choices",
  /** The next step if the only reward is out of stock. */
  sold_out: "It may come back. Check again later, or contact this website’s support.",
  how_to_use: "How to use it",
  important: "Good to know",
  terms: "Terms and conditions",
  /** The main button of a reward: it is held, not yet final. */
  book: "Choose this reward",
  book_again: "Choose it again",
  /** The same where nothing is held. */
  continue: "Continue",
  booking: "One moment…",
  back: "Back to all rewards",
  /** Goes one step back, to the same reward. */
  back_one: "Go back",
  booked_title: "Confirm your reward",
  booked_text: "Nothing is final until you confirm.",
  confirming_text: "Nothing is sent until you confirm.",
  /** `{time}` of the day. */
  reserved_until: "Reserved for you until {time}",
  /** A label; a clock stands beside it, in the last minutes. */
  countdown: "Time left to confirm",
  /** Said by a screen reader when five and one minutes are left. */
  countdown_left: "One minute left to confirm.|{count} minutes left to confirm.",
  final:
    "Once you confirm, your reward is issued straight away. After that it cannot be exchanged or returned.",
  final_activate:
    "Once you confirm, you get a link. After that your choice cannot be exchanged or returned. Your code is created when the link is opened.",
  final_notify:
    "Once you confirm, you get a link by email. After that your choice cannot be exchanged or returned. Your code is created when the link is opened.",
  /** A label; the masked e-mail address stands beside it. */
  sent_to: "Will be emailed to",
  confirm: "Confirm and get it",
  confirm_activate: "Confirm and get the link",
  confirm_notify: "Confirm and send it",
  /** On the main button, while it cannot be pressed yet. */
  preparing: "One moment…",
  processing_book_title: "Preparing your reward",
  processing_book_text: "Nothing is final until you confirm. You can wait here or choose another reward.",
  processing_title: "Getting your reward",
  processing_text: "This usually takes a few seconds.",
  checking_title: "We are still checking on your reward",
  checking_text: "We do not know yet whether it was issued.",
  checking_activate_text: "We do not know yet whether your link was created.",
  checking_notify_text: "We do not know yet whether the email was sent.",
  /** Below the step that is awaited. */
  leave: "You can leave this page. The result will be here when you come back.",
  once: "Your reward can only be issued once, however long this takes.",
  /** The steps of waiting, one below the other; `{time}` is the time of day. */
  step_sent: "Sent",
  step_sent_at: "Sent at {time}",
  step_check: "Checking since {time}",
  step_book: "Reserving since {time}",
  step_confirm: "Then you confirm it",
  step_code: "Your code appears here",
  step_link: "Your link appears here",
  step_mail: "The link is emailed to you",
  slow: "This is taking longer than usual.",
  not_connected: "There is no connection. We keep trying.",
  /** A confirmation that was never sent from this device. */
  unsent_title: "Not sent yet",
  unsent_text:
    "Your confirmation is sent as soon as there is a connection. If you leave this page, nothing is lost: you can confirm later.",
  reference: "Reference: {reference}",
  closed_title: "This offer is not available right now",
  /** Below that title, if the offer has no reward. */
  no_rewards: "There is no reward to choose at the moment. Please come back later.",
  promotion_not_started_title: "This offer has not started yet",
  promotion_not_started_text: "Please come back once it has started.",
  promotion_not_started_on: "It starts on {date}. Please come back then.",
  promotion_ended_title: "This offer has ended",
  promotion_ended_text: "Its rewards can no longer be chosen.",
  promotion_ended_on: "It ended on {date}. Its rewards can no longer be chosen.",
  promotion_not_enabled_title: "This offer is closed at the moment",
  promotion_not_enabled_text:
    "Its rewards cannot be chosen right now. Please come back later, or contact this website’s support.",
  promotion_not_ready_title: "This offer is not ready yet",
  promotion_not_ready_text:
    "It is still being set up. Please come back later, or contact this website’s support.",
  redeemed_title: "Your reward is ready",
  /** Opens the barcode on the whole screen, for the cashier. */
  till: "Use in store",
  /** Opens the secondary actions. */
  rest: "More",
  share: "Share",
  /** Opens a card for somebody else, with the code on it. */
  give: "Give it to somebody",
  /** Before it is sent. */
  give_once: "Whoever has it can spend it.",
  /** A label: what the giver writes on the card. */
  give_words: "Your words",
  give_save: "Save the picture",
  /** Leads to the help of the website. */
  support: "Get help",
  /** On the whole screen, below the barcode. */
  till_bright: "Turn your screen’s brightness up.",
  /** Beside the sizes to choose from. */
  till_size: "If it does not scan, try another size.",
  /** Shown if the barcode cannot be drawn. */
  till_number: "Type this number in, or read it out.",
  size: "Size",
  size_small: "Small",
  size_medium: "Medium",
  size_large: "Large",
  codes_loading_title: "Fetching your reward…",
  above_limit: "This reward is worth more than you may choose here. Please choose another one.",
  kept_confirmation:
    "We are keeping your confirmation. If the situation changes before your reservation ends, it will go through by itself.",
  hold_canceled: "Your reservation was canceled. Please choose your reward again.",
  hold_failed: "Your reservation could not be kept. Please choose your reward again.",
  hold_expired: "Your reservation ended early. Please choose your reward again.",
  codes_failed_title: "Your reward cannot be shown right now",
  /** Said by a screen reader in place of a hidden PIN. */
  masked: "Hidden",
  /** Beside a hidden PIN. */
  reveal: "Show",
  hide: "Hide",
  copy: "Copy",
  /** Said after copying; `{name}` is the name of the code. */
  copied: "{name} copied.",
  copied_short: "Copied",
  /** Shown if the browser refuses to copy. */
  selected:
    "Copying is not allowed here. The text is selected, so you can copy it with your keyboard or the menu.",
  /** The name of a button of a code: the action with the name of the code, as "Copy PIN". */
  item_action: "{action} {name}",
  usage_primary: "Code",
  usage_security: "PIN",
  usage_url: "Your link",
  usage_security_url: "Your link",
  usage_security_url_code: "Access code",
  /** The main button of a reward that is a link. */
  link: "Open your reward",
  link_hint: "Opens in a new tab",
  pdf: "Printable voucher (PDF)",
  barcode_missing: "The barcode could not be loaded. The code above is all you need.",
  /** In place of a barcode that cannot be drawn. */
  barcode_undrawn: "This code does not fit into a barcode. Type it in, or read it out.",
  qrcode_missing: "The QR code could not be loaded. The link above is all you need.",
  barcode: "Barcode to scan",
  qrcode: "QR code to scan",
  qrcode_link: "QR code that opens your reward on another device",
  expires: "Valid until {date}",
  balance: "Check the balance",
  /** The button after a balance lookup, and of a reward that was out of stock. */
  balance_again: "Check again",
  balance_asking: "Looking up the balance…",
  balance_is: "Balance: {amount}",
  balance_untold: "This card’s balance is not available at the moment.",
  print: "Print",
  /** Makes an entry for the calendar, about the day until which the reward is valid. */
  remind: "Remind me in my calendar",
  /** In place of a hidden PIN on a printed voucher, and beside the PIN's name below the print button. */
  unprinted: "Hidden, so not printed",
  close: "Close",
  activated_title: "Your link is ready",
  activated_text:
    "Your code is created when the link is opened. Anyone who has the link can open it, so keep it to yourself.",
  activated_after:
    "Once the link has been opened, your code appears here too: after a moment, or when you come back.",
  link_loading_title: "Fetching your link…",
  link_failed_title: "Your link cannot be shown right now",
  link_phone: "On your phone",
  link_phone_text: "Scan this with your phone’s camera to open the link there.",
  copy_link: "Copy the link",
  copy_link_refused:
    "Copying is not allowed here. Right-click the link, or press and hold it, to copy its address.",
  notified_title: "Check your email",
  notified_text: "A link is on its way to {email}.",
  /** In place of `{email}` if the address is unknown; it stands beside `sent_to` as well. */
  notified_address: "the address this website has for you",
  notified_missing: "If nothing arrives",
  notified_wait: "Give it a few minutes.",
  notified_spam: "Look in your spam or junk folder.",
  notified_contact: "Still nothing, or not your address? Contact this website’s support.",
  canceled_title: "This order was canceled",
  canceled_text: "The website canceled this order, and no code was issued.",
  canceled_link_text:
    "The website canceled this order, and no code was issued. If you were given a link, it no longer works.",
  ended_text: "Your last choice did not go through, and no reward was issued. Please choose again.",
  ended_link_text:
    "Your last choice did not go through, and no reward was issued. If you were given a link, it no longer works. Please choose again.",
  refunded_title: "This reward was refunded",
  refunded_text: "Your reward was taken back and refunded to this website, so the code may no longer work.",
  failed_title: "Your reward could not be issued",
  failed_text: "Something went wrong, and no code was issued to you.",
  denied_title: "Your reward was declined",
  denied_text: "No code was issued to you.",
  blocked_title: "Your reward is on hold",
  blocked_text: "We are checking this before we issue it.",
  expired_title: "Your reward has expired",
  expired_text: "It was not collected in time and is no longer available.",
  /** After the text of an order that ended without a code. */
  told_unexpected: "If you did not expect this, please contact this website’s support.",
  told_contact: "Please contact this website’s support.",
  "session-expired_title": "Your session has ended",
  "session-expired_again": "Your order is safe. Press “Try again” to go on.",
  sign_in_title: "Please sign in",
  sign_in_text: "Sign in on this page, then try again.",
  /** The last sentence of an alert if the reward exists. */
  safe: "Your reward is safe.",
};
