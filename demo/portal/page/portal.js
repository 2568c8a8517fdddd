/** The portal: finds a customer, shows their file, and what a clerk may give today. The reward beside it is give.js. */
import { fillRows, made, ask as post } from "../desk/rows.js";
import { language, listenToLanguage, moneyText, shortDay } from "../desk/speech.js";
import { listenToGiving, openGift, showGiving } from "./give.js";
import { own, speak, stateOf, t } from "./words.js";

/** How often the portal's backend is asked; it reads only what it was told. */
const LOOK_MS = 2_000;
const PERSON = "portal person";

const byId = (id) => document.getElementById(id);
/** @param {"look" | "wish" | "decide" | "session" | "link"} name */
export const ask = async (name, body) => (await post(name, body)).json();

/** The newest answer; who is signed in; whose file is open. */
let seen;
let shown = "";
let me = sessionStorage.getItem(PERSON) ?? "Jana Albers";
let customer;
let waiting;

async function look() {
  clearTimeout(waiting);
  const by = me;
  try {
    const answer = document.hidden ? undefined : await ask("look", { by });
    // A late answer for another person is dropped.
    if (answer && by === me) show(answer);
    reached(true);
  } catch {
    reached(false);
  }
  clearTimeout(waiting);
  waiting = setTimeout(look, LOOK_MS);
}

/** A screen reader says again what is written again. */
function reached(isReached) {
  const text = isReached ? "" : t("offline");
  if (byId("reached").textContent !== text) byId("reached").textContent = text;
}

function show(answer) {
  // Two people may be answered the same.
  const text = JSON.stringify([me, answer]);
  if (text === shown) return;
  shown = text;
  seen = answer;
  const { people, customers, limit } = seen;
  if (byId("person").options.length === 0) byId("person").append(...people.map((name) => new Option(name)));
  byId("person").value = me;
  const money = (amount) => moneyText({ amount, currency: limit.currency });
  byId("limit-words").textContent = t("limit", { left: money(limit.left), day: money(limit.day) });
  Object.assign(byId("limit"), { max: limit.day, value: limit.left });
  customer ??= customers[0];
  list();
  showFile();
}

function list() {
  const words = byId("term").value.toLowerCase().split(/\s+/);
  const found = seen.customers.filter(({ id, name, street, place, email }) => {
    const text = [id, id.replaceAll(" ", ""), name, street, place, email].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  byId("found-said").textContent = found.length === 0 ? t("nobody") : "";
  const rows = found.map((each) => {
    const about = made("span", "dot", each.open[0] && t("complaint"));
    const parts = [made("span", "who", each.name), made("span", "where", each.place), about];
    return { name: each.id, parts, press: () => open(each) };
  });
  fillRows(byId("customers"), rows);
  for (const button of byId("customers").querySelectorAll("button"))
    button.ariaCurrent = String(button.dataset.name === customer.id);
  const due = seen.gifts.filter(({ state }) => state === "approval");
  byId("due").hidden = due.length === 0;
  const waitings = due.map((gift) => ({
    name: gift.id,
    parts: [made("span", "who", giftText("gift", gift)), made("span", "where", gift.clerk)],
    press: () => open(customerOf(gift), gift),
  }));
  fillRows(byId("due-list"), waitings);
}

const customerOf = (gift) => seen.customers.find(({ id }) => id === gift.customer);
export const giftText = (key, gift) =>
  t(key, {
    ...gift,
    amount: moneyText({ amount: gift.amount, currency: seen.limit.currency }),
    customer: customerOf(gift).name,
  });

/** Opens a customer's file, with one of their gifts or with a new one. */
function open(next, gift) {
  customer = next;
  openGift(gift?.id);
  list();
  showFile();
  byId("file").focus();
}

function showFile() {
  const { id, name, street, place, email, tariff, since, monthly, open: complaint, history } = customer;
  const { currency } = seen.limit;
  byId("file-name").textContent = name;
  byId("file-about").textContent = email;
  const facts = {
    number: id,
    address: `${street}\n${place}`,
    tariff: `${own(tariff)}\n${t("since", { since })}`,
    monthly: moneyText({ amount: monthly, currency }),
  };
  byId("facts").replaceChildren(
    ...Object.entries(facts).map(([key, text]) => {
      const fact = made("div", "");
      fact.append(made("dt", "", t(key)), made("dd", "", text));
      return fact;
    }),
  );
  byId("open").hidden = complaint[0] === "";
  byId("open-words").textContent = own(complaint);
  const given = seen.gifts.filter((gift) => gift.customer === id);
  const rows = given.map((gift) => {
    const { tone, label } = stateOf(gift.state);
    const words = made("span", "what", giftText("given", gift));
    const parts = [made("time", "when", shortDay(gift.at)), words, made("span", `chip ${tone}`, label)];
    return { name: gift.id, parts, press: () => open(customer, gift) };
  });
  fillRows(byId("history"), rows);
  byId("history").append(
    ...history.map(({ day, what }) => {
      const item = made("li", "row");
      item.append(made("time", "when", shortDay(day)), made("span", "what", own(what)));
      return item;
    }),
  );
  showGiving({ ...seen, me, customer, language });
}

speak();
listenToLanguage(byId("language"));
byId("person").addEventListener("change", () => {
  me = byId("person").value;
  sessionStorage.setItem(PERSON, me);
  look();
});
byId("term").addEventListener("input", list);
byId("term").addEventListener("keydown", (event) => {
  if (event.key === "Enter") byId("customers").querySelector("button")?.click();
});
listenToGiving(look);
look();
