/** One gift: the clerk's wish, a second person's word, the element, and the way to the customer. */
import { drawn } from "/demo/phone.js";
import { moneyText } from "../desk/speech.js";
import { ask, giftText } from "./portal.js";
import { stateOf, t } from "./words.js";

const AMOUNTS = [10, 20, 30, 50, 80, 120];
const FIRST = 30;
/** The customer has a link, or a code. */
const GIVEN = ["activated", "redeemed"];

const byId = (id) => document.getElementById(id);
const say = (text) => {
  byId("said").textContent = text;
};

let look;
let now;
/** The gift that is shown; undefined: a new one. */
let shownId;
/** The clerk's session in the element. */
let token;

/** @param changed called after a change */
export function listenToGiving(changed) {
  look = changed;
  byId("reason").append(...[...t("reasons").split("|")].map((text) => new Option(text)));
  byId("wish").addEventListener("input", showLimits);
  byId("wish").addEventListener("submit", (event) => {
    event.preventDefault();
    const { amount, ...wish } = Object.fromEntries(new FormData(byId("wish")));
    const { me: clerk, customer, language } = now;
    change("wish", { clerk, customer: customer.id, language, amount: Number(amount), ...wish });
  });
  byId("proof-answers").tabIndex = 0;
  for (const button of document.querySelectorAll("[data-decide]"))
    button.addEventListener("click", () =>
      change("decide", { id: shownId, by: now.me, yes: button.dataset.decide === "yes" }),
    );
  byId("another").addEventListener("click", () => {
    openGift();
    showGiving(now);
    byId("give-title").focus();
  });
  byId("print").addEventListener("click", () => print());
  byId("proof").addEventListener("toggle", prove);
  for (const name of ["activate", "notify", "redeem"])
    byId("place").addEventListener(`reward-${name}`, () => look());
}

/** @param id of a gift; none: the wish for a new one */
export function openGift(id) {
  shownId = id;
  token = undefined;
  byId("place").replaceChildren();
  byId("proof").open = false;
  say("");
  if (!id) byId("note").value = "";
}

async function change(name, body) {
  byId("go").disabled = true;
  try {
    const { gift, error } = await ask(name, body);
    if (gift) openGift(gift.id);
    say(gift ? "" : t(error in { above_limit: 0, not_yours: 0 } ? error : "offline"));
    await look();
    if (gift) byId("give-title").focus();
  } catch {
    say(t("offline"));
  }
  byId("go").disabled = false;
  showLimits();
}

/** What the chosen amount needs: nothing, a second person, or another day. */
function showLimits() {
  const { limit } = now;
  const amount = Number(byId("wish").elements.amount.value);
  const alone = moneyText({ amount: limit.alone, currency: limit.currency });
  const isAbove = amount > limit.left;
  byId("go").disabled = isAbove;
  byId("go").textContent = t(amount > limit.alone ? "request" : "choose");
  byId("go-words").textContent = t(isAbove ? "above" : amount > limit.alone ? "four" : "alone", { alone });
}

function fillAmounts({ currency }) {
  byId("amounts").replaceChildren(
    ...AMOUNTS.map((amount) => {
      const label = document.createElement("label");
      const input = { type: "radio", name: "amount", value: amount, checked: amount === FIRST };
      label.append(Object.assign(document.createElement("input"), input), moneyText({ amount, currency }));
      return label;
    }),
  );
}

export function showGiving(next) {
  const isOther = next.me !== now?.me;
  if (next.customer !== now?.customer) byId("reason").selectedIndex = next.customer.occasion;
  now = next;
  if (byId("amounts").children.length === 0) fillAmounts(now.limit);
  showLimits();
  const gift = now.gifts.find(({ id }) => id === shownId);
  byId("wish").hidden = gift !== undefined;
  byId("gift").hidden = gift === undefined;
  if (!gift) return;
  // Another person's session is another one's.
  if (isOther) openGift(gift.id);
  const { tone, label } = stateOf(gift.state);
  Object.assign(byId("gift-state"), { className: `chip ${tone}`, textContent: label });
  byId("gift-words").textContent = giftText("gift", gift);
  const isMine = gift.clerk === now.me;
  showFour(gift, isMine);
  const isAgreed = !["approval", "declined"].includes(gift.state);
  if (isMine && isAgreed && byId("place").children.length === 0) startElement(gift);
  const isGiven = isMine && GIVEN.includes(gift.state);
  byId("slip").hidden = !isGiven || gift.way === "mail";
  if (!byId("slip").hidden) showSlip(gift).catch(() => say(t("offline")));
  byId("handed").hidden = !isGiven && !(isMine && gift.state === "notified");
}

function showFour({ state, clerk, decision }, isMine) {
  const by = { clerk, by: decision?.by };
  const said = decision
    ? t(decision.yes ? "approved_by" : "declined_by", by)
    : isMine
      ? ""
      : t("not_mine", by);
  byId("four-words").textContent = state === "approval" ? t(isMine ? "ask_own" : "ask_other", by) : said;
  byId("four").hidden = byId("four-words").textContent === "";
  for (const button of document.querySelectorAll("[data-decide]"))
    button.hidden = state !== "approval" || isMine;
}

/** The part that a customer of ours would write. */
function startElement({ id }) {
  const { me: by } = now;
  const element = document.createElement("reward-redemption");
  element.getSession = async () => {
    const { session_token, error } = await ask("session", { id, by });
    if (!session_token) throw new Error(error);
    token = session_token;
    return session_token;
  };
  byId("place").replaceChildren(element);
}

async function showSlip({ id, way, customer }) {
  const { address, size, path } = await ask("link", { id, by: now.me });
  if (id !== shownId) return;
  const { name } = now.customers.find((each) => each.id === customer);
  byId("slip").dataset.way = way;
  byId("qr").replaceChildren(drawn({ size, path }));
  byId("slip-title").textContent = t(`slip_${way}`, { customer: name });
  byId("slip-words").textContent = t(way === "print" ? "slip_paper" : "slip_words");
  Object.assign(byId("slip-link"), {
    href: address,
    textContent: way === "print" ? address : t("slip_address"),
  });
  byId("print").hidden = way !== "print";
}

/** Whoever doubts it asks with the clerk's own session for all that there is. */
async function prove() {
  if (!byId("proof").open) return;
  const asked = async (method, path) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(new URL(`/v1/${path}`, byId("widget").src), { method, headers });
    return `${method} /v1/${path}  ${answer.status}\n${JSON.stringify(await answer.json(), null, 1)}`;
  };
  const answers = [await asked("POST", "order/codes"), await asked("GET", "order")];
  byId("proof-answers").textContent = answers.join("\n\n");
}
