/**
 * English, the words of the first screen: the list of their keys for every language, in this order. The rest comes with the
 * screens that need it (en-flow.ts, en-problems.ts).
 */
export const en = {
  /** The plural categories of the language, in the order of the forms of a text that counts. */
  forms: "one|other",
  loading: "Loading…",
  pick_title: "Choose your reward",
  search: "Search rewards",
  few_left: "Only one left|Only {count} left",
  out_of_stock: "Out of stock",
  more: "Show more rewards",
  /** The chip that shows the rewards of every group. */
  all: "All",
  /** The chip of a free value beside those of fixed values. */
  other_amount: "Other amount",
  up_to: "Up to {amount}",
  test_note: "Test mode: nothing here has real value.",
  problem_title: "That did not work",
  offline: "We cannot reach the server. Please check your connection and try again. Your order is safe.",
  retry: "Try again",
  reload_text: "Your order is safe. Please reload the page to go on.",
  reload: "Reload the page",
};
