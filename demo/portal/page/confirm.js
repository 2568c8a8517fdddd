/** Asks before an action that cannot be undone. The first button goes back, and Escape does the same. */
import { byId } from "./elements.js";

/** @returns {Promise<boolean>} */
export function confirmed({ title, text, yes }) {
  const dialog = byId("confirm");
  byId("confirm-title").textContent = title;
  byId("confirm-text").textContent = text;
  byId("confirm-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answered) => {
    dialog.addEventListener("close", () => answered(dialog.returnValue === "yes"), { once: true });
  });
}

export function listenToConfirm() {
  const dialog = byId("confirm");
  byId("confirm-no").addEventListener("click", () => dialog.close(""));
  byId("confirm-yes").addEventListener("click", () => dialog.close("yes"));
}
