/** Every number of the conformance suite, with its reason. */

const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

/** Reading takes a moment; what takes longer than this is out of order. */
export const READ_TIMEOUT_MS = 20 * SECOND;
/** Making a code may take long, and a gateway in front answers 504 well before this. */
export const CHANGE_TIMEOUT_MS = 60 * SECOND;

/** How often a redeem is repeated after a 504 or a broken connection (rule R2). */
export const REDEEM_REPEATS = 2;

/** How often a call that was answered 429 is repeated, and how long to wait where `Retry-After` says nothing, and at most. */
export const LIMITED_REPEATS = 3;
export const LIMITED_WAIT_MS = 5 * SECOND;
export const LIMITED_WAIT_MOST_MS = MINUTE;

/** A token is given up this long before its end, but never more than a fifth of its life. */
export const TOKEN_MARGIN_MS = 5 * MINUTE;
/** The life of a token whose `expires_in` cannot be read. */
export const TOKEN_LIFE_UNKNOWN_MS = 10 * MINUTE;

/** Lists may lag behind: how often a list is read again for what must be in it, and how long to wait in between. */
export const LIST_LOOKS = 5;
export const LIST_PAUSE_MS = 2 * SECOND;

/** Moments may be shown in whole seconds: after this long a later one is shown as later. */
export const LATER_MS = 1100;

/** How many pages of a list are walked in search of something, so that a large account does not cost hundreds of calls. */
export const PAGES_MOST = 40;
/** How many SKUs are asked for in one request: an address must not become too long. */
export const SKUS_AT_ONCE = 20;

/** How long a hold lasts (Limits), and how far from its end one looks, because clocks differ and lapsing may be a batch. */
export const HOLD_MS = 30 * MINUTE;
export const HOLD_MARGIN_MS = MINUTE;
/** What waiting for the end of a hold takes in all. */
export const HOLD_WAIT_MS = HOLD_MS + HOLD_MARGIN_MS;
/** Leads into another calendar month from any day and in any time zone. */
export const MONTH_WAIT_MS = 32 * DAY;

/** How many requests a finding points at, and how many ids of an answer it tells: enough to find them in a log. */
export const EVIDENCE_REQUESTS_MOST = 6;
export const EVIDENCE_IDS_MOST = 10;

/** How much of a shape's problems is told; more does not help. */
export const PROBLEMS_SHOWN = 5;
