/** One order's page: its data, the possible actions, and the widget for the customer. */
import { call, Refused } from "./calls.js";
import { confirmed } from "./confirm.js";
import { byId, chip, element, moment } from "./elements.js";
import { clockText, momentText, moneyText } from "./format.js";
import { handOut, isHandedOut, isWidgetHere, putAway } from "./hand-out.js";
import { t } from "./language.js";
import { rewardName } from "./list.js";
import { say, sayNothing } from "./said.js";
import {
  canAskAgain,
  confirmationOf,
  deliveryText,
  doneText,
  isDone,
  isLost,
  lostText,
  orderState,
  redemptionState,
  refusalText,
} from "./words.js";

/** In these states the customer has nothing to do or to see. */
const OVER = ["canceled", "refunded"];
/** The panels that show an order's data, hidden without an order. */
const PANELS = ["standing", "facts-panel", "history-panel"];

let shown;
let isBusy = false;
/** Counts requests about the order, so that a reading that began before a later answer is dropped. */
let latest = 0;

export async function openOrder(orderId) {
  shown = undefined;
  putAway();
  byId("order-title").textContent = t("order_title", { order: orderId });
  byId("order").dataset.order = orderId;
  for (const id of PANELS) byId(id).hidden = true;
  byId("facts").replaceChildren();
  byId("order-state").replaceChildren();
  await load();
}

export function leaveOrder() {
  delete byId("order").dataset.order;
  shown = undefined;
  putAway();
}

const isShown = (orderId) => byId("order").dataset.order === orderId;

/**
 * Reads the order again; the message about an action stays.
 * @returns {Promise<boolean>} whether the shown data is as new as this call
 */
async function load() {
  const orderId = byId("order").dataset.order;
  latest += 1;
  const mine = latest;
  try {
    const { order } = await call("order", { order_id: orderId });
    if (mine !== latest || !isShown(orderId)) return false;
    show(order);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (mine !== latest || !isShown(orderId)) return false;
    const retry = async () => {
      if (await load()) sayNothing();
    };
    say("bad", refusalText(error), canAskAgain(error) ? retry : undefined);
    return false;
  }
}

/** Something happened to an order. A cancel or refund from here reads the order itself. */
export function rereadOrder() {
  if (shown && !isBusy) load();
}

function show(order) {
  shown = order;
  const { label, tone } = orderState(order.state);
  byId("order-state").replaceChildren(chip({ label, tone }));
  for (const id of PANELS) byId(id).hidden = false;
  showActions(order);
  showFacts(order);
  showHistory(order);
  if (OVER.includes(order.state)) putAway();
}

function showActions({ actions, customer, state }) {
  const focused = document.activeElement;
  byId("hand-out").hidden = !actions.includes("hand_out") || isHandedOut();
  byId("hand-out").textContent = t(state === "open" ? "hand_out" : "hand_out_again");
  byId("cancel").hidden = !actions.includes("cancel");
  byId("refund").hidden = !actions.includes("refund");
  // If the order can also be canceled, canceling is the main action.
  byId("refund").classList.toggle("danger-button", !actions.includes("cancel"));
  const isToChoose = state === "open" && !byId("hand-out").hidden;
  byId("order-words").textContent =
    orderState(state).words + (isToChoose ? ` ${t("hand_out_to_choose")}` : "");
  const isForgotten = customer === undefined && !OVER.includes(state);
  byId("order-note").hidden = !isForgotten;
  byId("order-note").textContent = isForgotten ? refusalText({ code: "order_forgotten" }) : "";
  // If the focused button disappeared, the focus goes to the order's title instead of the page's beginning.
  if (focused?.closest("#actions") && focused.hidden) byId("order-title").focus();
}

