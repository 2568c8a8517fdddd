/** The pane with the code, and what copies it. */
import { byId, copy } from "./dom.js";
import { CODE, coloured } from "./json.js";
import { snippetsFor } from "./snippets.js";
import { t } from "./texts.js";

let from;
let snippets = [];

/** @param {string[]} events the names of the element's events */
export async function listenToCode(events) {
  const [files, latest] = await Promise.all(
    ["snippets.json", "/widget/latest.json"].map(async (address) => (await fetch(address)).json()),
  );
  from = { files, latest, events };
  byId("copy-code").addEventListener("click", () => copy(byId("code-text").textContent, "Copied."));
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
