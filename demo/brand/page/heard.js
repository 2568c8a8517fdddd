/** What the page hears, what the site's systems hear, and what is called, each newest first. */
import { post } from "../brands/backend.js";
import { byId, made, say } from "./dom.js";
import { orderInFrame, watchFrame } from "./frame.js";
import { readable } from "./json.js";
import { t } from "./texts.js";

/** More than anybody reads; the oldest are removed. */
const MOST = 40;
/** A webhook comes within a second of its change. */
const LOOK_MS = 2_000;
const LISTS = ["events", "webhooks", "network"];

const text = (name, textContent, className = "") => made(name, { className, textContent });
const timeOf = (time) => text("time", new Date(time).toLocaleTimeString("en-GB"));

/** A line that opens; what is in it is written when it does. */
function add(list, line, fill, open = false) {
  const item = document.createElement("li");
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.append(...line);
  details.append(summary);
  details.addEventListener("toggle", () => details.append(...fill()), { once: true });
  details.open = open;
  item.append(details);
  const items = byId(list).querySelector("ol");
  items.prepend(item);
  if (items.children.length > MOST) items.lastElementChild.remove();
  byId(`tab-${list}`).dataset.count = items.children.length;
}

let order;
let seen = new Set();

/** Each order in the frame is a new list. */
function follow() {
  const next = orderInFrame();
  if (next === order) return;
  order = next;
  seen = new Set();
  for (const list of LISTS) {
    byId(list).querySelector("ol").replaceChildren();
    delete byId(`tab-${list}`).dataset.count;
  }
}

/** @param {string[]} events their names @param {() => void} changed called when the element has said something */
export function listen(events, changed) {
  watchFrame({
    events,
    heard(name, detail) {
      follow();
      add("events", [text("code", name), timeOf(Date.now())], () => [readable(detail)], true);
      changed();
    },
    called({ method, path, status, ms, request, response }) {
      follow();
      const line = [
        text("code", `${method} ${path}`),
        text("b", status, status < 400 ? "good" : "bad"),
        text("span", `${ms} ms`),
      ];
      add("network", line, () =>
        Object.entries({ Request: request, Response: response }).flatMap(([name, body]) =>
          body === undefined ? [] : [text("h2", t(name)), readable(body)],
        ),
      );
    },
  });
  setInterval(look, LOOK_MS);
}

async function look() {
  if (document.hidden || order === undefined) return;
  const asked = order;
  const { deliveries = [] } = await post("heard", { site: "yours", order_id: asked }).catch(() => ({}));
  if (asked !== order) return;
  for (const delivery of deliveries.reverse()) {
    const key = JSON.stringify([delivery.headers, delivery.outcome]);
    if (!seen.has(key)) showDelivery(delivery);
    seen.add(key);
  }
}

function showDelivery({ type, sequence, outcome, headers, body }) {
  const isNew = outcome === "taken" || outcome === "answered: allow";
  const line = [
    text("code", type),
    text("b", t(outcome), isNew ? "good" : "bad"),
    timeOf(headers["webhook-timestamp"] * 1000),
  ];
  const signed = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  add(
    "webhooks",
    line,
    () => {
      const raw = document.createElement("details");
      raw.append(text("summary", t("Raw bytes")), text("pre", body));
      const again = text("button", t("Send again"));
      again.type = "button";
      again.addEventListener("click", async () => {
        again.disabled = true;
        const sent = post("again", { site: "yours", order_id: order, event_id: headers["webhook-id"] });
        say(
          await sent
            .then(() => "Sent again, with the same id: your receiver drops it.")
            .catch(() => "Not sent."),
        );
        again.disabled = false;
        look();
      });
      // A question has no sequence: another press of the button asks it again.
      return [text("pre", signed.join("\n")), ...(sequence ? [again] : []), readable(JSON.parse(body)), raw];
    },
    true,
  );
}
