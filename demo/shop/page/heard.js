/** The member's points, and for developers the webhooks that they follow. Text only. */
import { detailElement, textElement } from "./events.js";
import { showNumber } from "./language.js";
import { ask } from "./order.js";

/** A step of the widget is told within a second: the page asks its backend often for a while, else seldom. */
const OFTEN_MS = 1_000;
const SELDOM_MS = 5_000;
const TIMES_OFTEN = 5;
const STEPS = ["reward-book", "reward-redeem", "reward-activate", "reward-notify"];

const byId = (id) => document.getElementById(id);

let followed;
/** The deliveries on the page, as text. */
let shown;
let next;

/** From now on the account is that of this order. */
export function followOrder(order) {
  followed = order;
  shown = undefined;
  look();
}

async function look(timesOften = 0) {
  const order = followed;
  const account = document.hidden ? undefined : await ask("account", order.shape, order.cart).catch(() => {});
  if (order !== followed) return;
  if (account?.deliveries) show(account);
  clearTimeout(next);
  next = setTimeout(look, timesOften > 0 ? OFTEN_MS : SELDOM_MS, timesOften - 1);
}

for (const name of STEPS) document.addEventListener(name, () => look(TIMES_OFTEN));

function show({ points, spent, deliveries }) {
  const text = JSON.stringify(deliveries);
  if (text === shown) return;
  shown = text;
  byId("collected").hidden = spent === 0;
  showNumber(byId("spent"), -spent);
  for (const each of document.querySelectorAll(".points")) showNumber(each, points);
  byId("heard-empty").hidden = deliveries.length > 0;
  byId("heard").replaceChildren(...deliveries.map(entry));
}

function entry({ type, timestamp, sequence, outcome, headers, body }) {
  const item = document.createElement("li");
  const { order_id } = JSON.parse(body).data;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  item.append(
    textElement("code", "event-name", type),
    textElement("time", "event-time", new Date(timestamp).toLocaleTimeString("en-GB")),
    detailElement({ order_id, sequence, outcome }),
    textElement("pre", "", [...lines, "", body].join("\n")),
  );
  return item;
}
