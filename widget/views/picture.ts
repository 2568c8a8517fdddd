/** A reward's picture as a card. Without a picture, or if it cannot be loaded, the card is drawn from the name. */
import { html, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";

/** One letter, because the second word of most names is the same, such as "Gift". */
const initialOf = (name: string): string => (/\p{L}/u.exec(name)?.[0] ?? "").toUpperCase();

/** A prime, so that names that differ in one letter have different colours. */
const SPREAD = 31;
const DEGREES = 360;

/** The hue for a name, in degrees: always the same one. */
function hueOf(name: string): number {
  let hue = 0;
  for (const letter of name) hue = (hue * SPREAD + letter.charCodeAt(0)) % DEGREES;
  return hue;
}

/** The members that a picture needs. */
type Pictured = Pick<Reward, "name" | "logo_url" | "catalog_card_url">;

/**
 * Each reward has a picture element of its own, so that no picture stands beside another name, and none is loaded
 * twice.
 */
export type Pictures = WeakMap<Pictured, HTMLImageElement>;
const shown: Pictures = new WeakMap();

function pictureOf(reward: Pictured, pictures: Pictures): HTMLImageElement | undefined {
  const source = reward.catalog_card_url ?? reward.logo_url;
  const known = pictures.get(reward);
  if (known || !source) return known;
  const image = new Image();
  image.alt = "";
  image.loading = "lazy";
  // Visible only once loaded, so that a broken picture is never seen.
  image.onload = () => image.classList.add("loaded");
  image.onerror = () => image.classList.add("broken");
  image.src = source;
  pictures.set(reward, image);
  return image;
}

/**
 * A reward's card.
 * @param name the shown name, which determines colour and initial of a drawn card
 * @param own the pictures of a second place: an element can be in one place only
 */
export const pictureView = (reward: Pictured, name = reward.name, own = shown): TemplateResult =>
  // A property: the browser then sets each rule through the CSSOM, which a strict style policy allows.
  html`<span part="card" class="picture" aria-hidden="true" .style=${`--_hue:${hueOf(name)}`}><b>${initialOf(name)}</b>${pictureOf(reward, own)}</span>`;
