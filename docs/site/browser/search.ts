/** The search: fetched when it is first used. Its list is a listbox of links below the field, after ARIA's combobox. */
import MiniSearch, { type SearchResult } from "minisearch";

/** Of one part of a page: the address, the page, the heading, the words. */
type Part = readonly [string, string, string, string];

const FOUND_MOST = 8;
/** Letters before the first found word that an excerpt shows. */
const EXCERPT_BEFORE = 40;
const EXCERPT_LENGTH = 130;
/** A shorter word is another one when a letter is exchanged. */
const FUZZY_FROM = 5;
const FUZZINESS = 0.2;
/** A page before its parts. */
const PAGE_BOOST = 2;

const options = {
  prefix: true,
  fuzzy: (term: string) => term.length >= FUZZY_FROM && FUZZINESS,
  boost: { name: 4, title: 1.5 },
  boostDocument: (_id: unknown, _term: string, part?: Record<string, unknown>) =>
    part?.heading ? 1 : PAGE_BOOST,
} as const;

/** What was asked for, a page's name before a word in passing; if no part has all of the words, then some of them. */
function find(index: MiniSearch, words: string): SearchResult[] {
  const all = index.search(words, { ...options, combineWith: "AND" });
  return (all.length > 0 ? all : index.search(words, options)).slice(0, FOUND_MOST);
}

/** The words around the first that was found, each that was found marked. */
function excerptOf(text: string, terms: readonly string[]): HTMLElement {
  const excerpt = document.createElement("small");
  const escaped = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(${escaped.join("|")})`, "iu");
  const at = Math.max(0, text.search(pattern) - EXCERPT_BEFORE);
  const from = at && text.indexOf(" ", at) + 1;
  const shown = `${from ? "… " : ""}${text.slice(from, from + EXCERPT_LENGTH)}`;
  for (const [n, piece] of shown.split(new RegExp(pattern, "giu")).entries()) {
    if (n % 2 === 0) excerpt.append(piece);
    else excerpt.append(Object.assign(document.createElement("mark"), { textContent: piece }));
  }
  return excerpt;
}

function optionOf(found: SearchResult, root: string, n: number): HTMLAnchorElement {
  const link = document.createElement("a");
  Object.assign(link, { href: root + found.id, id: `found-${n}`, role: "option", tabIndex: -1 });
  const name = document.createElement("span");
  name.append(found.title);
  if (found.heading) name.append(` › ${found.heading}`);
  link.append(name, " ", excerptOf(found.text, found.terms));
  return link;
}

/** @param root leads to the site's folder */
export async function startSearch(input: HTMLInputElement, root: string): Promise<void> {
  const list = document.querySelector<HTMLElement>("#found");
  const status = input.parentElement?.querySelector("[role=status]");
  if (!list || !status) return;
  const parts: Part[] = await (await fetch(`${root}search.json`)).json();
  const index = new MiniSearch({
    fields: ["name", "title", "text"],
    storeFields: ["title", "heading", "text"],
  });
  index.addAll(
    parts.map(([id, title, heading, text]) => ({ id, title, heading, text, name: heading || title })),
  );
  let chosen = -1;

  const links = (): HTMLAnchorElement[] => [...list.querySelectorAll("a")];
  function choose(next: number): void {
    chosen = next;
    for (const [n, link] of links().entries()) {
      link.setAttribute("aria-selected", String(n === next));
      if (n === next) link.scrollIntoView({ block: "nearest" });
    }
    if (next < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `found-${next}`);
  }
  function open(isOpen: boolean): void {
    if (list) list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) choose(-1);
  }
  function show(): void {
    const words = input.value.trim();
    const found = words ? find(index, words) : [];
    list?.replaceChildren(...found.map((each, n) => optionOf(each, root, n)));
    open(found.length > 0);
    if (status) status.textContent = words && (found.length > 0 ? `${found.length} found` : "Nothing found");
    input.parentElement?.classList.toggle("nothing", words !== "" && found.length === 0);
    choose(-1);
  }

  input.addEventListener("input", show);
  input.addEventListener("focus", show);
  input.addEventListener("keydown", (event) => {
    const count = links().length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      open(true);
      // From the field itself the first one is below, and the last one above.
      choose(chosen < 0 && step < 0 ? count - 1 : (chosen + step + count) % count);
    } else if (event.key === "Enter" && !list.hidden) {
      event.preventDefault();
      links()[Math.max(chosen, 0)]?.click();
    } else if (event.key === "Escape") {
      open(false);
    }
  });
  // Also where the page stays: the heading is on it.
  list.addEventListener("click", () => open(false));
  input.parentElement?.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && input.parentElement?.contains(relatedTarget))) open(false);
  });
  // What was typed until now.
  if (document.activeElement === input) show();
}
