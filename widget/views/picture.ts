/** A reward's picture, with its initials where there is none or it cannot be loaded. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";

const INITIALS = 2;

const initialsOf = (name: string): string =>
  Array.from(name.matchAll(/(?<!\p{L})\p{L}/gu), ([letter]) => letter)
    .slice(0, INITIALS)
    .join("")
    .toUpperCase();

/** Shown once it is loaded and not before, so that a broken one never shows its torn corner. */
const settle = (event: globalThis.Event): void => {
  if (event.target instanceof HTMLElement) event.target.toggleAttribute("data-loaded", event.type === "load");
};

export function pictureView({ name, catalog_card_url, logo_url }: Reward): TemplateResult {
  const source = catalog_card_url ?? logo_url;
  return html`<span class="picture" aria-hidden="true">${initialsOf(name)}${source ? html`<img src=${source} alt="" loading="lazy" decoding="async" @load=${settle} @error=${settle}>` : nothing}</span>`;
}
