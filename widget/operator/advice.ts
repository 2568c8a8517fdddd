/** What the runbook says of each reason and lamp. Written from docs/operate/ by `npm run docs`. */

export interface Advice {
  readonly Means: string;
  readonly "User sees": string;
  readonly Check: string;
  readonly Do: string;
  readonly "Do not": string;
}

export const ADVICE: Readonly<Record<string, Advice>> = {
  failed: {
    Means:
      "The service says failed, after three repeats of the call, and has refused to cancel it for half an hour.",
    "User sees": 'Failed, "Your reward could not be issued".',
    Check: "By reference: is there a code, is it debited?",
    Do: "Release, once it ended there or stays failed. Or the site cancels the order.",
    "Do not": "Release while the service still works on it.",
  },
  denied: {
    Means: "The service declined the redemption; its interface does not say when.",
    "User sees": 'Denied, "Your reward was declined".',
    Check: "The cause, with the service's support and with the site.",
    Do: "Release if the user may choose again; if not, acknowledge.",
    "Do not": "Release only to clear the list.",
  },
  blocked: {
    Means: "The service says blocked; its interface does not say when.",
    "User sees": 'Blocked, "Your reward is on hold".',
    Check: "With the service's support, whether it will be unblocked.",
    Do: "Release, once it was unblocked or stays blocked for good.",
    "Do not": "Release, and have it unblocked afterwards.",
  },
  expired: {
    Means: "The service says expired.",
    "User sees": 'Expired, "Your reward has expired".',
    Check: "That it has no code, undebited.",
    Do: "Release if the user is to choose again, else acknowledge.",
    "Do not": "Promise the user the old link.",
  },
  unknown_state: {
    Means: "The service named a state that its interface does not have.",
    "User sees": 'Blocked, "Your reward is on hold".',
    Check: "With the service's support, what seen means. This server may need an update.",
    Do: "Have the redemption brought to a known state, then release.",
    "Do not": "Guess what the state means.",
  },
  other_parameters: {
    Means:
      "The redemption is of another reward, promotion or amount than was chosen, or is pending where no link was wanted. It is never shown.",
    "User sees": 'Blocked, "Your reward is on hold".',
    Check: "The redemption by upstream_order_id: whose is it, was it redeemed?",
    Do: "Release, if it ended without a code and undebited. Else send this user's code by your support, or have nobody's code refunded, and acknowledge.",
    "Do not": "Expect the widget to show it.",
  },
  debited: {
    Means: "The redemption ended without having been redeemed, and is debited or shows codes.",
    "User sees": 'Blocked, "Your reward is on hold"; after a site\'s cancel canceled.',
    Check: "What the debit is for; is there a code?",
    Do: "Have it refunded at the service (in the month it was made) or by the site; then release.",
    "Do not": "Acknowledge while there is a code that nobody was shown.",
  },
  outcome_unknown: {
    Means:
      "The outcome of a Redeem, Activate, Create, Cancel or Refund has been unknown for a quarter of an hour; the server goes on asking. Or a look-up after a lost ledger has had no end for 35 minutes. Or a Create was refused three times after an unknown one: then the attempt stands still.",
    "User sees": 'Processing, "We are still checking on your reward"; of the last blocked.',
    Check: "Whether the service answers at all. Many such orders are an outage.",
    Do: "Nothing, of the first two; if one order stays, ask the service's support. Of the last: make sure that no mail went out, then release.",
    "Do not": "Refund by hand: a code may come at any moment.",
  },
  several_rewards: {
    Means: "After the ledger was lost or restored, the service has several codes or links for the order.",
    "User sees": 'Blocked, "Your reward is on hold".',
    Check: "Each of them at the service: what did the user get?",
    Do: "Have all but one refunded or canceled, tell the user the remaining one by your support, and acknowledge.",
    "Do not": "Release: the user would get another one.",
  },
  redemption_taken: {
    Means: "The service gave this order another order's redemption. This breaks its interface.",
    "User sees": 'Blocked, "Your reward is on hold".',
    Check: "Whether there are more.",
    Do: "Have the service's support explain it, then release.",
    "Do not": "Give this user the other order's codes.",
  },
  codes_unreadable: {
    Means:
      "Redeemed and paid for, but its codes or link did not come for a minute, or cannot be shown: an unknown form, a missing item, an address that must not reach a browser.",
    "User sees": 'Redeemed, "Your reward cannot be shown right now", with the reference.',
    Check: "The redemption by reference: its codes, and its reward_format.",
    Do: "Have the codes corrected at the service: the user's next view shows them. Or send them by your support, and acknowledge.",
    "Do not": "Refund without telling the user.",
  },
  debited_hold: {
    Means:
      "A hold was given up (another choice, a site's cancel, or its time ran out), and the service says that it is debited.",
    "User sees": "Their order as it is.",
    Check: "The redemption by reference: is it a live hold, or a lapsed one?",
    Do: "Have it refunded within 30 minutes of the booking; afterwards only the service's support can. Then acknowledge.",
    "Do not": "Wait for the user.",
  },
};

/** What each lamp watches, and what to do when it is on. */
export const LAMP_ADVICE: Readonly<Record<string, readonly [watches: string, does: string]>> = {
  Orders: ["The orders that need a person", "Each has its reason, what to do, and a button"],
  Service: [
    "Whether the service takes the credentials, and answers",
    "Get new credentials, or wait for the service: orders end by themselves; release none for it",
  ],
  Ledger: [
    "Whether the ledger can be read and written",
    "See its reason, one word, in A ledger that cannot be worked with",
  ],
  Recovery: [
    "Orders that are looked up, after the ledger was lost or put back",
    "If nobody put it back, find out who did; the orders settle themselves",
  ],
  Backup: [
    "The age of the last good copy",
    "It says why the last try failed; make one by hand: npm run backup -- <file>; see On a schedule",
  ],
  Instances: [
    "Whether each instance finishes its rounds, and takes up what is due",
    "Read its log (Server, Download a report), and start it again; the others take up its orders",
  ],
  Clock: ["This machine's clock", "Set it right (NTP)"],
  Budgets: [
    "What is left of the clients' budgets",
    "Have it topped up at the service: an empty one refuses orders",
  ],
  Stock: ["Rewards that are out of stock, or cannot be read", "Tell the site; users see that they are out"],
  Site: [
    "A site's webhook, and its answers before a confirmation",
    "Tell the site; test it, turn it on, send again as Webhooks says",
  ],
};
