/** English, the words of a grant's balance and of the list of what a user has: the list of their keys for every language, in this order. */
export const enWallet = {
  /** Above the picker: what is left of a grant. */
  spend: "You have {amount} to spend",
  /** The first action beside a code; what is left stands behind the dot. */
  next: "Choose another · {amount} left",
  balance_spent: "Your balance is spent.",
  /** Where nothing costs that little. */
  little_left: "{amount} is left. No reward here costs that little.",
  /** The heading of the list, and the button that leads to it. */
  rewards_title: "Your rewards",
  rewards_none: "You have no rewards yet. They will be here once you have chosen one.",
  /** The heading above what can still be chosen. */
  waiting: "Waiting for you",
  /** A button there; `{name}` is the offer. */
  waiting_choose: "Choose a reward",
  waiting_go_on: "Go on",
  used: "Mark as used",
  used_undo: "Not used after all",
  used_title: "Used ({count})",
  is_refunded: "Refunded",
  is_expired: "Expired",
  is_canceled: "Canceled",
  /** A link that waits for its user. */
  is_link: "Link, not opened yet",
  is_mailed: "Sent by email",
};
