/** What the files of this page have in common: its elements, and what it says of itself above the knobs. */
import { t } from "./texts.js";

export const byId = (id) => document.getElementById(id);
export const made = (name, props) => Object.assign(document.createElement(name), props);

const LEAD = byId("said").textContent;

/** @param text without one, what stands there first @param more that no table has */
export function say(text, more = "") {
  byId("said").textContent = `${t(text || LEAD)} ${more}`.trim();
}

/** Says that it was copied only after a success. */
export const copy = (text, done) =>
  navigator.clipboard.writeText(text).then(
    () => say(done),
    () => say("The browser does not let this page copy."),
  );
