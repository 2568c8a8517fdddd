/** The tabs with the code, and what copies it. Written as text, in pieces that the style sheet colours. */
import { snippetsFor } from "./snippets.js";

/**
 * Strings, tags and comments, which is enough for readability. A space follows a comment's slashes, but not an
 * address's.
 */
const PIECES = /("[^"\n]*")|(<\/?[\w-]+|\/?>)|(\/\/ .*|\/\*.*?\*\/)/g;
const KINDS = ["string", "tag", "comment"];
/** Long enough to see that the button reacted. */
const SAID_MS = 2_000;
const KEYS = { ArrowRight: 1, ArrowLeft: -1 };

const byId = (id) => document.getElementById(id);

let files;
let latest;
let snippets = [];
let chosen = 0;

export async function listenToCode() {
  [files, latest] = await Promise.all(
    ["snippets.json", "/widget/latest.json"].map(async (address) => (await fetch(address)).json()),
  );
  byId("copy-code").addEventListener("click", copy);
  // Long code scrolls, also by keyboard.
  byId("code").parentElement.tabIndex = 0;
  byId("tabs").addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose((chosen + step + snippets.length) % snippets.length);
    byId("tabs").children[chosen].focus();
  });
}

/** Prints what embeds this brand. */
export function showCode(brand) {
  snippets = snippetsFor(brand, { files, latest, origin: location.origin });
  if (byId("tabs").children.length !== snippets.length) {
    byId("tabs").replaceChildren(
      ...snippets.map(({ title }, i) => {
        const tab = Object.assign(document.createElement("button"), { type: "button", textContent: title });
        tab.setAttribute("role", "tab");
        tab.setAttribute("aria-controls", "panel");
        tab.id = `tab-${i}`;
        tab.addEventListener("click", () => choose(i));
        return tab;
      }),
    );
  }
  choose(chosen);
}

function choose(i) {
  chosen = i;
  for (const [place, tab] of [...byId("tabs").children].entries()) {
    tab.setAttribute("aria-selected", String(place === i));
    tab.tabIndex = place === i ? 0 : -1;
  }
  byId("panel").setAttribute("aria-labelledby", `tab-${i}`);
  const { hint, text } = snippets[i];
  byId("code-hint").textContent = hint;
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(PIECES)) {
    const className = KINDS[match.slice(1).findIndex((found) => found !== undefined)];
    const piece = Object.assign(document.createElement("span"), { className, textContent: match[0] });
    pieces.push(text.slice(end, match.index), piece);
    end = match.index + match[0].length;
  }
  byId("code").replaceChildren(...pieces, text.slice(end));
}

/** Says "Copied" only after a success. If copying is forbidden, the code is selected for copying by hand. */
async function copy() {
  const button = byId("copy-code");
  try {
    await navigator.clipboard.writeText(byId("code").textContent);
    button.textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(byId("code"));
    button.textContent = "Selected";
  }
  setTimeout(() => {
    button.textContent = "Copy";
  }, SAID_MS);
}
