/** The maker: knobs, the brand's page in a frame, and what developers see of it. All of it is in the address. */
import { brandIn, fragmentOf, linkTo } from "../brands/address.js";
import { stepOf } from "../brands/step.js";
import { isGerman, translate } from "../german.js";
import { listenToCode, showCode } from "./code.js";
import { byId, copy, say } from "./dom.js";
import { listenToForm, readForm } from "./form.js";
import { elementInFrame } from "./frame.js";
import { listen } from "./heard.js";
import { fillKnobs, listKnobs, markParts, readKnobs } from "./knobs.js";
import { t } from "./texts.js";

/** After the last key: each new catalog is set up at the service. */
const PAUSE_MS = 500;
const YOURS = "../brands/yours/";
const KEYS = { ArrowRight: 1, ArrowLeft: -1 };

let waiting;

/** @returns the whole state, or undefined while a field is wrong: its group then opens, and it is said what is wrong with it */
function read(otherwise) {
  const [knobs, brand] = [readKnobs(), readForm()];
  const wrong = byId("form").querySelector(":is(input, textarea):invalid");
  if (!wrong) return { ...brand, ...knobs };
  wrong.closest("details").open = true;
  say(otherwise, wrong.validationMessage);
  return undefined;
}

/** The frame follows the address; a changed colour keeps its order. */
async function show(state) {
  const fragment = await fragmentOf(state);
  history.replaceState(null, "", location.pathname + location.search + fragment);
  const address = new URL(YOURS + fragment, location.href).href;
  byId("open").href = address;
  const { contentWindow } = byId("frame");
  if (byId("frame").src === "") byId("frame").src = address;
  else contentWindow.location.replace(address);
  showCode(state);
}

/** See `maxAmountOf` of the backend. */
function isMixedMail({ delivery, brands }) {
  const kinds = new Set(brands.flatMap(({ values }) => values.map((value) => typeof value)));
  return delivery === "notify" && kinds.size > 1;
}

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const state = read("Not shown yet: a field needs another look.");
    if (state === undefined) return;
    say(isMixedMail(state) ? "By mail, ranges are left out where other rewards have fixed values." : "");
    show(state);
  }, PAUSE_MS);
}

const brandOf = ({ radius, versions }, language) => ({ ...versions[language].spec, radius });

/** Each set in each of its languages, to begin with. */
function listenToSets(sets, fill) {
  const names = new Intl.DisplayNames([isGerman ? "de" : "en"], { type: "language" });
  for (const [id, set] of Object.entries(sets))
    for (const language of Object.keys(set.versions))
      byId("from").append(new Option(`${t(set.label)}, ${names.of(language)}`, `${id}/${language}`));
  byId("from").addEventListener("change", () => {
    const [id, language] = byId("from").value.split("/");
    if (sets[id] === undefined) return;
    fill(brandOf(sets[id], language));
    changed();
  });
}

/** In the visitor's language and currency, where there is a set in it. */
function firstBrand({ supermarket, employer }) {
  const set = isGerman ? supermarket : employer;
  const [language] = Object.keys(set.versions);
  const currency = isGerman ? "EUR" : navigator.language === "en-GB" ? "GBP" : "USD";
  return { ...brandOf(set, language), currency, name: t("Your brand"), mark: undefined, delivery: "redeem" };
}

function listenToTabs() {
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  const choose = (chosen) => {
    for (const tab of tabs) {
      tab.ariaSelected = String(tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
  };
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const next = KEYS[key] && tabs.at((i + KEYS[key]) % tabs.length);
      if (next) choose(next);
      next?.focus();
    });
  }
  choose(tabs[0]);
  // Each pane scrolls, also by keyboard.
  for (const panel of document.querySelectorAll('[role="tabpanel"]')) panel.tabIndex = 0;
  const views = [...document.querySelectorAll(".views button")];
  for (const view of views)
    view.addEventListener("click", () => {
      byId("maker").dataset.view = view.dataset.view;
      for (const each of views) each.ariaPressed = String(each === view);
    });
  // The tour shows a knob.
  if (new URLSearchParams(location.search).has("tour")) views[0].click();
}

async function open() {
  const [{ sets }, element] = await Promise.all(
    ["sets.json", "element.json"].map(async (address) => (await fetch(address)).json()),
  );
  const events = element.events.map(({ name }) => name);
  listKnobs(element);
  const fill = listenToForm(changed);
  const state = (await brandIn(location.hash).catch(() => undefined)) ?? firstBrand(sets);
  fill(state);
  fillKnobs(state);
  listenToSets(sets, fill);
  await listenToCode(events);
  listen(events, markParts);
  const first = read();
  if (first === undefined) throw new Error("not a brand");
  await show(first);
}

translate(t);
listenToTabs();
byId("width").addEventListener("click", () => {
  byId("width").ariaPressed = String(byId("frame").classList.toggle("narrow"));
});
byId("new-order").addEventListener("click", () => {
  byId("frame").contentDocument.getElementById("new-order").click();
});
byId("reset").addEventListener("click", () => {
  fillKnobs();
  changed();
});
byId("copy-link").addEventListener("click", () => {
  if (read("Not copied: a field needs another look.") === undefined) return;
  const step = stepOf(elementInFrame());
  const link = linkTo(new URL("../", location.href), new URL(byId("open").href).hash, step);
  copy(link, "Copied: the link shows exactly this brand, on any machine where this demo runs.");
});

open().catch(() =>
  say("This page cannot be shown right now. Load it again, without what follows # in its address."),
);
