/** The care desk: numbers, and the list of all shops' orders. One order beside it is order.js. */
import { closeOrder, listenToOrder, openOrder, rereadOrder, wasAsked } from "./order.js";
import { ask, fillRows, focusRow, made } from "./rows.js";
import { listenToLanguage, moneyText, shortText } from "./speech.js";
import { STATE_NAMES, speak, stateOf, t } from "./words.js";

/** How often the desk's backend is asked; it reads only what its shops were told. */
const LOOK_MS = 2_000;
/** The same right after a start, when the first orders are on their way. */
const LOOK_SOON_MS = 300;
/** From this width on the filters are always unfolded, as in the style sheet. */
const ROOM = "(width >= 700px)";

const byId = (id) => document.getElementById(id);
const byName = (one) => `${one.shop} ${one.order_id}`;

const chosen = () => ({
  ...Object.fromEntries(new FormData(byId("filters"))),
  utc: new Date().getTimezoneOffset(),
});

let shown = "";
let waiting;

/** A screen reader says again what is written again. */
function say(text) {
  if (byId("list-said").textContent !== text) byId("list-said").textContent = text;
}

async function look() {
  clearTimeout(waiting);
  const search = chosen();
  try {
    const answer = document.hidden ? undefined : await (await ask("orders", search)).json();
    // A late answer to another search is dropped.
    if (answer && JSON.stringify(search) === JSON.stringify(chosen())) show(answer);
  } catch {
    say(t("offline"));
  }
  clearTimeout(waiting);
  waiting = setTimeout(look, byId("orders").children.length > 0 ? LOOK_MS : LOOK_SOON_MS);
}

function show({ shops, numbers, orders }) {
  const { term, shop, state } = chosen();
  say(orders.length > 0 ? "" : t(term || shop || state ? "nothing" : "coming"));
  byId("heads").hidden = orders.length === 0;
  const text = JSON.stringify([numbers, orders]);
  if (text === shown) return;
  shown = text;
  for (const name of ["issued", "open", "refunded"]) byId(`n-${name}`).textContent = numbers[name];
  const worth = Object.entries(numbers.worth).map(([currency, amount]) => moneyText({ amount, currency }));
  byId("n-worth").textContent = worth.join(" · ") || "–";
  if (byId("shop").options.length === 1)
    byId("shop").append(...shops.map(({ id, name }) => new Option(name, id)));
  fillRows(byId("orders"), orders.map(row));
  markRow();
  rereadOrder(orders);
}

/** The row of the order that stands beside the list. */
function markRow() {
  const name = byId("order").hidden ? "" : byName(wasAsked());
  for (const each of byId("orders").querySelectorAll("button.row"))
    each.ariaCurrent = String(each.dataset.name === name);
}

export function chip(element, state) {
  const { tone, label } = stateOf(state);
  element.className = `chip ${tone}`;
  element.textContent = label;
  return element;
}

function row(order) {
  const { state, metadata, reward_name, value, updated_at, shop_name, confirmed_by } = order;
  const parts = [
    made("span", "number", order.number),
    made("span", "who", metadata?.customer ?? order.order_id),
    made("span", "what", reward_name ?? "–"),
    made("span", "worth", value ? moneyText(value) : ""),
    made("span", "where", confirmed_by ? `${shop_name} · ${confirmed_by}` : shop_name),
    made("span", "when", shortText(updated_at)),
    chip(made("span", ""), state),
  ];
  return {
    name: byName(order),
    parts,
    press: () => {
      openOrder(order);
      markRow();
    },
  };
}

async function saveCsv() {
  const answer = await ask("csv", chosen());
  if (!answer.ok) throw new Error("no CSV");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = "orders.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}

speak();
listenToLanguage(byId("language"));
byId("clerk").value = sessionStorage.getItem("clerk") ?? byId("clerk").value;
byId("clerk").addEventListener("change", () => sessionStorage.setItem("clerk", byId("clerk").value));
byId("state").append(...STATE_NAMES.map((state) => new Option(stateOf(state).label, state)));
const room = matchMedia(ROOM);
const fold = () => {
  byId("more-filters").open = room.matches;
};
room.addEventListener("change", fold);
fold();
byId("filters").addEventListener("input", look);
byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("csv").addEventListener("click", () => saveCsv().catch(() => say(t("offline"))));
listenToOrder(ask, chip, () => {
  shown = "";
  look();
});
byId("close").addEventListener("click", () => {
  const name = byName(wasAsked());
  closeOrder();
  markRow();
  focusRow(byId("orders"), name);
});
look();
