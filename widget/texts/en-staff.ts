/**
 * English, the words for somebody who redeems for a customer, in place of the usual ones of the same names: the list of their keys for
 * every language, in this order.
 */
export const enStaff = {
  pick_title: "Choose the customer’s reward",
  booked_title: "Confirm the customer’s reward",
  final:
    "Once you confirm, the reward is issued straight away. After that it cannot be exchanged or returned. Hand the code to the customer.",
  final_activate:
    "Once you confirm, the customer gets a link. After that the choice cannot be exchanged or returned. The code is created when the customer opens the link.",
  final_notify:
    "Once you confirm, the customer gets a link by email. After that the choice cannot be exchanged or returned. The code is created when the customer opens the link.",
  confirm: "Confirm and issue it",
  redeemed_title: "The customer’s reward is ready",
  activated_title: "The customer’s link is ready",
  notified_title: "The customer gets an email",
  /** In place of a code or link that only the customer may see. */
  withheld: "Only the customer can see it.",
  spend: "The customer has {amount} to spend",
  rewards_title: "The customer’s rewards",
};
