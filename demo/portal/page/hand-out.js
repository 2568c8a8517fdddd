/**
 * The widget at the counter: created for one order, with sessions from this site's backend, and removed when it is put
 * away.
 */
import { call } from "./calls.js";
import { byId } from "./elements.js";

/** Counts the widgets created here, so that a late answer for an earlier one is dropped. */
let latest = 0;

async function mintSession(orderId) {
  return (await call("session", { order_id: orderId })).session_token;
}

/** Puts the widget in the page. Rejects with Refused; then nothing is shown. */
export async function handOut(orderId) {
  latest += 1;
  const mine = latest;
  const session = await mintSession(orderId);
  if (mine !== latest) return;
  const widget = document.createElement("reward-redemption");
  byId("counter-widget").replaceChildren(widget);
  byId("counter").hidden = false;
  widget.support = new URL(`../help/portal?order=${encodeURIComponent(orderId)}`, location.href).href;
  widget.session = session;
  widget.getSession = () => mintSession(orderId);
  byId("counter").focus();
}

/** Whether the widget's script, which the token server serves, is loaded. */
export const isWidgetHere = () => customElements.get("reward-redemption") !== undefined;

export const isHandedOut = () => !byId("counter").hidden;

export function putAway() {
  latest += 1;
  byId("counter").hidden = true;
  byId("counter-widget").replaceChildren();
}