function showFacts(order) {
  const { customer, delivery, promotion, reward_name, sku, value, amount, state } = order;
  const facts = [
    [
      t("customer"),
      customer && [element("strong", {}, customer.name), element("span", { class: "mail" }, customer.email)],
    ],
    [t("promotion"), [promotion.name ?? promotion.id]],
    [t("delivery"), [deliveryText(delivery)]],
    [t("reward"), (reward_name ?? sku) && [reward_name ?? sku]],
    [t("value"), value ? [moneyText(value)] : amount && [amount]],
    [t("reserved_until"), state === "booked" && order.hold_expires_at && [clockText(order.hold_expires_at)]],
    [t("fact_message"), order.message && [order.message]],
    [t("sender"), order.sender_name && [order.sender_name]],
    [t("reference"), order.reference && [element("code", {}, order.reference)]],
    [t("test"), order.testing && [t("test_text")]],
  ];
  byId("facts").replaceChildren(
    ...facts
      .filter(([, content]) => content)
      .map(([name, content]) => element("div", {}, element("dt", {}, name), element("dd", {}, ...content))),
  );
}

function showHistory({ history }) {
  byId("history").replaceChildren(...(history ?? []).map(historyEntry));
  const none = byId("history-none");
  none.hidden = (history ?? []).length > 0;
  none.textContent = t(history ? "history_none" : "history_unread");
}

/** Adds the value to the name, unless the name contains it, as most do. */
function withValue(name, value) {
  const text = value ? moneyText(value) : "";
  return text === "" || name.includes(text) ? name : `${name}, ${text}`;
}

function historyEntry(redemption) {
  const { attempt, state, value, updated, redeemed, refunded } = redemption;
  const dates = [
    [t("redeemed"), redeemed],
    [t("refunded"), refunded],
    [t("last_change"), updated],
  ].filter(([, date]) => date !== undefined);
  return element(
    "li",
    {},
    element(
      "p",
      { class: "history-head" },
      element("span", { class: "quiet" }, t("attempt", { count: attempt })),
      chip(redemptionState(state)),
    ),
    element("p", {}, withValue(rewardName(redemption), value)),
    element(
      "ul",
      { class: "quiet" },
      ...dates.map(([name, date]) => element("li", {}, `${name} `, moment(date, momentText(date)))),
    ),
  );
}

/** Runs one action at a time. The buttons stay in place, so that the focus does, too. */
async function alone(button, work) {
  if (isBusy) return;
  isBusy = true;
  button.setAttribute("aria-disabled", "true");
  try {
    await work();
  } finally {
    isBusy = false;
    button.removeAttribute("aria-disabled");
  }
}

async function askAndClose(action) {
  if (shown && (await confirmed(confirmationOf(action, shown)))) await close(action);
}

async function close(action) {
  const orderId = shown.order_id;
  say("busy", t("asking"));
  // A reading that is under way is older than this answer.
  latest += 1;
  try {
    const { order, refunded } = await call(action, { order_id: orderId });
    if (!isShown(orderId)) return;
    show(order);
    if (refunded === false && !isDone(action, order)) say("bad", t("not_refunded"));
    else say("good", doneText(action, order));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const isRead = await load();
    if (!isShown(orderId)) return;
    if (isRead && isDone(action, shown)) {
      say("good", doneText(action, shown));
      return;
    }
    const isOpen = isLost(error) || error.code === "upstream_unavailable";
    const retry = isOpen ? () => alone(byId("said-again"), () => close(action)) : undefined;
    const text = isLost(error)
      ? lostText(action, isRead ? shown : undefined)
      : refusalText(error, action, shown?.state);
    say("bad", text, retry);
  }
}

async function handOutShown() {
  if (!shown) return;
  const orderId = shown.order_id;
  if (!isWidgetHere()) {
    say("bad", t("no_widget"));
    return;
  }
  sayNothing();
  try {
    await handOut(orderId);
    if (isShown(orderId)) showActions(shown);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (isShown(orderId)) say("bad", refusalText(error));
  }
}

export function listenToOrder() {
  const on = (id, work) => byId(id).addEventListener("click", () => alone(byId(id), work));
  on("hand-out", handOutShown);
  on("cancel", () => askAndClose("cancel"));
  on("refund", () => askAndClose("refund"));
  on("order-refresh", async () => {
    sayNothing();
    await load();
  });
  byId("counter-close").addEventListener("click", () => {
    putAway();
    if (shown) showActions(shown);
    (byId("hand-out").hidden ? byId("order-title") : byId("hand-out")).focus();
  });
}
