/** The maker: a form, the brand's page in a frame, and the code that embeds it. The brand is in the address. */
import { brandIn, fragmentOf } from "../brands/address.js";
import { listenToCode, showCode } from "./code.js";
import { listenToForm, readForm } from "./form.js";
import { hearFrame } from "./heard.js";

/** After the last key: each new catalog is set up at the service. */
const PAUSE_MS = 500;
const YOURS = "../brands/yours/";

const byId = (id) => document.getElementById(id);

let waiting;

const say = (text) => {
  byId("said").textContent = text;
};

/** The frame follows the address; a changed colour keeps its order. */
async function showBrand(brand) {
  const fragment = await fragmentOf(brand);
  history.replaceState(null, "", location.pathname + location.search + fragment);
  const address = new URL(YOURS + fragment, location.href).href;
  byId("open").href = address;
  const { contentWindow } = byId("frame");
  if (byId("frame").src === "") byId("frame").src = address;
  else contentWindow.location.replace(address);
  showCode(brand);
}

/** See `maxAmountOf` of the backend. */
function isMixedMail({ delivery, brands }) {
  const kinds = new Set(brands.flatMap(({ values }) => values.map((value) => typeof value)));
  return delivery === "notify" && kinds.size > 1;
}

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const brand = readForm();
    if (brand === undefined) {
      say("Not shown yet: a field needs another look.");
      return;
    }
    say(isMixedMail(brand) ? "By mail, ranges are left out where other rewards have fixed values." : "");
    showBrand(brand);
  }, PAUSE_MS);
}

const brandOf = ({ radius, versions }, language) => ({ ...versions[language].spec, radius });

/** Each set in each of its languages, to begin with. */
function listenToSets(sets, fill) {
  for (const [id, set] of Object.entries(sets)) {
    for (const language of Object.keys(set.versions)) {
      const name = new Intl.DisplayNames(["en"], { type: "language" }).of(language);
      byId("from").append(new Option(`${set.label}, ${name}`, `${id}/${language}`));
    }
  }
  byId("from").addEventListener("change", () => {
    const [id, language] = byId("from").value.split("/");
    if (sets[id] === undefined) return;
    fill(brandOf(sets[id], language));
    changed();
  });
}

/** In the visitor's language and currency, where there is a set in it. */
function firstBrand({ supermarket, employer }) {
  const isGerman = navigator.language.startsWith("de");
  const set = isGerman ? supermarket : employer;
  const [language] = Object.keys(set.versions);
  const currency = isGerman ? "EUR" : navigator.language === "en-GB" ? "GBP" : "USD";
  return { ...brandOf(set, language), currency, name: "Your brand", mark: undefined, delivery: "redeem" };
}

async function open() {
  const { sets } = await (await fetch("sets.json")).json();
  const fill = listenToForm(changed);
  fill((await brandIn(location.hash).catch(() => undefined)) ?? firstBrand(sets));
  listenToSets(sets, fill);
  await listenToCode();
  hearFrame(byId("frame"));
  const brand = readForm();
  if (brand === undefined) throw new Error("not a brand");
  await showBrand(brand);
}

byId("width").addEventListener("click", () => {
  const isNarrow = byId("frame").classList.toggle("narrow");
  byId("width").setAttribute("aria-pressed", String(isNarrow));
});
byId("new-order").addEventListener("click", () => {
  byId("frame").contentDocument.getElementById("new-order").click();
});
byId("copy-link").addEventListener("click", async () => {
  if (readForm() === undefined) {
    say("Not copied: a field needs another look.");
    return;
  }
  try {
    await navigator.clipboard.writeText(byId("open").href);
    say("Copied: the link shows exactly this brand, on any machine where this demo runs.");
  } catch {
    say("The browser does not let this page copy. The link is that of “Open it”.");
  }
});

open().catch(() =>
  say("This page cannot be shown right now. Load it again, without what follows # in its address."),
);
