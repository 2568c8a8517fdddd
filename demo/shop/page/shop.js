/** The shop's own part of the page: its choices, which a presenter makes in the bar, and the member's points. */
import { keepOrder, newOrder, orderFor } from "./brands/order.js";
import { byId, show, start, widget } from "./brands/page.js";
import { askedFor, choiceIn, ownName, spokenOf } from "./brands/words.js";
import { followOrder } from "./points.js";
import { AUTOMATIC, optionsOf, readSettings, writeSettings } from "./settings.js";

let settings;
let choices;
let words;
/** The id of the choice with which the order was begun, and the order. */
let ordered;

/** The other choices belong to other pages. */
const isListed = ({ group }) => group !== undefined;

const choiceOf = (name) => choices.find(({ id }) => id === name);

/** The wanted choice: a shape, in the shop's language. */
function wanted() {
  const { shape, language } = settings;
  return choiceIn(choiceOf(shape), language === AUTOMATIC ? navigator.language : language);
}

function begin(make) {
  ordered = make(wanted(), { shape: wanted() });
  apply();
  followOrder(ordered);
  return start(ordered);
}

/** Before a choice, rewards in the visitor's language justify a new order. A made choice is kept. */
const PICKING = ["loading", "open", "details"];
function speakFromHere() {
  const { state = "loading" } = widget().dataset;
  if (wanted() !== ordered.shape && PICKING.includes(state)) return begin(newOrder);
  keepOrder(wanted(), ordered);
  return apply();
}

/** Applies all settings except the order. */
function apply() {
  const { shape, theme, language, width } = settings;
  const { label, isClosed, language: promotion } = choiceOf(shape);
  document.documentElement.dataset.theme = theme;
  byId("column").style.setProperty("--column", width === "full" ? "none" : `${width}px`);
  byId("demo-shape").textContent = label;
  const locale = language === AUTOMATIC ? askedFor(promotion, navigator.language) : language;
  const spoken = spokenOf(locale ?? promotion, words);
  // Without a reward to have, no gift is promised.
  const said = { ...words[spoken], ...(isClosed && { eyebrow: "", ...words[spoken].closed }) };
  show({ language: spoken, logo: "mark.svg", words: said, attributes: { theme, locale } });
}

function fillShapes() {
  const groups = new Map();
  for (const { id, label, group } of choices.filter(isListed)) {
    if (!groups.has(group))
      groups.set(group, Object.assign(document.createElement("optgroup"), { label: group }));
    groups.get(group).append(new Option(label, id));
  }
  byId("shape").append(...groups.values());
}

/** All languages of the widget, each by its own name, because that is the name its readers know. */
function fillLanguages(tags) {
  const options = tags.map((tag) => Object.assign(new Option(ownName(tag), tag), { lang: tag }));
  options.sort((one, other) => one.text.localeCompare(other.text, "en"));
  byId("language").append(new Option("Automatic", AUTOMATIC), ...options);
}

export async function open() {
  const [answer, said] = await Promise.all(
    ["choices", "words"].map(async (address) => (await fetch(address)).json()),
  );
  choices = answer.choices;
  words = said;
  const offered = { shapes: choices.filter(isListed).map(({ id }) => id), languages: answer.languages };
  settings = readSettings(offered);
  fillShapes();
  fillLanguages(offered.languages);
  for (const name of ["theme", "width"]) byId(name).append(...optionsOf(name));

  const controls = byId("controls").elements;
  for (const name of Object.keys(settings)) {
    controls[name].value = settings[name];
    controls[name].addEventListener("change", () => {
      settings[name] = controls[name].value;
      writeSettings(settings, offered);
      if (name === "shape") begin(newOrder);
      else if (name === "language") speakFromHere();
      else apply();
    });
  }
  byId("new-order").addEventListener("click", () => begin(newOrder));
  byId("try-again").addEventListener("click", () => begin(orderFor));
  await begin(orderFor);
}
