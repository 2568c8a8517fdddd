/**
 * What stands behind `html live` in a document, and in the table of states: `promotion=4002 max_amount=80 fault=redeem:timeout_after`.
 * Used by the build and in the page.
 */

/** @typedef {{ readonly promotion?: string, readonly faults: readonly object[], readonly faultsBefore: readonly object[], readonly plays: readonly string[], readonly sku?: string, readonly session: Record<string, unknown> }} Wishes */

/** Members of a session that are numbers. */
const NUMBERS = new Set(["points_per_unit", "ttl_seconds", "rewards_max"]);

/**
 * @param {string} text pairs of names and values; `_` in a value is a blank
 * @returns {Wishes}
 */
export function wishesIn(text) {
  const wishes = { faults: [], faultsBefore: [], plays: [], session: {} };
  for (const [, name, given] of text.matchAll(/(\w+)=(\S+)/g)) {
    const value = given.replaceAll("_", " ");
    if (name === "promotion") wishes.promotion = given;
    else if (name === "sku") wishes.sku = given;
    else if (name === "play") wishes.plays = given.split(",");
    else if (name === "fault") wishes.faults.push(faultIn(given));
    else if (name === "fault_before") wishes.faultsBefore.push(faultIn(given));
    else if (name === "grant")
      Object.assign(wishes.session, { grant_id: "grant-1", amount: given, currency: "USD" });
    else if (name === "skus") wishes.session.skus = given.split(",");
    else wishes.session[name] = NUMBERS.has(name) ? Number(given) : name === "message" ? value : given;
  }
  return wishes;
}

/** `{operation}:{kind}`, and where it is not for one call `:always`; `state.denied` is the kind `state` with that state. */
function faultIn(text) {
  const [operation, kinds = "", times] = text.split(":");
  const [kind, state] = kinds.split(".");
  return { operation, kind, ...(state && { state }), ...(times && { times }) };
}
