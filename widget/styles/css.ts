/** Style sheets as templates. Lit's own tag does more than the widget needs, and is larger. */

export class Styles {
  readonly #text: string;
  #sheet: CSSStyleSheet | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** One sheet for all elements, made when first needed: outside a browser there is no CSSStyleSheet. */
  get sheet(): CSSStyleSheet {
    if (!this.#sheet) {
      this.#sheet = new CSSStyleSheet();
      this.#sheet.replaceSync(this.#text);
    }
    return this.#sheet;
  }
}

/** @param values numbers and styles, which are inserted into the sheet */
export const css = (raw: TemplateStringsArray, ...values: readonly (number | Styles)[]): Styles =>
  new Styles(String.raw({ raw }, ...values));
