/** Lists of rows that are buttons, and the calls to a page's own backend. */

export const made = (tag, className, textContent = "") =>
  Object.assign(document.createElement(tag), { className, textContent });

/** @param {string} name of a call of the page's backend */
export const ask = (name, body) =>
  fetch(`api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const buttons = (place) => [...place.querySelectorAll("button.row")];

export function focusRow(place, name) {
  buttons(place)
    .find(({ dataset }) => dataset.name === name)
    ?.focus();
}

/**
 * The list may change while the user is in it.
 * @param {{ name: string, parts: Element[], press: () => void }[]} rows
 */
export function fillRows(place, rows) {
  const focused = buttons(place).find((each) => each === document.activeElement)?.dataset.name;
  place.replaceChildren(
    ...rows.map(({ name, parts, press }) => {
      const button = Object.assign(made("button", "row"), { type: "button" });
      button.dataset.name = name;
      button.append(...parts);
      button.addEventListener("click", press);
      const item = made("li", "");
      item.append(button);
      return item;
    }),
  );
  if (focused) focusRow(place, focused);
}
