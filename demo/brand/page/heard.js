/** What the page hears, what the site's systems hear, and what is called, each newest first. */
import { post } from "../brands/backend.js";
import { orderInFrame, watchFrame } from "./frame.js";
import { readable } from "./json.js";
import { t } from "./texts.js";

/** More than anybody reads; the oldest are removed. */
const MOST = 40;
/** A webhook comes within a second of its change. */
const LOOK_MS = 2_000;
const LISTS = ["events", "webhooks", "network"];

const byId = (id) => document.getElementById(id);
const made = (name, className, textContent) =>
  Object.assign(document.createElement(name), { className, textContent });
const timeOf = (time) => made("time", "", new Date(time).toLocaleTimeString("en-GB"));

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
export function listen(events, changed, say) {
  watchFrame({
    events,
    heard(name, detail) {
      follow();
      add("events", [made("code", "", name), timeOf(Date.now())], () => [readable(detail)], true);
      changed();
    },
    called({ method, path, status, ms, request, response }) {
      follow();
      const line = [
        made("code", "", `${method} ${path}`),
        made("b", status < 400 ? "good" : "bad", status),
        made("span", "", `${ms} ms`),
      ];
      add("network", line, () =>
        Object.entries({ Request: request, Response: response }).flatMap(([name, body]) =>
          body === undefined ? [] : [made("h3", "", t(name)), readable(body)],
        ),
      );
    },
  });
  setInterval(() => look(say), LOOK_MS);
}

async function look(say) {
  if (document.hidden || order === undefined) return;
  const asked = order;
  const { deliveries = [] } = await post("heard", { site: "yours", order_id: asked }).catch(() => ({}));
  if (asked !== order) return;
  for (const delivery of deliveries.reverse()) {
    const key = JSON.stringify([delivery.headers, delivery.outcome]);
    if (!seen.has(key)) showDelivery(delivery, say);
    seen.add(key);
  }
}

function showDelivery({ type, sequence, outcome, headers, body }, say) {
  const isNew = outcome === "taken" || outcome === "answered: allow";
  const line = [
    made("code", "", type),
    made("b", isNew ? "good" : "bad", t(outcome)),
    timeOf(headers["webhook-timestamp"] * 1000),
  ];
  const signed = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  add(
    "webhooks",
    line,
    () => {
      const raw = document.createElement("details");
      raw.append(made("summary", "", t("Raw bytes")), made("pre", "", body));
      const again = made("button", "", t("Send again"));
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
        look(say);
      });
      // A question has no sequence: another press of the button asks it again.
      return [
        made("pre", "", signed.join("\n")),
        ...(sequence ? [again] : []),
        readable(JSON.parse(body)),
        raw,
      ];
    },
    true,
  );
}
