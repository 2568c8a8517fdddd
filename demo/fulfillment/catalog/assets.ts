/** Logos and gift card images, drawn from a brand's colours and mark. No real brand's picture is used. */
import type { Spoken } from "../languages.ts";
import { hash } from "../random.ts";
import type { Look } from "./brands.ts";
import { lettered, type Place } from "./lettering.ts";
import { MARKS } from "./marks.ts";
import type { PromotionRecord } from "./promotions.ts";
import type { CatalogReward } from "./rewards.ts";

const escapeXml = (text: string) => text.replace(/[<>&"']/g, (char) => `&#${char.codePointAt(0)};`);

/** For scripts without outlines in lettering.ts. */
const FONT = "font-family=\"'Avenir Next','Segoe UI','Helvetica Neue',Arial,sans-serif\"";

/** A first letter in place of a mark, on the same 24 by 24 field. */
const INITIAL: Place = { x: 4, y: 20, size: 23 };

function mark({ name, mark: drawn }: Look, x: number, y: number, size: number, opacity = 1): string {
  const shown = drawn ? MARKS[drawn] : written([...name.toUpperCase()][0] ?? "", INITIAL);
  return `<g transform="translate(${x} ${y}) scale(${size / 24})" color="#fff" opacity="${opacity}">${shown}</g>`;
}

function gradient({ colors: [from, to] }: Look): string {
  return (
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/>` +
    `<stop offset="1" stop-color="${to}"/></linearGradient><radialGradient id="h" cx=".2" cy="0" r="1">` +
    '<stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>' +
    "</radialGradient></defs>"
  );
}

/** A square logo: the mark on the brand's colours. */
export function logoSvg(brand: Look): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240" role="img" aria-label="${escapeXml(brand.name)}">` +
    `${gradient(brand)}<rect width="240" height="240" rx="52" fill="url(#g)"/><rect width="240" height="240" rx="52" fill="url(#h)"/>` +
    `${mark(brand, 54, 54, 132)}</svg>`
  );
}

/** The path of the logo of a promotion's sender. */
export const senderLogo = ({ id }: PromotionRecord): string => `/assets/senders/${id}.svg`;

/** Background figures that differ from brand to brand. */
function pattern(seed: number): string {
  const white = (opacity: number) => `fill="none" stroke="#fff" stroke-opacity="${opacity}"`;
  const rows = Array.from({ length: 7 }, (_, i) => i);
  switch (seed % 4) {
    case 0:
      return rows
        .map((i) => `<circle cx="560" cy="60" r="${70 + i * 62}" ${white(0.11)} stroke-width="22"/>`)
        .join("");
    case 1:
      return rows
        .map(
          (i) =>
            `<path d="M-20 ${230 + i * 34}c120-90 240 60 360-20s220-80 340-10" ${white(0.13)} stroke-width="14"/>`,
        )
        .join("");
    case 2:
      return rows
        .map((i) => `<path d="M${120 + i * 90} -20 ${-60 + i * 90} 424" ${white(0.09)} stroke-width="34"/>`)
        .join("");
    default:
      return rows
        .map(
          (i) =>
            `<circle cx="${40 + i * 100}" cy="${i % 2 ? 330 : 380}" r="${60 + i * 9}" fill="#fff" opacity=".07"/>`,
        )
        .join("");
  }
}

const LABELS: Readonly<Record<Spoken, string>> = {
  en: "Gift card",
  fr: "Carte cadeau",
  de: "Geschenkkarte",
  es: "Tarjeta regalo",
  ja: "ギフトカード",
  ar: "بطاقة هدايا",
};

const NAME: Place = { x: 122, y: 87, size: 36 };
const LABEL: Place = { x: 46, y: 366, size: 20, spacing: 2.5 };

/** A word in white on a card: as outlines if its letters have outlines, otherwise in a font of the machine. */
function written(text: string, place: Place): string {
  const { x, y, size, spacing = 0 } = place;
  // Arabic letters are joined, so they get no spacing.
  const apart = /\p{Script=Arabic}/u.test(text) ? 0 : spacing;
  return (
    lettered(text, place) ??
    `<text x="${x}" y="${y}" ${FONT} font-size="${size}" font-weight="600" letter-spacing="${apart}" fill="currentColor">${escapeXml(text)}</text>`
  );
}

/** A gift card in the usual ratio 1.586 : 1, with wordmark and a large mark. Like printed cards, it shows no price. */
export function cardSvg(reward: CatalogReward): string {
  const { brand } = reward;
  const label = LABELS[reward.language];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 404" width="640" height="404" role="img" aria-label="${escapeXml(reward.name)}">` +
    `${gradient(brand)}<clipPath id="c"><rect width="640" height="404"/></clipPath><g clip-path="url(#c)">` +
    `<rect width="640" height="404" fill="url(#g)"/>${pattern(hash(brand.key))}<rect width="640" height="404" fill="url(#h)"/>` +
    `${mark(brand, 360, 110, 330, 0.2)}${mark(brand, 44, 44, 60)}` +
    `<g color="#fff">${written(brand.name, NAME)}<g opacity=".85">${written(label.toUpperCase(), LABEL)}</g></g>` +
    "</g></svg>"
  );
}
