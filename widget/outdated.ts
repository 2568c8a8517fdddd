/**
 * Stands in for the element in a browser that is too old for it: one sentence, in the page's language, and the way to help.
 * `widget.js` loads this file in place of the element's code.
 */
import { nearest, resolveLocale } from "../shared/locale.ts";
import { safeSupport } from "./page/support.ts";
import { enFlow } from "./texts/en-flow.ts";
import { enProblems } from "./texts/en-problems.ts";
import { importTexts, TAGS } from "./texts/languages.ts";
import { type Group, keyed, type Language } from "./texts/texts.ts";
import { directionOf } from "./words/locale.ts";

/** @param helpOf the address for help that the server has for this element's session, if it tells one */
export function tellOutdated(helpOf: (element: Element) => Promise<string | undefined>): void {
  for (const name of ["reward-redemption", "reward-wallet"])
    customElements.define(
      name,
      class extends HTMLElement {
        connectedCallback(): void {
          void tell(this, helpOf(this));
        }
      },
    );
}

async function tell(element: HTMLElement, asked: Promise<string | undefined>): Promise<void> {
  const locale = resolveLocale(element.getAttribute("locale"), document.documentElement.lang);
  const tag = nearest(locale, TAGS);
  const wordsOf = async <G extends Group>(group: G, english: Language[G]): Promise<Language[G]> =>
    tag
      ? importTexts(tag, group).then(
          (values) => keyed(english, values),
          () => english,
        )
      : english;
  const [{ outdated }, { support }] = await Promise.all([
    wordsOf("problems", enProblems),
    wordsOf("flow", enFlow),
  ]);
  const sentence = document.createElement("p");
  sentence.textContent = outdated;
  sentence.lang = tag ?? "en";
  sentence.dir = directionOf(tag ?? "en");
  element.replaceChildren(sentence);
  const address = safeSupport(element.getAttribute("support") ?? (await asked));
  if (!address) return;
  const help = Object.assign(document.createElement("a"), { href: address, textContent: support });
  help.rel = "noopener noreferrer";
  sentence.append(" ", help);
}
