/** A reward's picture, with its initials where there is none or it cannot be loaded. */
import { html, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";

const initialsOf = (name: string): string =>
  Array.from(name.matchAll(/(?<!\p{L})\p{L}/gu), ([letter]) => letter)
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** Each reward's own, so that no picture stands beside another name, and none is loaded twice. */
const pictures = new WeakMap<Reward, HTMLImageElement>();

function pictureOf(reward: Reward): HTMLImageElement | undefined {
  const source = reward.catalog_card_url ?? reward.logo_url;
  const known = pictures.get(reward);
  if (known || !source) return known;
  const image = new Image();
  image.alt = "";
  image.loading = "lazy";
  // Seen once it is loaded and not before, so that a broken one never shows its torn corner.
  image.onload = () => image.classList.add("loaded");
  image.src = source;
  pictures.set(reward, image);
  return image;
}

export const pictureView = (reward: Reward): TemplateResult =>
  html`<span class="picture" aria-hidden="true">${initialsOf(reward.name)}${pictureOf(reward)}</span>`;
