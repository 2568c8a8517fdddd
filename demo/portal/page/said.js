/**
 * The one place where the outcome of an action is said: seen at the top, heard by screen readers, there until the next.
 * It is always in the page, because what comes together with its text is not heard everywhere.
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
