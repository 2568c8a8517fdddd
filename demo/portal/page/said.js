/**
 * The one line for results of actions: visible at the top, announced by screen readers, there until the next message.
 * The line is always in the page, because some screen readers do not announce an element that appears together with its
 * text.
 */
import { byId } from "./elements.js";

let again;

/**
 * @param {"good" | "bad" | "busy"} tone
 * @param {string} text
 * @param {() => void} [retry] shown as a button
 */
export function say(tone, text, retry) {
  again = retry;
  byId("said").className = `said ${tone}`;
  byId("said-text").textContent = text;
  byId("said-again").hidden = retry === undefined;
  byId("said-close").hidden = tone === "busy";
}

export function sayNothing() {
  again = undefined;
  byId("said").className = "said";
  byId("said-text").textContent = "";
  byId("said-again").hidden = true;
  byId("said-close").hidden = true;
}

export function listenToSaid() {
  byId("said-again").addEventListener("click", () => again?.());
  byId("said-close").addEventListener("click", () => {
    sayNothing();
    byId("main").focus();
  });
}
