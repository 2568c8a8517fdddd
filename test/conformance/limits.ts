/** Every number of the conformance suite, with its reason. */

const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

/** A read takes a moment; a longer one is a fault. */
export const READ_TIMEOUT_MS = 20 * SECOND;
/** Making a code may take long. A gateway in front answers 504 well before this. */
export const CHANGE_TIMEOUT_MS = 60 * SECOND;

/** How often a redeem is repeated after a 504 or a broken connection (docs/proof/interface.md, R2). */
export const REDEEM_REPEATS = 2;

/** How often a call is repeated after a 429, and how long to wait: without `Retry-After`, and at most. */
export const LIMITED_REPEATS = 3;
export const LIMITED_WAIT_MS = 5 * SECOND;
export const LIMITED_WAIT_MOST_MS = MINUTE;

/** A token is replaced this long before its end, but never by more than a fifth of its lifetime. */
export const TOKEN_MARGIN_MS = 5 * MINUTE;
/** The assumed lifetime of a token whose `expires_in` cannot be read. */
export const TOKEN_LIFE_UNKNOWN_MS = 10 * MINUTE;

/** Lists may lag: how often a list is read again for an item that it must have, and the wait in between. */
export const LIST_LOOKS = 5;
export const LIST_PAUSE_MS = 2 * SECOND;

/** Times may be shown in whole seconds: after this long a later time differs from an earlier one. */
export const LATER_MS = 1100;

/** How many pages of a list are searched at most, so that a large account does not cost hundreds of calls. */
export const PAGES_MOST = 40;
/** How many SKUs one request asks for: an address must not become too long. */
export const SKUS_AT_ONCE = 20;

/**
 * The length of a hold (Limits), and the distance kept from its end, because clocks differ and lapsing may be a batch
 * job.
 */
export const HOLD_MS = 30 * MINUTE;
export const HOLD_MARGIN_MS = MINUTE;
/** The whole wait for the end of a hold. */
export const HOLD_WAIT_MS = HOLD_MS + HOLD_MARGIN_MS;
/** From any day and in any time zone, this leads into another calendar month. */
export const MONTH_WAIT_MS = 32 * DAY;

/** How many requests a finding names, and how many ids of an answer: enough to find them in a log. */
export const EVIDENCE_REQUESTS_MOST = 6;
export const EVIDENCE_IDS_MOST = 10;

/** How many problems of a shape are reported; more do not help. */
export const PROBLEMS_SHOWN = 5;
