/** SKUs of the demo's catalog for tests, and a unit of virtual time. */

/** A code with PIN, of the main promotion: worth 30. */
export const SKU = "PLUMVALE-CODE-PIN-C128-30";
/** Another reward of the main promotion. */
export const OTHER = "GRIPFELL-60";
/** Of promotion 4004; debited when it is booked. */
export const PREPAID = "HEARTHLOW-PREPAID-40";

/** Milliseconds. */
export const MINUTE = 60_000;
