/** What the types of every framework are made of: the element's attributes, properties and events. */
import type { LitElement } from "lit";
import type { RewardEventMap } from "../events.ts";
import type { RewardRedemption } from "../reward-redemption.ts";

/** What can be written in HTML. */
export interface RewardAttributes {
  /** The session token. Never part of a page that a server renders: set the property there. */
  session?: string | null;
  /** Where sessions come from, for a page that can have no script. */
  "session-url"?: string;
  server?: RewardRedemption["server"];
  locale?: RewardRedemption["locale"];
  theme?: RewardRedemption["theme"];
  support?: RewardRedemption["support"];
}

type Own = Omit<RewardRedemption, keyof LitElement | keyof RewardAttributes>;

/** What can be set as properties only: functions and objects. */
export type RewardProperties = { -readonly [Name in keyof Own]?: Own[Name] };

/** A listener for each event, by the name that a framework gives it. */
export type RewardListeners<Prefix extends string> = {
  [Name in keyof RewardEventMap as `${Prefix}${Name}`]?: (event: RewardEventMap[Name]) => void;
};

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>;

/** The same as properties of a component: `onRewardReady` for `reward-ready`. */
export type RewardHandlers = {
  [Name in keyof RewardEventMap as `on${Camel<Name>}`]?: (event: RewardEventMap[Name]) => void;
};
