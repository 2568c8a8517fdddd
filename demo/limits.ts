/** Limits of the backends of the demo's sites. */

/** The token server answers a cancel or a refund within 12 s, other calls sooner. */
export const TOKEN_SERVER_LIMIT_MS = 15_000;

/** A session request of the shop has some 60 bytes. */
export const SHOP_BODY_LIMIT_BYTES = 1024;

/** An event has less than 1 kB, and metadata of at most 20 pairs of 440 characters. */
export const WEBHOOK_BODY_LIMIT_BYTES = 64 * 1024;

/** A brand of twelve rewards with all of their texts. */
export const BRAND_BODY_LIMIT_BYTES = 16 * 1024;

/** A search, or a reason of 200 characters. */
export const DESK_BODY_LIMIT_BYTES = 4 * 1024;

/** A wish with a note of 200 characters. */
export const PORTAL_BODY_LIMIT_BYTES = 2 * 1024;

/** Requests of the local network in a minute: a phone's page has some 40, and asks for its order every few seconds. */
export const PHONE_REQUESTS_PER_MINUTE = { address: 300, all: 2_000 } as const;
/** Of these, orders and accounts that phones have the demo make; each may be a promotion of its own. */
export const PHONE_OPENED_PER_MINUTE = 30;
/** More than the phones of an audience; the presenter's own page has another listener. */
export const PHONE_CONNECTIONS_MAX = 200;
