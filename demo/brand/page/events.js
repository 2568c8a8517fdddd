/** The element's events. Source: docs/element.md, "Events". */
export const EVENTS = [
  "reward-ready",
  "reward-select",
  "reward-book",
  "reward-redeem",
  "reward-activate",
  "reward-notify",
  "reward-reveal",
  "reward-copy",
  "reward-error",
  "reward-session-expired",
];
