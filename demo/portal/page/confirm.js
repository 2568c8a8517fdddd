/** Asks before something that cannot be undone. The way back comes first; Escape takes it. */
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
