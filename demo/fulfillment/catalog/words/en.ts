/** The texts of rewards in English. */
import type { RewardWords } from "../texts.ts";

export const words: RewardWords = {
  where: {
    online: (brand) => `on the ${brand} website and in its app`,
    stores: (brand) => `at every ${brand} location`,
    both: (brand) => `online and at every ${brand} location`,
  },
  stop: ". ",
  usable: (brand, where) => `The ${brand} gift card can be used ${where}.`,
  endless: "It does not expire.",
  days: (days) => `It can be used for ${days} days from the day it is issued.`,
  lost: "It cannot be exchanged for cash, or replaced if lost.\nSeveral cards can be used for one purchase.",
  invented: (brand) => `${brand} is an invented brand; this card buys nothing.`,
  pin: "You need the PIN for every payment. Keep it to yourself.",
  cash: "Treat this card like cash.",
  valid: (where) => `Valid ${where}.`,
  notOnline: "Not valid for online orders.",
  notCards: "Not valid for buying other gift cards.",
  steps: {
    primary: [
      "Pick what you want to buy.",
      "Enter or show the number before you pay.",
      "What is left stays on the card for next time.",
    ],
    url: [
      "Open the link on a phone or computer.",
      "Sign in, or continue as a guest.",
      "The value is added to your basket automatically.",
    ],
    security_url: [
      "Open the link.",
      "Enter the access code that is shown with it.",
      "Save the card to your phone or print it.",
    ],
  },
};
