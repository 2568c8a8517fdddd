/** The widget's events, listed for developers as they come; and what the shop itself does with one of them. Text only. */

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

/** The member gets the reward in this moment: as codes, as a link, by mail. */
const TAKEN_NOW = ["reward-redeem", "reward-activate", "reward-notify"];
/** The same as states: an order that is opened again tells only in which one it is. */
const TAKEN = ["redeemed", "activated", "notified"];

/** More than anybody reads; the oldest go. */
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
  // What a customer's page would do: the member has the reward, so the account says that the gift was taken.
  for (const name of [...TAKEN_NOW, "reward-ready"]) {
    document.addEventListener(name, ({ type, detail }) => {
      if (TAKEN_NOW.includes(type) || TAKEN.includes(detail?.state)) byId("collected").hidden = false;
    });
  }
}

/** Another order tells its own story. */
export function clearEvents() {
  byId("events").replaceChildren();
  byId("events-empty").hidden = false;
  byId("collected").hidden = true;
}
