/** The page of a site begins: with a data set, a brand in the address, or the shop's choices. */
import { brandIn, stepIn } from "./address.js";
import { BACKEND } from "./backend.js";
import { beginningOf, giveSession, turnKnobs } from "./knobs.js";
import { weigh } from "./logo.js";
import { newOrder, orderFor } from "./order.js";
import { byId, SITE, show, start, widget } from "./page.js";
import { leadTo } from "./step.js";
import { ownName } from "./words.js";

// The maker around this page sees what it calls.
if (parent !== window) parent.framed?.(window);

const DEFAULT_RADIUS = 12;
const read = async (address) => (await fetch(address)).json();

/** The brand that is shown. */
let spec;
/** No other brand or catalog shows the order; a changed colour is no other one. */
const wanted = () => JSON.stringify({ ...spec, color: undefined });

/** What the shown order, and the element with it, have begun with. */
let beginning;

function showBrand(next, { words, radius = DEFAULT_RADIUS, logo, order, knobs }) {
  spec = next;
  const { language, color, name } = spec;
  show({
    language,
    color,
    radius,
    logo,
    words: { ...words[language], name },
    attributes: { lang: language },
    wishes: order,
    turn: knobs && ((element) => turnKnobs(element, knobs)),
    give: knobs && ((element, token, mint) => giveSession(element, token, mint, knobs)),
  });
  const begins = JSON.stringify([wanted(), order, beginningOf(knobs)]);
  if (begins === beginning) return;
  beginning = begins;
  start(orderFor(wanted(), { site: SITE, spec }));
}

function listenToLanguages(languages, open) {
  const select = byId("language");
  select?.append(...languages.map((tag) => Object.assign(new Option(ownName(tag), tag), { lang: tag })));
  const asked = new URLSearchParams(location.search).get("language");
  const first = languages.includes(asked) ? asked : languages[0];
  open(first);
  if (!select) return;
  select.value = first;
  select.addEventListener("change", () => {
    history.replaceState(null, "", `?language=${select.value}`);
    open(select.value);
  });
}

async function openSet(words) {
  const { sets, team } = await read(`${BACKEND}sets.json`);
  const { radius, versions } = sets[SITE];
  listenToLanguages(Object.keys(versions), (language) =>
    showBrand(versions[language].spec, { words, radius, logo: "mark.svg" }),
  );
  if (byId("team-form")) (await import("./team.js")).showTeam(spec, team);
}

/** The visitor's own brand, from the address. */
async function openAddress(words) {
  try {
    const { radius, logo, knobs, order, ...own } = await brandIn(location.hash);
    showBrand(own, { words, radius, logo, knobs, order });
    await leadTo(stepIn(location.hash), widget);
  } catch {
    // Not a brand: the maker begins with one.
    location.replace(BACKEND);
  }
}

async function open() {
  weigh(byId("logo"));
  if (SITE === "demo") return (await import("../shop.js")).open();
  const words = await read("words");
  byId("new-order").addEventListener("click", () => start(newOrder(wanted(), { site: SITE, spec })));
  byId("try-again").addEventListener("click", () => start(orderFor(wanted(), { site: SITE, spec })));
  if (SITE !== "yours") return openSet(words);
  addEventListener("hashchange", () => openAddress(words));
  return openAddress(words);
}

if (parent !== window) document.querySelector(".demo").hidden = true;
open().catch(() => {
  widget().hidden = true;
  byId("notice").hidden = false;
  byId("try-again").addEventListener("click", () => location.reload());
});
