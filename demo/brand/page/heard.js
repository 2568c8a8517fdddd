/** What a page and a site's systems hear of the order in the frame. Text only. */
import { post } from "../brands/backend.js";
import { EVENTS } from "./events.js";

/** More events than anybody reads; the oldest are removed. */
const MOST_EVENTS = 20;
/** A webhook comes within a second of its change. */
const LOOK_MS = 2_000;

const byId = (id) => document.getElementById(id);

function textElement(name, className, text) {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

function entry(name, time, details, more = []) {
  const item = document.createElement("li");
  const list = document.createElement("dl");
  for (const [key, value] of Object.entries(details ?? {})) {
    if (value !== undefined) list.append(textElement("dt", "", key), textElement("dd", "", String(value)));
  }
  const at = new Date(time).toLocaleTimeString("en-GB");
  item.append(textElement("code", "event-name", name), textElement("time", "event-time", at), list, ...more);
  return item;
}

let order;
let shown = "";

/** Each load of the frame is a new document, and each order in it a new list. */
export function hearFrame(frame) {
  frame.addEventListener("load", () => {
    for (const name of EVENTS)
      frame.contentDocument.addEventListener(name, ({ detail }) => {
        follow(frame.contentDocument.body.dataset.order);
        byId("events").prepend(entry(name, Date.now(), detail));
        while (byId("events").children.length > MOST_EVENTS) byId("events").lastElementChild.remove();
        byId("events-empty").hidden = true;
      });
  });
  setInterval(look, LOOK_MS);
}

function follow(next) {
  if (next === order) return;
  order = next;
  shown = "";
  byId("events").replaceChildren();
  byId("heard").replaceChildren();
  byId("heard-empty").hidden = false;
}

async function look() {
  if (document.hidden || order === undefined) return;
  const { deliveries } = await post("heard", { site: "yours", order_id: order }).catch(() => ({}));
  const text = JSON.stringify(deliveries);
  if (!deliveries || text === shown) return;
  shown = text;
  byId("heard-empty").hidden = deliveries.length > 0;
  byId("heard").replaceChildren(
    ...deliveries.map(({ type, timestamp, sequence, outcome, headers, body }) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const raw = textElement("pre", "", [...lines, "", body].join("\n"));
      raw.tabIndex = 0;
      return entry(type, timestamp, { order_id: JSON.parse(body).data.order_id, sequence, outcome }, [raw]);
    }),
  );
}
