/** Lists the widget's events for developers. Text only. */

const EVENTS = [
  "reward-ready",
  "reward-select",
  "reward-book",
  "reward-redeem",
  "reward-activate",
  "reward-notify",
  "reward-reveal",
  "reward-copy",
  "reward-error",
  "reward-session-expired",
];

/** More events than anybody reads; the oldest are removed. */
const MOST_EVENTS = 20;

const byId = (id) => document.getElementById(id);

export function textElement(name, className, text) {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

export function detailElement(detail) {
  const list = document.createElement("dl");
  for (const [name, value] of Object.entries(detail ?? {})) {
    if (value === undefined) continue;
    list.append(textElement("dt", "", name), textElement("dd", "", String(value)));
  }
  return list;
}

/** Newest first. The events bubble and cross the shadow root, so the document hears them. */
export function listenToEvents() {
  const list = byId("events");
  for (const name of EVENTS) {
    document.addEventListener(name, (event) => {
      const entry = document.createElement("li");
      entry.append(
        textElement("code", "event-name", name),
        textElement("time", "event-time", new Date().toLocaleTimeString("en-GB")),
        detailElement(event.detail),
      );
      list.prepend(entry);
      while (list.children.length > MOST_EVENTS) list.lastElementChild.remove();
      byId("events-empty").hidden = true;
    });
  }
}

/** Another order has its own events. */
export function clearEvents() {
  byId("events").replaceChildren();
  byId("events-empty").hidden = false;
}
