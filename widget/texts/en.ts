/** English, the words of the first screen. The rest comes with the screens that need it (en-later.ts). */
export const en = {
  loading: "Loading…",
  pick_title: "Choose your reward",
  search: "Search rewards",
  found: "{count} rewards",
  found_one: "1 reward",
  found_none: "No reward matches “{query}”.",
  no_rewards: "There is no reward to choose at the moment. Please come back later.",
  in_stock: "In stock",
  few_left: "Only {count} left",
  last_one: "Only one left",
  out_of_stock: "Out of stock",
  more: "Show more rewards",
  range: "Any amount from {min} to {max}",
  test_note: "Test mode: nothing here has real value.",
  problem_title: "That did not work",
  offline:
    "There was no answer. Please check your connection and try again. Nothing is lost, and nothing is done twice.",
  retry: "Try again",
};
