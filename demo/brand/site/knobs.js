/** What the maker of a page sets on the element beside its brand. All of it is in the page's address. */
import { BACKEND } from "./backend.js";

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

const made = (name, props) => Object.assign(document.createElement(name), props);

/** An age gate, as a page would have it. */
async function askAge() {
  const dialog = made("dialog", { className: "notice" });
  const isGerman = document.documentElement.lang === "de";
  const [question, yes, no] = isGerman ? ["Sind Sie 18?", "Ja", "Nein"] : ["Are you 18?", "Yes", "No"];
  const buttons = [yes, no].map((textContent) => made("button", { type: "button", textContent }));
  for (const button of buttons) button.addEventListener("click", () => dialog.close(button.textContent));
  dialog.append(made("p", { textContent: question }), ...buttons);
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  dialog.remove();
  return dialog.returnValue === yes;
}
const BEFORE_CONFIRM = { age: askAge, refuse: () => false };

/** What a page's backend says of a session, by the ways that an element has to ask for one. */
const SESSIONS = {
  getSession: (widget, _, mint) => {
    widget.getSession = mint;
  },
  "session-url": (widget) =>
    widget.setAttribute("session-url", `${BACKEND}session/${document.body.dataset.order}`),
  nothing: (widget) => {
    const textContent = "This stands in the element, for a visitor without a reward.";
    widget.append(made("p", { className: "notice", textContent }));
    widget.getSession = async () => null;
  },
  "signed-out": (widget) => {
    widget.getSession = () => Promise.reject({ status: 401 });
  },
};

/** @param {() => Promise<string>} mint asks the backend for another session */
export function giveSession(widget, token, mint, { session } = {}) {
  if (SESSIONS[session]) return SESSIONS[session](widget, token, mint);
  widget.session = token;
  widget.getSession = mint;
}

/** Sets what a running element takes. */
export function turnKnobs(widget, { attributes, properties, css, messages, beforeConfirm } = {}) {
  widget.removeAttribute("theme");
  for (const [name, value] of Object.entries(attributes ?? {})) widget.setAttribute(name, value);
  widget.messages = messages;
  widget.beforeConfirm = BEFORE_CONFIRM[beforeConfirm];
  sheet.replaceSync(css ?? "");
  sheet.insertRule("reward-redemption {}");
  for (const [name, value] of Object.entries(properties ?? {}))
    sheet.cssRules[0].style.setProperty(name, value);
}

/** What an element has to begin anew for. */
export function beginningOf({ session, attributes } = {}) {
  const { theme: _, ...others } = attributes ?? {};
  return [session, others];
}
