/** The shop's page: brings controls, order and widget together. What a customer would write is `startOrder`. */
import { cartFor, mintSession, newCart } from "./order.js";
import { clearEvents, listenToEvents, showBackendCode, showPageCode } from "./panels.js";
import { readSettings, writeSettings } from "./settings.js";

const byId = (id) => document.getElementById(id);

/** What the shop says where no session can be had; the widget says everything else itself. */
const REFUSALS = {
  promotion_unavailable: "This offer is not open at the moment.",
  promotion_not_found: "This offer does not exist any more.",
  offline: "The shop cannot be reached. Check your connection and try again.",
};
const REFUSED = "Your reward cannot be shown right now. Please try again in a moment.";

/** Counts orders started here, so that a late answer for an earlier one is dropped. */
let latest = 0;

/** Embeds the widget for one order: the element, its session, and a way to a new session when that one ends. */
async function startOrder(shape, cart) {
  latest += 1;
  const mine = latest;
  byId("notice").hidden = true;
  clearEvents();
  const widget = freshWidget();
  try {
    const session = await mintSession(shape, cart);
    if (mine !== latest) return;
    widget.session = session;
    widget.getSession = () => mintSession(shape, cart);
  } catch (error) {
    if (mine !== latest) return;
    showNotice(REFUSALS[error.code] ?? REFUSED);
  }
}

/** In the widget's place: without a session it has nothing to show. */
function showNotice(text) {
  document.querySelector("reward-redemption").hidden = true;
  byId("notice-text").textContent = text;
  byId("notice").hidden = false;
}

/** A new order gets a new element, as on a page that was loaded for it. */
function freshWidget() {
  const old = document.querySelector("reward-redemption");
  const widget = document.createElement("reward-redemption");
  old.replaceWith(widget);
  applyLook();
  return widget;
}

let settings;
let choices;

function applyLook() {
  const widget = document.querySelector("reward-redemption");
  const { theme, language, width } = settings;
  document.documentElement.dataset.theme = theme;
  byId("reward-column").dataset.width = width;
  widget.setAttribute("theme", theme);
  if (language === "auto") widget.removeAttribute("locale");
  else widget.setAttribute("locale", language);
  showPageCode(settings);
  showBackendCode(choices.find(({ id }) => id === settings.shape));
}

function fillShapes() {
  const groups = new Map();
  for (const { id, label, group } of choices) {
    if (!groups.has(group)) {
      const optgroup = document.createElement("optgroup");
      optgroup.label = group;
      groups.set(group, optgroup);
    }
    groups.get(group).append(new Option(label, id));
  }
  byId("shape").replaceChildren(...groups.values());
}

async function open() {
  choices = (await (await fetch("choices")).json()).choices;
  const shapes = choices.map(({ id }) => id);
  settings = readSettings(shapes);
  fillShapes();
  listenToEvents();

  const controls = byId("controls").elements;
  for (const name of Object.keys(settings)) {
    controls[name].value = settings[name];
    controls[name].addEventListener("change", () => {
      settings[name] = controls[name].value;
      writeSettings(settings, shapes);
      if (name === "shape") startOrder(settings.shape, newCart(settings.shape));
      else applyLook();
    });
  }
  byId("new-order").addEventListener("click", () => startOrder(settings.shape, newCart(settings.shape)));
  byId("try-again").addEventListener("click", () => startOrder(settings.shape, cartFor(settings.shape)));
  await startOrder(settings.shape, cartFor(settings.shape));
}

try {
  await open();
} catch {
  showNotice(REFUSED);
  byId("try-again").addEventListener("click", () => location.reload());
}
