/** Lists the widget's events for developers, and shows the shop's own use of one of them. Text only. */

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

/** Events by which the member gets the reward: as codes, as a link, by mail. */
const TAKEN_NOW = ["reward-redeem", "reward-activate", "reward-notify"];
/** The same as states: an order that is opened again only reports its state. */
const TAKEN = ["redeemed", "activated", "notified"];

/** More events than anybody reads; the oldest are removed. */
const MOST_EVENTS = 20;

const byId = (id) => document.getElementById(id);

function textElement(name, className, text) {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

function detailElement(detail) {
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
  // As on a customer's page: the member has the reward, so the account shows the gift as taken.
  for (const name of [...TAKEN_NOW, "reward-ready"]) {
    document.addEventListener(name, ({ type, detail }) => {
      if (TAKEN_NOW.includes(type) || TAKEN.includes(detail?.state)) byId("collected").hidden = false;
    });
  }
}

/** Another order has its own events. */
export function clearEvents() {
  byId("events").replaceChildren();
  byId("events-empty").hidden = false;
  byId("collected").hidden = true;
}
