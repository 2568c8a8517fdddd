/** The words of the language in use: built-in tables, those fetched for it, and what the host page replaced. */
import type { Loaders } from "./loaders.ts";
import { languageOf } from "./locale.ts";
import { layTexts, type Messages } from "./texts/texts.ts";

export class Words {
  readonly #loaders: Loaders;
  readonly #changed: () => void;
  /** Fetched tables; null while one is on its way, and empty where it cannot be had: English has to do then. */
  readonly #tables = new Map<string, Messages | null>();

  constructor(loaders: Loaders, changed: () => void) {
    this.#loaders = loaders;
    this.#changed = changed;
  }

  /** The texts for a locale, or undefined while they are being fetched. */
  for(locale: string, later: Messages | undefined, replaced: Messages | undefined): Messages | undefined {
    const table = this.#table(languageOf(locale));
    return table === null ? undefined : layTexts(later, table, replaced);
  }

  /** The language the words are really in. */
  languageFor(locale: string): string {
    const language = languageOf(locale);
    return this.#tables.get(language)?.loading ? language : "en";
  }

  #table(language: string): Messages | null | undefined {
    if (this.#tables.has(language)) return this.#tables.get(language);
    const fetched = this.#loaders.texts(language);
    if (!fetched) return undefined;
    this.#tables.set(language, null);
    const settle = (table: Messages) => {
      this.#tables.set(language, table);
      this.#changed();
    };
    fetched.then(settle, () => settle({}));
    return null;
  }
}
