/** One order: what is the case, what can be done, and who did what and why. */
import { momentText, moneyText, shortText } from "./speech.js";
import { hasText, stateOf, t } from "./words.js";

/** What may be tried; the token server decides in the end. */
const ACTIONS = {
  refund: ["redeemed", "denied", "blocked", "expired"],
  cancel: ["open", "booked", "activated", "notified", "failed"],
};
const MOMENTS = ["booked_at", "confirmed_at", "redeemed_at", "refunded_at"];
const OTHER = "other";

const byId = (id) => document.getElementById(id);

let ask;
let chip;
let changed;
let order;

export const wasAsked = () => order ?? {};

/** @param done called after a change */
export function listenToOrder(call, showChip, done) {
  ask = call;
  chip = showChip;
  changed = done;
  for (const button of document.querySelectorAll("[data-action]"))
    button.addEventListener("click", () => act(button.dataset.action));
  byId("reread").addEventListener("click", reread);
  byId("ask-no").addEventListener("click", () => byId("ask").close());
  byId("reason").addEventListener("change", () => {
    const isOwn = byId("reason").value === OTHER;
    byId("own").hidden = !isOwn;
    byId("own-reason").required = isOwn;
    if (isOwn) byId("own-reason").focus();
  });
}

export function openOrder(next) {
  order = next;
  say("");
  show();
  byId("order").hidden = false;
  byId("order").focus();
}

export function closeOrder() {
  order = undefined;
  byId("order").hidden = true;
}

/** Shows what the list's newest answer says of it. */
export function rereadOrder(orders) {
  const next = orders.find(({ shop, order_id }) => shop === order?.shop && order_id === order.order_id);
  if (!next) return;
  const focused = document.activeElement;
  order = next;
  show();
  // What can no longer be done is hidden; the keyboard stays in the order.
  if (focused?.hidden) byId("order").focus();
}

const say = (text) => {
  byId("said").textContent = text;
};

function fact(name, text) {
  if (text === undefined) return [];
  const term = Object.assign(document.createElement("dt"), { textContent: t(name) });
  return [term, Object.assign(document.createElement("dd"), { textContent: text })];
}

function show() {
  const { state, metadata, reward_name, value, delivery, reference, confirmed_by, notes } = order;
  chip(byId("order-state"), state);
  byId("order-title").textContent = metadata?.customer ?? order.order_id;
  byId("order-words").textContent = stateOf(state).words;
  byId("facts").replaceChildren(
    ...fact("number", `${order.number} · ${order.shop_name}`),
    ...fact("email", order.email ?? order.masked_email),
    ...fact("reward", reward_name),
    ...fact("value", value && moneyText(value)),
    ...fact("delivery", hasText(delivery) ? t(delivery) : delivery),
    ...fact("given_by", confirmed_by),
    ...fact("approved_by", metadata?.approved_by),
    ...fact("given_why", metadata?.reason),
    ...fact("reference", reference),
    ...fact("opened_at", momentText(order.created_at)),
    ...MOMENTS.flatMap((name) => fact(name, order[name] && momentText(order[name]))),
  );
  for (const button of document.querySelectorAll("[data-action]"))
    button.hidden = !ACTIONS[button.dataset.action].includes(state);
  const lines = notes.map(({ action, by, at, reason }) =>
    t(`${action}_by`, { by, at: shortText(at), reason }),
  );
  byId("notes").replaceChildren(
    ...(lines.length > 0 ? lines : [t("no_notes")]).map((text) =>
      Object.assign(document.createElement("li"), { textContent: text }),
    ),
  );
}

/** Asks the desk's backend about the shown order. @returns the answer, and whether the order is still shown */
async function askAbout(name, more = {}) {
  const { shop, order_id } = order;
  say(t("asking"));
  const answer = await ask(name, { shop, order_id, ...more })
    .then((response) => response.json())
    .catch(() => ({ error: "offline" }));
  return { answer, isShown: order?.shop === shop && order.order_id === order_id };
}

async function reread() {
  const { answer, isShown } = await askAbout("order");
  if (isShown) say(answer.order ? "" : t("offline"));
  finish(answer);
}

/** An order that has left the list's selection is shown from the answer alone. */
function finish(answer) {
  if (answer.order) rereadOrder([answer.order]);
  changed();
}

/** @returns {Promise<string | undefined>} the reason, or undefined if the clerk went back */
function askForReason(action) {
  const dialog = byId("ask");
  byId("ask-title").textContent = t(`ask_${action}`);
  byId("ask-text").textContent = t(`ask_${action}_text`);
  byId("ask-yes").textContent = document.querySelector(`[data-action="${action}"]`).textContent;
  const none = Object.assign(new Option(t("choose"), ""), { disabled: true, selected: true });
  byId("reason").replaceChildren(
    none,
    ...t(`${action}_reasons`)
      .split("|")
      .map((text) => new Option(text)),
    new Option(t(OTHER), OTHER),
  );
  byId("own").hidden = true;
  byId("own-reason").value = "";
  byId("own-reason").required = false;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answered) => {
    dialog.addEventListener(
      "close",
      () => {
        const reason =
          byId("reason").value === OTHER ? byId("own-reason").value.trim() : byId("reason").value;
        answered(dialog.returnValue === "yes" ? reason : undefined);
      },
      { once: true },
    );
  });
}

/** What came of a refund or a cancellation. */
function outcomeOf(action, { error, refunded }) {
  if (error === "offline") return t("unknown");
  if (error && hasText(error)) return t(error);
  if (error) return t(/^upstream|^token/.test(error) ? "try_later" : "refused");
  return t(refunded === false ? "not_refunded" : `did_${action}`);
}

async function act(action) {
  const reason = await askForReason(action);
  if (!reason) return;
  const { answer, isShown } = await askAbout("act", { action, by: byId("clerk").value, reason });
  if (isShown) say(outcomeOf(action, answer));
  finish(answer);
}
