/** What the types of every framework are made of: the element's attributes, properties and events. */
import type { LitElement } from "lit";
import type { RewardEventMap } from "../events.ts";
import type { RewardRedemption } from "../reward-redemption.ts";

/** What can be written in HTML. */
export interface RewardAttributes
  extends Partial<Pick<RewardRedemption, "server" | "locale" | "theme" | "support">> {
  /** The session token. Never part of a page that a server renders: set the property there. */
  session?: string | null;
  /**
   * Where a session comes from if the page can write no `getSession`: an address that answers a POST with `session_token`; 204: there is
   * nothing for this visitor; 401 or 403: nobody is signed in.
   */
  "session-url"?: string;
}

/** The attribute without a value, as each framework writes such a one. */
export interface RewardHistory<Value> {
  /** Present: each screen before a confirmation is a step of the page's history. */
  history?: Value;
}

type Own = Omit<RewardRedemption, keyof LitElement | keyof RewardAttributes>;

/** What can be set as properties only: functions and objects. */
export type RewardProperties = { -readonly [Name in keyof Own]?: Own[Name] };

type Listener<Name extends keyof RewardEventMap> = (event: RewardEventMap[Name]) => void;

// Written out: an editor shows no sentence of a name that a mapped type has made.
/** A listener for each event, as an attribute. */
export interface RewardListeners {
  /** The first screen can be used. */
  "onreward-ready"?: Listener<"reward-ready">;
  /** A reward was picked. */
  "onreward-select"?: Listener<"reward-select">;
  /** A reward is held for the user, not yet confirmed. */
  "onreward-book"?: Listener<"reward-book">;
  /** The codes exist. */
  "onreward-redeem"?: Listener<"reward-redeem">;
  /** The link exists. */
  "onreward-activate"?: Listener<"reward-activate">;
  /** The service mails the link. */
  "onreward-notify"?: Listener<"reward-notify">;
  /** A masked code was asked for. */
  "onreward-reveal"?: Listener<"reward-reveal">;
  /** A code or a link really was copied. */
  "onreward-copy"?: Listener<"reward-copy">;
  /** Something went wrong; `detail.code` is the problem's code. */
  "onreward-error"?: Listener<"reward-error">;
  /** The session ended and no new one was given. */
  "onreward-session-expired"?: Listener<"reward-session-expired">;
}

/** The same as a directive of Solid, and of Svelte before 5. */
export interface RewardDirectives {
  /** The first screen can be used. */
  "on:reward-ready"?: Listener<"reward-ready">;
  /** A reward was picked. */
  "on:reward-select"?: Listener<"reward-select">;
  /** A reward is held for the user, not yet confirmed. */
  "on:reward-book"?: Listener<"reward-book">;
  /** The codes exist. */
  "on:reward-redeem"?: Listener<"reward-redeem">;
  /** The link exists. */
  "on:reward-activate"?: Listener<"reward-activate">;
  /** The service mails the link. */
  "on:reward-notify"?: Listener<"reward-notify">;
  /** A masked code was asked for. */
  "on:reward-reveal"?: Listener<"reward-reveal">;
  /** A code or a link really was copied. */
  "on:reward-copy"?: Listener<"reward-copy">;
  /** Something went wrong; `detail.code` is the problem's code. */
  "on:reward-error"?: Listener<"reward-error">;
  /** The session ended and no new one was given. */
  "on:reward-session-expired"?: Listener<"reward-session-expired">;
}

/** The same as properties of a component. */
export interface RewardHandlers {
  /** The first screen can be used. */
  onRewardReady?: Listener<"reward-ready">;
  /** A reward was picked. */
  onRewardSelect?: Listener<"reward-select">;
  /** A reward is held for the user, not yet confirmed. */
  onRewardBook?: Listener<"reward-book">;
  /** The codes exist. */
  onRewardRedeem?: Listener<"reward-redeem">;
  /** The link exists. */
  onRewardActivate?: Listener<"reward-activate">;
  /** The service mails the link. */
  onRewardNotify?: Listener<"reward-notify">;
  /** A masked code was asked for. */
  onRewardReveal?: Listener<"reward-reveal">;
  /** A code or a link really was copied. */
  onRewardCopy?: Listener<"reward-copy">;
  /** Something went wrong; `detail.code` is the problem's code. */
  onRewardError?: Listener<"reward-error">;
  /** The session ended and no new one was given. */
  onRewardSessionExpired?: Listener<"reward-session-expired">;
}
