/** The words of the language in use: built-in tables, those fetched for it, and what the host page replaced. */

import type { Clock } from "./clock.ts";
import type { Flow, Loaders } from "./loaders.ts";
import { languageOf } from "./locale.ts";
import type { Surroundings } from "./redemption-controller.ts";
import { layTexts, type Messages } from "./texts/texts.ts";

/** Nobody waits longer than this for their own language. */
const WORDS_LIMIT_MS = 4_000;

export class Words {
  readonly #loaders: Loaders;
  readonly #clock: Clock;
  readonly #changed: () => void;
  /** Fetched tables; null while one is on its way, and empty where it cannot be had: English has to do then. */
  readonly #tables = new Map<string, Messages | null>();

  constructor({ loaders, clock }: Pick<Surroundings, "loaders" | "clock">, changed: () => void) {
    this.#loaders = loaders;
    this.#clock = clock;
    this.#changed = changed;
  }

  /**
   * The texts for a locale, or undefined while they are being fetched. The words of later screens come after those of
   * the first one, which does not wait for them.
   * @param flow the later screens, once they are here
   * @param needsLater whether the screen is a later one
   */
  for(
    locale: string,
    flow: Flow | undefined,
    replaced: Messages | undefined,
    needsLater: boolean,
  ): Messages | undefined {
    const language = languageOf(locale);
    const first = this.#table(language, this.#loaders.texts);
    const rest = flow && this.#table(`${language} later`, () => flow.laterTexts(language));
    if (first === null || (rest === null && needsLater)) return undefined;
    // Later words on the first screen are news that is said once: in this language, as soon as it is here.
    return layTexts(rest === null ? rest : flow?.enLater, first, rest, replaced);
  }

  /** The language the words are really in. */
  languageFor(locale: string): string {
    const language = languageOf(locale);
    return this.#tables.get(language)?.loading ? language : "en";
  }

  #table(
    name: string,
    load: (language: string) => Promise<Messages> | undefined,
  ): Messages | null | undefined {
    if (this.#tables.has(name)) return this.#tables.get(name);
    const fetched = load(name);
    if (!fetched) return undefined;
    this.#tables.set(name, null);
    const settle = (table: Messages) => {
      this.#tables.set(name, table);
      this.#changed();
    };
    // English does until they are here, and for good where they cannot be had.
    void this.#clock.sleep(WORDS_LIMIT_MS).then(() => this.#tables.get(name) ?? settle({}));
    fetched.then(settle, () => settle({}));
    return null;
  }
}
