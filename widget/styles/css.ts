/** Style sheets as templates: Lit's own tag does more than is needed here, and weighs it. */

export class Styles {
  readonly #text: string;
  #sheet: CSSStyleSheet | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** One for all elements, made when the first of them needs it: where there is no browser there is none. */
  get sheet(): CSSStyleSheet {
    if (!this.#sheet) {
      this.#sheet = new CSSStyleSheet();
      this.#sheet.replaceSync(this.#text);
    }
    return this.#sheet;
  }
}

/** @param values numbers, and styles to go in there */
export const css = (raw: TemplateStringsArray, ...values: readonly (number | Styles)[]): Styles =>
  new Styles(String.raw({ raw }, ...values));
