/** A reward's picture as a card; one drawn from its name where it has none, or where that cannot be loaded. */
import { html, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";

/** One letter: the second word of most names is that of every card, such as "Gift". */
const initialOf = (name: string): string => (/\p{L}/u.exec(name)?.[0] ?? "").toUpperCase();

/** A prime, so that names that differ in one letter differ in colour. */
const SPREAD = 31;
const DEGREES = 360;

/** A colour of its own for each name, always the same one: the hue, in degrees. */
const hueOf = (name: string): number =>
  Array.from(name).reduce((hue, letter) => (hue * SPREAD + letter.charCodeAt(0)) % DEGREES, 0);

/** What a picture is made of. */
type Pictured = Pick<Reward, "name" | "logo_url" | "catalog_card_url">;

/** Each reward's own, so that no picture stands beside another name, and none is loaded twice. */
export type Pictures = WeakMap<Pictured, HTMLImageElement>;
const shown: Pictures = new WeakMap();

function pictureOf(reward: Pictured, pictures: Pictures): HTMLImageElement | undefined {
  const source = reward.catalog_card_url ?? reward.logo_url;
  const known = pictures.get(reward);
  if (known || !source) return known;
  const image = new Image();
  image.alt = "";
  image.loading = "lazy";
  // Seen once it is loaded and not before, so that a broken one never shows its torn corner.
  image.onload = () => image.classList.add("loaded");
  image.onerror = () => image.classList.add("broken");
  image.src = source;
  pictures.set(reward, image);
  return image;
}

/**
 * A reward's card.
 * @param name what it is called here; colour and initial of a drawn one follow from it
 * @param own the pictures of a place that is seen beside another one: a picture can be in one place only
 */
export const pictureView = (reward: Pictured, name = reward.name, own = shown): TemplateResult =>
  // A property: the browser sets it rule by rule, which a strict policy for styles allows.
  html`<span part="card" class="picture" aria-hidden="true" .style=${`--_hue:${hueOf(name)}`}><b>${initialOf(name)}</b>${pictureOf(reward, own)}</span>`;
