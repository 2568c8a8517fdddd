/** The shop's page: connects controls, order and widget. `startOrder` is the part that a customer would write. */
import { askedFor, choiceIn, ownName, speak } from "./language.js";
import { keepOrder, mintSession, newOrder, orderFor } from "./order.js";
import { followOrder } from "./points.js";
import { AUTOMATIC, readSettings, writeSettings } from "./settings.js";

const byId = (id) => document.getElementById(id);

/** Counts the orders started here, so that a late answer for an earlier one is dropped. */
let latest = 0;

/** Embeds the widget for one order: the element, its session, and a function for a new session when that one ends. */
async function startOrder(order) {
  const { shape, cart } = order;
  ordered = shape;
  latest += 1;
  const mine = latest;
  byId("notice").hidden = true;
  followOrder(order);
  const widget = freshWidget();
  try {
    const session = await mintSession(shape, cart);
    if (mine !== latest) return;
    widget.support = new URL(
      `help/demo?language=${document.documentElement.lang}&order=${shape}-${cart}`,
      location.href,
    ).href;
    widget.session = session;
    widget.getSession = () => mintSession(shape, cart);
  } catch (error) {
    if (mine !== latest) return;
    showNotice(error.code);
  }
}

/** Replaces the widget: without a session it has nothing to show. */
function showNotice(code) {
  document.querySelector("reward-redemption").hidden = true;
  const reasons = [...document.querySelectorAll("[data-reason]")];
  const told = reasons.find(({ dataset }) => dataset.reason === code) ?? reasons.at(-1);
  for (const reason of reasons) reason.hidden = reason !== told;
  byId("notice").hidden = false;
}

/** A new order gets a new element, as on a page that was loaded for it. */
function freshWidget() {
  const old = document.querySelector("reward-redemption");
  const widget = document.createElement("reward-redemption");
  widget.toggleAttribute("history", old.hasAttribute("history"));
  old.replaceWith(widget);
  applySettings();
  return widget;
}

let settings;
let choices;
/** The id of the choice with which the order was begun. */
let ordered;

/** The other choices belong to other pages. */
const isListed = ({ group }) => group !== undefined;

const choiceOf = (name) => choices.find(({ id }) => id === name);

/** The wanted choice: a shape, in the shop's language. */
function wanted() {
  const { shape, language } = settings;
  return choiceIn(choiceOf(shape), language === AUTOMATIC ? navigator.language : language);
}

/** Before a choice, rewards in the visitor's language justify a new order. A made choice is kept. */
const PICKING = ["loading", "open", "details"];
function speakFromHere() {
  const { state = "loading" } = document.querySelector("reward-redemption").dataset;
  if (wanted() !== ordered && PICKING.includes(state)) {
    startOrder(newOrder(wanted()));
    return;
  }
  keepOrder(wanted());
  applySettings();
}

/** Applies all settings except the order: the widget stays, with its visitor's progress. */
function applySettings() {
  const widget = document.querySelector("reward-redemption");
  const { shape, theme, language, width } = settings;
  const choice = choiceOf(shape);
  document.documentElement.dataset.theme = theme;
  byId("reward-column").dataset.width = width;
  byId("demo-shape").textContent = choice.label;
  showWelcome(choice);
  widget.setAttribute("theme", theme);
  const locale = language === AUTOMATIC ? askedFor(choice.language, navigator.language) : language;
  if (locale === undefined) widget.removeAttribute("locale");
  else widget.setAttribute("locale", locale);
  speak(locale ?? choice.language);
}

/** Without a reward to have, no gift is promised. */
function showWelcome({ isClosed }) {
  byId("welcome-gift").hidden = isClosed;
  byId("welcome-back").hidden = !isClosed;
  byId("welcome").setAttribute("aria-labelledby", isClosed ? "welcome-back-title" : "welcome-title");
}

function fillShapes() {
  const groups = new Map();
  for (const { id, label, group } of choices.filter(isListed)) {
    if (!groups.has(group)) {
      const optgroup = document.createElement("optgroup");
      optgroup.label = group;
      groups.set(group, optgroup);
    }
    groups.get(group).append(new Option(label, id));
  }
  byId("shape").replaceChildren(...groups.values());
}

/** All languages of the widget, each by its own name, because that is the name its readers know. */
function fillLanguages(tags) {
  const options = tags.map((tag) => Object.assign(new Option(ownName(tag), tag), { lang: tag }));
  options.sort((one, other) => one.text.localeCompare(other.text, "en"));
  byId("language").replaceChildren(new Option("Automatic", AUTOMATIC), ...options);
}

async function open() {
  const answer = await (await fetch("choices")).json();
  choices = answer.choices;
  const offered = { shapes: choices.filter(isListed).map(({ id }) => id), languages: answer.languages };
  settings = readSettings(offered);
  fillShapes();
  fillLanguages(offered.languages);

  const controls = byId("controls").elements;
  for (const name of Object.keys(settings)) {
    controls[name].value = settings[name];
    controls[name].addEventListener("change", () => {
      settings[name] = controls[name].value;
      writeSettings(settings, offered);
      if (name === "shape") startOrder(newOrder(wanted()));
      else if (name === "language") speakFromHere();
      else applySettings();
    });
  }
  byId("new-order").addEventListener("click", () => startOrder(newOrder(wanted())));
  byId("try-again").addEventListener("click", () => startOrder(orderFor(wanted())));
  await startOrder(orderFor(wanted()));
}

try {
  await open();
} catch {
  showNotice();
  byId("try-again").addEventListener("click", () => location.reload());
}
