/** The texts in use: English, the fetched language, and the texts that the host page replaced. */

import type { Flow, Loaders } from "../loaders.ts";
import type { Clock } from "../page/clock.ts";
import type { Surroundings } from "../redemption-controller.ts";
import { needsFlow } from "../state/opening.ts";
import type { State } from "../state/state.ts";
import { en } from "../texts/en.ts";
import { TAGS } from "../texts/languages.ts";
import { type Group, keyed, type Language, type Messages, type TableOf, type Texts } from "../texts/texts.ts";
import { languageOf, nearest, resolveLocale } from "./locale.ts";

/** The user waits no longer than this for texts in the own language. */
const WORDS_LIMIT_MS = 4_000;

export class Words {
  readonly #loaders: Loaders;
  readonly #clock: Clock;
  readonly #changed: () => void;
  /** Fetched tables. Null while a table is on its way; the English table if it cannot be loaded. */
  readonly #tables = new Map<string, object | null>();

  constructor({ loaders, clock }: Pick<Surroundings, "loaders" | "clock">, changed: () => void) {
    this.#loaders = loaders;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** Takes the first screen's words that came with the order, so that their file need not be fetched. */
  give(locale: string, words: Readonly<Record<string, string>>): void {
    const tag = nearest(resolveLocale(locale), TAGS);
    if (tag) this.#tables.set(`${tag}-first`, { ...en, ...words });
  }

  /**
   * The texts for a locale, or undefined while the screen's texts are being fetched; and the language of the texts.
   * @param flow the later screens, once they are loaded
   * @param state while the order is on its way there are none: its answer says the language, and has its first words
   */
  for(
    locale: string,
    flow: Flow | undefined,
    replaced: Messages | undefined,
    state: State,
  ): { readonly texts: Texts | undefined; readonly language: string } {
    const tag = nearest(locale, TAGS);
    if (state.screen.name === "loading" && !state.order) return { texts: undefined, language: tag ?? "en" };
    const tableOf: TableOf = (group, english) => (tag ? this.#table(tag, group, english) : english);
    const first = tableOf("first", en);
    const later = flow?.laterTexts(tableOf, state);
    return {
      texts: first && (later || !needsFlow(state)) ? [replaced, ...(later ?? []), first] : undefined,
      // A page that replaces texts writes them in the language that it asked for.
      language: (first && first !== en ? tag : replaced && languageOf(locale)) || "en",
    };
  }

  /** A fetched table; the English one if it cannot be loaded. */
  #table<G extends Group>(tag: string, group: G, english: Language[G]): Language[G] | null {
    const name = `${tag}-${group}`;
    if (!this.#tables.has(name)) {
      const settle = (table: object) => {
        this.#tables.set(name, table);
        this.#changed();
      };
      const fail = () => this.#tables.get(name) ?? settle(english);
      this.#tables.set(name, null);
      this.#loaders.texts(tag, group).then((values) => settle(keyed(english, values)), fail);
      // English is used until the texts arrive.
      void this.#clock.sleep(WORDS_LIMIT_MS).then(fail);
    }
    return this.#tables.get(name) as Language[G] | null;
  }
}
