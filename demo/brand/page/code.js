/** The pane with the code, and what copies it. */
import { CODE, coloured } from "./json.js";
import { snippetsFor } from "./snippets.js";
import { t } from "./texts.js";

/** Long enough to see that the button reacted. */
const SAID_MS = 2_000;

const byId = (id) => document.getElementById(id);

let from;
let snippets = [];

/** @param {string[]} events the names of the element's events */
export async function listenToCode(events) {
  const [files, latest] = await Promise.all(
    ["snippets.json", "/widget/latest.json"].map(async (address) => (await fetch(address)).json()),
  );
  from = { files, latest, events, origin: location.origin };
  byId("copy-code").addEventListener("click", copy);
  byId("snippet").addEventListener("change", print);
}

/** Prints what embeds this brand. */
export function showCode(state) {
  snippets = snippetsFor(state, from);
  if (byId("snippet").options.length === 0)
    for (const [group, titles] of Map.groupBy(snippets, (each) => each.group)) {
      const options = Object.assign(document.createElement("optgroup"), { label: t(group) });
      options.append(...titles.map(({ title }) => new Option(title)));
      byId("snippet").append(options);
    }
  print();
}

function print() {
  const { hint, file, text } = snippets[byId("snippet").selectedIndex];
  byId("code-hint").textContent = t(hint) + (file ? ` demo/${file}` : "");
  byId("code-text").replaceChildren(...coloured(text, CODE));
}

/** Says "Copied" only after a success. If copying is forbidden, the code is selected for copying by hand. */
async function copy() {
  const button = byId("copy-code");
  try {
    await navigator.clipboard.writeText(byId("code-text").textContent);
    button.textContent = t("Copied");
  } catch {
    getSelection()?.selectAllChildren(byId("code-text"));
    button.textContent = t("Selected");
  }
  setTimeout(() => {
    button.textContent = t("Copy");
  }, SAID_MS);
}
