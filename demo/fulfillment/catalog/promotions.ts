/**
 * The promotions of the demo's client, one for each use, and one of another client. Source: docs/proof/interface.md, "Promotions
 * and rewards".
 */
import { DAY } from "../clock.ts";
import type { Look } from "./brands.ts";
import {
  type CatalogReward,
  DEBITED_REWARD,
  ENGLISH_REWARDS,
  FOREIGN_REWARD,
  FRENCH_REWARDS,
  LARGE_REWARDS,
  LOCAL_REWARDS,
} from "./rewards.ts";
import { SHAPES } from "./shapes.ts";

export const CLIENT = { id: 701, name: "Linden Rewards Club" } as const;
export const OTHER_CLIENT = { id: 702, name: "Somebody Else Ltd" } as const;
const SENDER: Look = { name: CLIENT.name, colors: ["#1d5c3f", "#6fae4a"], mark: "leaf" };

/** The ids of the promotions, by their use. */
export const PROMOTIONS = {
  /** English, US dollars, all twelve shapes, PDFs. */
  main: 4001,
  /** French, euros. */
  french: 4002,
  /** Offers exactly one reward. */
  single: 4003,
  /** Rewards of every status and state. */
  everyStatus: 4004,
  ended: 4005,
  notStarted: 4006,
  paused: 4007,
  /** Sends the user an e-mail with the link when a redemption is created. */
  notifying: 4008,
  /** Status `enabled`, state not `ready`. */
  notReady: 4009,
  /** As many rewards as the largest programmes offer. */
  large: 4010,
  /** A few rewards of every kind of code and both kinds of value, for delivery `activate`. */
  activating: 4011,
  /** Notifies like `notifying`, in French and euros, with PDFs. */
  notifyingFrench: 4012,
  /** Three rewards, for which Consult card answers a balance, nulls, and 422. */
  balances: 4013,
  /** Its redemptions say `testing: true`, whatever the service's setting is. */
  testing: 4014,
  /**
   * Rewards in the promotion's own language, in US dollars. Like `notifying`, these promotions notify on Create, but
   * not on Book.
   */
  notifyingGerman: 4015,
  notifyingSpanish: 4016,
  notifyingJapanese: 4017,
  notifyingArabic: 4018,
  /** Offers no reward yet. */
  empty: 4022,
  /** Belongs to another client: 401 `forbidden`. */
  foreign: 4900,
} as const;

export const REWARD_STATUSES = ["enabled", "paused", "disabled"] as const;
export const REWARD_STATES = [
  "ready",
  "no_allocation",
  "invalid_reward",
  "invalid_reward_for_redemption_flow",
] as const;

/** A reward's status inside one promotion; it can change while the service runs. */
export interface Offer {
  readonly sku: string;
  status: string;
  state: string;
}

/** A promotion as the service keeps it. */
export interface PromotionRecord {
  readonly id: number;
  readonly locale: string;
  readonly name: string;
  readonly client: { readonly id: number; readonly name: string };
  /** Who gives the rewards, to the end user: in mails and on the page behind their links. */
  readonly sender: Look;
  readonly allowPdf: boolean;
  readonly notifies: boolean;
  /** `testing` of new redemptions; undefined: the service's setting. */
  testing: boolean | undefined;
  startsAt: number;
  endsAt: number | null;
  status: string;
  state: string;
  readonly offers: Offer[];
}

const ready = (reward: CatalogReward): Offer => ({ sku: reward.sku, status: "enabled", state: "ready" });

/** Every status with every state. The last offer is the reward whose holds are debited. */
function everyStatus(): Offer[] {
  const offers = REWARD_STATUSES.flatMap((status) => REWARD_STATES.map((state) => ({ status, state }))).map(
    (standing, i): Offer => ({ sku: ENGLISH_REWARDS[SHAPES.length + i]?.sku ?? "", ...standing }),
  );
  return [...offers, ready(DEBITED_REWARD)];
}

