/** A site's page: its words, its colour, and the widget with one order. `start` is the part that a customer would write. */
import { BACKEND, post } from "./backend.js";
import { tokensOf } from "./tokens.js";
import { speak } from "./words.js";

const root = document.documentElement;
export const SITE = root.dataset.site;
const SESSION = SITE === "demo" ? "../session" : "session";

export const byId = (id) => document.getElementById(id);
export const widget = () => document.querySelector("reward-redemption");

/** Counts the orders started here, so that a late answer for an earlier one is dropped. */
let latest = 0;
/** What is shown, why there is no session, and whether the reward was had. */
let shown;
let failed;
let wasHad = false;

/** Embeds the widget for one order: the element, its session, and a function for a new session when that one ends. */
export async function start(order) {
  latest += 1;
  const mine = latest;
  // Another order gets a new element, as on a page that was loaded for it.
  if (latest > 1) widget().replaceWith(document.createElement("reward-redemption"));
  const element = widget();
  // A frame's history is that of the page around it.
  element.toggleAttribute("history", parent === window);
  failed = undefined;
  wasHad = false;
  show(shown);
  const mint = async () => {
    const asked = { ...order, order: shown.wishes };
    const { session_token, order_id = `${order.shape}-${order.cart}` } = await post(SESSION, asked);
    document.body.dataset.order = order_id;
    return session_token;
  };
  try {
    const session = await mint();
    if (mine !== latest) return;
    const help = `../help/${SITE}?language=${root.lang}&order=${document.body.dataset.order}`;
    if (!element.hasAttribute("support")) element.support = new URL(help, BACKEND).href;
    if (shown.give) return shown.give(element, session, mint);
    element.session = session;
    element.getSession = mint;
  } catch (error) {
    if (mine !== latest) return;
    failed = error.message;
    show(shown);
  }
}

function list(id, items) {
  byId(id).replaceChildren(
    ...items.map((each) => {
      const item = document.createElement("li");
      item.append(each);
      return item;
    }),
  );
}

/** The page of rewards is the second of a site, or the first where the second is the account on the same page. */
function linkTo(textContent, i) {
  const isAccount = i === 1 && byId("account") !== null;
  const link = Object.assign(document.createElement("a"), { textContent });
  link.href = isAccount ? "#account" : "#reward";
  if (i === (byId("account") ? 0 : 1)) link.setAttribute("aria-current", "page");
  return link;
}

/**
 * Shows all but the order: the widget stays, with its visitor's progress.
 * @param {{ language: string, words: object, attributes: object, color?: string, radius?: number, logo?: string, wishes?: object }} next
 * `attributes` are the element's; without a colour it is that of the page's sheet, and without a logo the initial stands there;
 * `wishes` are what the backend is asked for beside the order. `turn` and `give` are what a maker sets on the element (knobs.js)
 */
export function show(next) {
  shown = next;
  const { language, words, attributes, color, radius, logo } = next;
  const said = { ...words, ...(wasHad && words.after) };
  speak(language, said);
  list("nav", said.nav.map(linkTo));
  list("facts", said.facts ?? []);
  for (const [name, value] of color ? [["--band", color], ...tokensOf(color, radius)] : [])
    root.style.setProperty(name, value);
  byId("initial").hidden = logo !== undefined;
  byId("initial").textContent = [...words.name.toUpperCase()][0] ?? "";
  byId("logo").hidden = logo === undefined;
  if (logo && byId("logo").getAttribute("src") !== logo) byId("logo").src = logo;
  // Without a session the widget has nothing to show.
  widget().hidden = failed !== undefined;
  byId("notice").hidden = failed === undefined;
  if (failed === "offline" && words.offline) byId("notice-text").textContent = words.offline;
  for (const [name, value] of Object.entries(attributes))
    if (value === undefined) widget().removeAttribute(name);
    // The same value would be shown anew.
    else if (widget().getAttribute(name) !== value) widget().setAttribute(name, value);
  next.turn?.(widget());
}

/** Events after which a reward was had, also by somebody who comes back to it. */
const OUTCOMES = ["reward-ready", "reward-redeem", "reward-activate", "reward-notify"];
const HAD = ["redeemed", "activated", "notified"];

for (const name of OUTCOMES)
  document.addEventListener(name, ({ detail }) => {
    if (wasHad || !HAD.includes(detail.state)) return;
    wasHad = true;
    show(shown);
  });
