/** The page of a brand: its words, its colour, and the widget with one order. `mintSession` is the part that a customer would write. */
import { brandIn } from "./address.js";
import { BACKEND, post } from "./backend.js";
import { beginningOf, giveSession, turnKnobs } from "./knobs.js";
import { showTeam } from "./team.js";
import { TEXTS } from "./texts.js";
import { tokensOf } from "./tokens.js";

const SITE = document.body.dataset.site;
const RIGHT_TO_LEFT = ["ar"];
const DEFAULT_RADIUS = 12;

// The maker around this page sees what it calls.
if (parent !== window) parent.framed?.(window);

const byId = (id) => document.getElementById(id);

/** The key of the visitor's order: a reload and a second tab resume it, and no other brand or catalog shows it. */
const cartKey = ({ color: _, ...spec }) => `cart ${SITE} ${JSON.stringify(spec)}`;

function drawCart() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** The order, with the brand as it was when the order began: a changed colour is no other order. */
function begun(spec) {
  const order = JSON.parse(localStorage.getItem(cartKey(spec))) ?? { cart: drawCart(), spec };
  localStorage.setItem(cartKey(spec), JSON.stringify(order));
  return order;
}

async function mintSession({ spec, order }) {
  const { session_token, order_id } = await post("session", { site: SITE, order, ...begun(spec) });
  document.body.dataset.order = order_id;
  return session_token;
}

/** What is shown: the brand, and what its page says. */
let shown;
/** Counts the orders started here, so that a late answer for an earlier one is dropped. */
let latest = 0;

async function startOrder() {
  latest += 1;
  const mine = latest;
  const { spec, knobs } = shown;
  const widget = document.createElement("reward-redemption");
  widget.lang = spec.language;
  // A frame's history is that of the page around it.
  widget.toggleAttribute("history", parent === window);
  turnKnobs(widget, knobs);
  document.querySelector("reward-redemption").replaceWith(widget);
  byId("notice").hidden = true;
  try {
    const mint = () => mintSession(shown);
    const session = await mint();
    if (mine !== latest) return;
    if (!widget.hasAttribute("support"))
      widget.support = new URL(
        `/demo/help/${SITE}?language=${spec.language}&order=${document.body.dataset.order}`,
        location.href,
      ).href;
    giveSession(widget, session, mint, knobs);
  } catch {
    if (mine !== latest) return;
    widget.hidden = true;
    byId("notice").hidden = false;
  }
}

function list(id, texts) {
  byId(id).replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
  );
}

function links(texts) {
  byId("nav").firstElementChild.replaceChildren(
    ...texts.map((text, i) => {
      const item = document.createElement("li");
      const link = Object.assign(document.createElement("a"), { href: "#reward", textContent: text });
      if (i === 1) link.setAttribute("aria-current", "page");
      item.append(link);
      return item;
    }),
  );
}

/** Events after which a reward was had, also by somebody who comes back to it. */
const OUTCOMES = ["reward-ready", "reward-redeem", "reward-activate", "reward-notify"];
const HAD = ["redeemed", "activated", "notified"];

for (const name of OUTCOMES)
  document.addEventListener(name, ({ detail }) => {
    if (HAD.includes(detail.state)) say({ ...shown.texts, ...shown.texts?.after });
  });

/** What the page says of the offer, or of a reward that was had. */
function say(texts) {
  const own = { member: "", facts: [], ...TEXTS[shown.spec.language], ...texts };
  for (const name of ["member", "headline", "lead"]) byId(name).textContent = own[name];
  links(own.nav);
  list("facts", own.facts);
}

/** Below this share of white a picture is dark, above the other one light: on a page of that tone it needs a plate. */
const TONES = { dark: 0.3, light: 0.7 };
const SAMPLE_PX = 24;

/** The tone of what is drawn of a picture, from 0 to 1. */
function toneOf(image) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SAMPLE_PX, height: SAMPLE_PX });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, SAMPLE_PX, SAMPLE_PX);
  const { data } = context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX);
  let [tone, weight] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    tone += ((data[at] + data[at + 1] + data[at + 2]) / 765) * data[at + 3];
    weight += data[at + 3];
  }
  return weight > 0 ? tone / weight : 0;
}

byId("logo").addEventListener("load", ({ target }) => {
  const tone = toneOf(target);
  target.dataset.tone = tone < TONES.dark ? "dark" : tone > TONES.light ? "light" : "middle";
});

/** What another order, or another beginning of the element, is for. */
const beginning = ({ spec, order, knobs }) => JSON.stringify([cartKey(spec), order, beginningOf(knobs)]);

/** @param {{ spec: object, radius?: number, logo?: string, texts?: object, order?: object, knobs?: object }} next */
function show(next) {
  const { spec, radius = DEFAULT_RADIUS, logo, texts } = next;
  const common = TEXTS[spec.language];
  const root = document.documentElement;
  root.lang = spec.language;
  root.dir = RIGHT_TO_LEFT.includes(spec.language) ? "rtl" : "ltr";
  document.title = `${(texts ?? common).headline} · ${spec.name}`;
  for (const [name, value] of [["--band", spec.color], ...tokensOf(spec.color, radius)])
    root.style.setProperty(name, value);
  byId("name").textContent = spec.name;
  byId("initial").textContent = [...spec.name.toUpperCase()][0] ?? "";
  byId("initial").hidden = logo !== undefined;
  byId("logo").hidden = logo === undefined;
  if (logo) byId("logo").src = logo;
  byId("notice-text").textContent = common.offline;
  byId("try-again").textContent = common.again;
  byId("invented").textContent = common.invented;
  const begins = shown === undefined || beginning(shown) !== beginning(next);
  shown = next;
  say(texts);
  if (begins) startOrder();
  else turnKnobs(document.querySelector("reward-redemption"), next.knobs);
}

function listenToLanguages(versions, open) {
  const languages = Object.keys(versions);
  const select = byId("language");
  select.replaceChildren(
    ...languages.map((tag) => {
      const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
      return Object.assign(new Option(name, tag), { lang: tag });
    }),
  );
  byId("languages").hidden = languages.length < 2;
  const wanted = new URLSearchParams(location.search).get("language");
  select.value = languages.includes(wanted) ? wanted : languages[0];
  select.addEventListener("change", () => {
    history.replaceState(null, "", `?language=${select.value}`);
    open(select.value);
  });
  open(select.value);
}

async function openSet() {
  const { sets, team } = await (await fetch(`${BACKEND}sets.json`)).json();
  const { radius, versions } = sets[SITE];
  listenToLanguages(versions, (language) => {
    const { spec, ...texts } = versions[language];
    show({ spec, radius, texts, logo: "mark.svg" });
  });
  if (SITE === "employer") showTeam(shown.spec, team);
}

/** The visitor's own brand, from the address. */
async function openAddress() {
  try {
    const { radius, logo, knobs, order, ...spec } = await brandIn(location.hash);
    show({ spec, radius, logo, knobs, order });
  } catch {
    // Not a brand: the maker begins with one.
    location.replace(BACKEND);
  }
}

byId("new-order").addEventListener("click", () => {
  localStorage.removeItem(cartKey(shown.spec));
  startOrder();
});
byId("try-again").addEventListener("click", startOrder);

if (parent !== window) document.querySelector(".demo").hidden = true;
if (SITE === "yours") {
  addEventListener("hashchange", openAddress);
  openAddress();
} else openSet();
