/**
 * German for the demo's pages that are written in English: a table a page, by the English text. The language is the visitor's, or
 * `?lang=de` and `?language=de`.
 */
const asked = new URLSearchParams(location.search);
const language = asked.get("lang") ?? asked.get("language") ?? navigator.language;
export const isGerman = language.toLowerCase().startsWith("de");

/** @param {Readonly<Record<string, string>>} german @returns a text of the page in the visitor's language */
export const translator = (german) => (english) => (isGerman && german[english]) || english;

/** Puts the page's own texts and names into the visitor's language. @param {(english: string) => string} t */
export function translate(t, root = document.body) {
  if (!isGerman) return;
  document.documentElement.lang = "de";
  document.title = t(document.title);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const words = node.data.trim();
    if (words) node.data = node.data.replace(words, t(words));
  }
  for (const element of root.querySelectorAll("[aria-label]"))
    element.setAttribute("aria-label", t(element.getAttribute("aria-label")));
}