/** One reward for each usages list, and two of free value. */
const ACTIVATING_SKUS = [
  "KESTROW-CODE-PLAIN-25",
  "PLUMVALE-CODE-PIN-C128-30",
  "TUNDREL-LINK-PLAIN-12",
  "WINDLEFARE-LINK-ACCESS-PLAIN-100",
  "VELMORA-VAR",
  "GLIMTREE-VAR",
];

/** The balance is known, supported but unknown, and not supported. */
const BALANCE_SKUS = ["PLUMVALE-20", "HEARTHLOW-30", "NOODLEQUAY-20"];

/** The promotions when the service starts at `now`. */
export function seedPromotions(now: number): PromotionRecord[] {
  const promotion = (
    id: number,
    name: string,
    offers: Offer[],
    changes: Partial<PromotionRecord> = {},
  ): PromotionRecord => ({
    id,
    name,
    offers,
    locale: "en_US",
    client: CLIENT,
    sender: SENDER,
    allowPdf: false,
    notifies: false,
    testing: undefined,
    startsAt: now - 200 * DAY,
    endsAt: null,
    status: "enabled",
    state: "ready",
    ...changes,
  });
  const some = (count: number) => ENGLISH_REWARDS.slice(0, count).map(ready);
  const these = (skus: readonly string[]) =>
    ENGLISH_REWARDS.filter(({ sku }) => skus.includes(sku)).map(ready);
  const mailing = (id: number, name: string, locale: string, rewards: readonly CatalogReward[]) =>
    promotion(id, name, rewards.map(ready), { locale, notifies: true });
  return [
    promotion(PROMOTIONS.main, "Linden Rewards", ENGLISH_REWARDS.map(ready), { allowPdf: true }),
    promotion(PROMOTIONS.french, "Cadeaux Tilleul", FRENCH_REWARDS.map(ready), {
      locale: "fr_FR",
      endsAt: now + 300 * DAY,
    }),
    promotion(PROMOTIONS.single, "Welcome gift", ENGLISH_REWARDS.slice(3, 4).map(ready), { allowPdf: true }),
    promotion(PROMOTIONS.everyStatus, "Under maintenance", everyStatus()),
    promotion(PROMOTIONS.ended, "Member Days", some(6), { endsAt: now - 10 * DAY }),
    promotion(PROMOTIONS.notStarted, "Partner Weeks", some(6), { startsAt: now + 20 * DAY }),
    promotion(PROMOTIONS.paused, "On a break", some(6), { status: "paused" }),
    promotion(PROMOTIONS.notifying, "By e-mail", some(12), { notifies: true, allowPdf: true }),
    promotion(PROMOTIONS.notReady, "Being set up", some(6), { state: "not_ready" }),
    promotion(PROMOTIONS.large, "Everything everywhere", LARGE_REWARDS.map(ready), { allowPdf: true }),
    promotion(PROMOTIONS.activating, "Gifts by link", these(ACTIVATING_SKUS), { allowPdf: true }),
    promotion(PROMOTIONS.notifyingFrench, "Par e-mail", FRENCH_REWARDS.map(ready), {
      locale: "fr_FR",
      notifies: true,
      allowPdf: true,
    }),
    promotion(PROMOTIONS.balances, "Cards with a balance", these(BALANCE_SKUS)),
    promotion(PROMOTIONS.testing, "Trial run", some(6), { testing: true }),
    mailing(PROMOTIONS.notifyingGerman, "Linden-Prämien", "de_DE", LOCAL_REWARDS.de),
    mailing(PROMOTIONS.notifyingSpanish, "Premios Linden", "es_ES", LOCAL_REWARDS.es),
    mailing(PROMOTIONS.notifyingJapanese, "Linden Club 特典", "ja_JP", LOCAL_REWARDS.ja),
    mailing(PROMOTIONS.notifyingArabic, "مكافآت Linden Club", "ar_AE", LOCAL_REWARDS.ar),
    promotion(PROMOTIONS.empty, "Coming soon", []),
    promotion(PROMOTIONS.foreign, "Not yours", [ready(FOREIGN_REWARD)], { client: OTHER_CLIENT }),
  ];
}
