/**
 * The portal's page: the part of the address after `#` chooses one of three views. It may name an order, but never a
 * person.
 */
import { call } from "./calls.js";
import { listenToConfirm } from "./confirm.js";
import { byId, orderAddress } from "./elements.js";
import { listenToLanguage, speak, t } from "./language.js";
import { listenToList, loadList, lookFor, prepareList } from "./list.js";
import { listenToNewOrder, openNewOrder } from "./new-order.js";
import { leaveOrder, listenToOrder, openOrder, rereadOrder } from "./order.js";
import { listenToSaid, say, sayNothing } from "./said.js";
import { refusalText } from "./words.js";

const VIEWS = ["list", "order", "new"];
const ORDER = /^#\/orders\/([^/]+)$/;

/** How often the page asks its own backend whether that was told of something. */
const ASK_EVERY_MS = 2_000;

/** The message for the next view. */
let news;

/** The first view does not move the focus. */
let isFirst = true;

function show(view, title) {
  for (const each of VIEWS) byId(each).hidden = each !== view;
  document.title = `${title} · Corvane ${t("desk")}`;
  if (!isFirst) byId(`${view}-title`).focus();
  isFirst = false;
  sayNothing();
  if (news) say("good", news);
  news = undefined;
}

function readOrderId() {
  try {
    return decodeURIComponent(ORDER.exec(location.hash)?.[1] ?? "") || undefined;
  } catch {
    return undefined;
  }
}

async function route() {
  const orderId = readOrderId();
  leaveOrder();
  if (orderId !== undefined) {
    show("order", t("order_title", { order: orderId }));
    await openOrder(orderId);
  } else if (location.hash === "#/new") {
    show("new", t("new_order"));
    await openNewOrder();
  } else {
    show("list", t("orders"));
    await loadList();
  }
}

/** Shows the list, also if it is already shown. */
function openList() {
  if (location.hash === "#/") route();
  else location.hash = "#/";
}

/** Shows what the backend was told by webhook: only then is anything read again. */
async function listenToBackend(told) {
  const { count = told } = document.hidden ? {} : await call("told").catch(() => ({}));
  if (told !== undefined && count !== told) {
    if (readOrderId() !== undefined) rereadOrder();
    else if (!byId("list").hidden && byId("several").hidden) loadList();
  }
  setTimeout(listenToBackend, ASK_EVERY_MS, count);
}

speak();
listenToLanguage(byId("language"));
listenToSaid();
listenToConfirm();
listenToOrder();
listenToList(openList);
listenToNewOrder((orderId) => {
  news = t("made", { order: orderId });
  lookFor("");
  location.hash = orderAddress(orderId);
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
addEventListener("hashchange", route);
// Without the names of promotions and rewards the list shows their ids.
await prepareList().catch((error) => say("bad", refusalText(error)));
await listenToBackend();
await route();
