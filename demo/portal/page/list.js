/** The list: redemptions, searched, filtered and paged; and the orders without a choice. */
import { call, Refused, readSetup } from "./calls.js";
import { byId, chip, element, moment, orderLink } from "./elements.js";
import { momentText, moneyText } from "./format.js";
import { t } from "./language.js";
import { say, sayNothing } from "./said.js";
import { canAskAgain, REDEMPTION_STATES, redemptionState, refusalText, SORTS } from "./words.js";

/** The current search. The address does not contain the term, because it may be an e-mail address. */
const wanted = { term: "", page: 1 };

/** Names by promotion id and by SKU, because the list has neither. */
const promotions = new Map();
const rewards = new Map();

/** Counts the searches, so that a late answer to an earlier one is dropped. */
let latest = 0;

export const rewardName = ({ sku }) => rewards.get(sku) ?? sku ?? "";

/** Roles are set, because a table with another layout on a narrow screen loses its own. */
const ROLES = {
  table: "table",
  "thead, tbody": "rowgroup",
  "thead tr": "row",
  "thead th": "columnheader",
};

/** Fills the filters; the names of promotions and rewards come with the first answer. */
export async function prepareList() {
  for (const [selector, role] of Object.entries(ROLES)) {
    for (const part of byId("found").querySelectorAll(selector)) part.setAttribute("role", role);
  }
  const option = ([value, label]) => new Option(label, value);
  const states = Object.entries(REDEMPTION_STATES).map(([state, { label }]) => [state, label]);
  byId("state").replaceChildren(option(["", t("all")]), ...states.map(option));
  byId("sort").replaceChildren(...Object.entries(SORTS).map(option));
  byId("promotion").replaceChildren(option(["", t("all_promotions")]));
  const setup = await readSetup();
  for (const { id, name, rewards: offered } of setup.promotions) {
    promotions.set(id, name);
    for (const reward of offered) rewards.set(reward.sku, reward.name);
  }
  byId("promotion").append(...[...promotions].map(option));
}

/** @returns {Promise<boolean>} whether the list is as new as this call, and no failure was shown */
export async function loadList() {
  latest += 1;
  const mine = latest;
  byId("list").setAttribute("aria-busy", "true");
  const chosen = Object.fromEntries(new FormData(byId("filters")));
  try {
    const found = await call("find", {
      term: wanted.term,
      page: wanted.page,
      sort: chosen.sort,
      ...(chosen.state && { state: chosen.state }),
      ...(chosen.promotion_id && { promotion_id: chosen.promotion_id }),
    });
    if (mine !== latest) return false;
    show(found);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (mine !== latest) return false;
    // The shown rows belong to another search, perhaps for another customer.
    showNoAnswer();
    const retry = async () => {
      if (await loadList()) sayNothing();
    };
    say("bad", refusalText(error), canAskAgain(error) ? retry : undefined);
    return false;
  } finally {
    if (mine === latest) byId("list").removeAttribute("aria-busy");
  }
}

function showNoAnswer() {
  for (const id of ["rows", "waiting-orders", "customers"]) byId(id).replaceChildren();
  for (const id of ["found", "waiting", "several", "nothing", "pages"]) byId(id).hidden = true;
  byId("count").textContent = wanted.term === "" ? "" : t("no_answer", { term: wanted.term });
  byId("show-all").hidden = !isNarrowed();
}

function show({ redemptions, waiting, page, pages, total, customer, customers = [] }) {
  wanted.page = page;
  const focused = document.activeElement?.getAttribute("href");
  byId("rows").replaceChildren(...redemptions.map(row));
  byId("waiting-orders").replaceChildren(...waiting.map(waitingEntry));
  byId("waiting").hidden = waiting.length === 0;
  byId("found").hidden = redemptions.length === 0;
  // The list may change while the user is in it.
  const link = [...byId("list").querySelectorAll("a")].find((each) => each.getAttribute("href") === focused);
  link?.focus({ preventScroll: true });
  const who = customer ? `${customer.name}, ${customer.email}` : wanted.term;
  const what = customers.length > 0 ? t("several") : t("entries", { count: total + waiting.length });
  byId("count").textContent = who === "" ? what : t("about", { what, who });
  byId("several").hidden = customers.length === 0;
  byId("customers").replaceChildren(...customers.map(customerEntry));
  byId("show-all").hidden = !isNarrowed();
  showNothing(redemptions.length + waiting.length + customers.length === 0);
  byId("pages").hidden = pages === 1;
  byId("page-of").textContent = t("page_of", { page, pages });
  byId("previous").disabled = page <= 1;
  byId("next").disabled = page >= pages;
}

const isNarrowed = () => wanted.term !== "" || byId("state").value !== "" || byId("promotion").value !== "";

function showNothing(isNothing) {
  byId("nothing").hidden = !isNothing;
  byId("nothing-title").textContent = t(isNarrowed() ? "nothing_found" : "no_order");
  byId("nothing-text").textContent = t(isNarrowed() ? "nothing_found_text" : "no_order_text");
}

const cell = (label, className, ...content) =>
  element("td", { role: "cell", class: className }, element("span", { class: "label" }, label), ...content);

function row(redemption) {
  const { order_id, attempt, state, testing, customer, promotion_id, value, redeemed, updated } = redemption;
  const who = customer
    ? [element("strong", {}, customer.name), element("span", { class: "mail" }, customer.email)]
    : [element("span", { class: "quiet" }, "–")];
  return element(
    "tr",
    { role: "row" },
    element(
      "th",
      { role: "rowheader", scope: "row" },
      orderLink(order_id),
      ...(attempt > 1
        ? [element("span", { class: "quiet" }, ` ${t("attempt_small", { count: attempt })}`)]
        : []),
    ),
    cell(
      t("state"),
      "",
      element(
        "span",
        { class: "state" },
        chip(redemptionState(state)),
        ...(testing ? [element("span", { class: "quiet" }, t("test"))] : []),
      ),
    ),
    cell(t("customer"), "two-lines", element("span", {}, ...who)),
    cell(
      t("reward"),
      "two-lines",
      element(
        "span",
        {},
        element("strong", {}, rewardName(redemption)),
        element("span", { class: "quiet" }, promotions.get(promotion_id) ?? promotion_id),
      ),
    ),
    cell(t("value"), "number", value ? moneyText(value) : "–"),
    cell(t("redeemed"), "", moment(redeemed, momentText(redeemed))),
    cell(t("last_change"), "", moment(updated, momentText(updated))),
  );
}

function waitingEntry({ order_id, customer, promotion_id, made }) {
  return element(
    "li",
    {},
    orderLink(order_id),
    element(
      "span",
      { class: "who" },
      element("strong", {}, customer.name),
      element("span", { class: "mail" }, customer.email),
    ),
    element("span", { class: "quiet" }, promotions.get(promotion_id) ?? promotion_id),
    element("span", { class: "quiet" }, moment(made, momentText(made))),
  );
}

/** One of several customers with the searched name. */
function customerEntry({ name, email }) {
  const button = element("button", { type: "button" }, element("strong", {}, name), ` ${email}`);
  button.addEventListener("click", async () => {
    lookFor(email);
    sayNothing();
    await loadList();
    byId("list-title").focus();
  });
  return element("li", {}, button);
}

/** @param {string} term an order number, an e-mail address or a name; empty: everything */
export function lookFor(term) {
  wanted.term = term.trim();
  wanted.page = 1;
  byId("term").value = wanted.term;
}

/** @param {() => void} opened shows the list if another view is shown */
export function listenToList(opened) {
  const again = () => {
    sayNothing();
    return loadList();
  };
  const turn = async (by) => {
    wanted.page += by;
    await again();
    byId("list-title").focus();
  };
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    lookFor(byId("term").value);
    // A search covers everything, so the filters are reset.
    byId("filters").reset();
    opened();
  });
  byId("filters").addEventListener("change", () => {
    wanted.page = 1;
    again();
  });
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("show-all").addEventListener("click", async () => {
    lookFor("");
    byId("filters").reset();
    await again();
    byId("list-title").focus();
  });
  byId("refresh").addEventListener("click", again);
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
}
