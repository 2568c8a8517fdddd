/**
 * Translates the shop: its texts, numbers and dates. The page is written in English, so the English texts are kept from
 * there.
 */
import { ARABIC } from "./arabic.js";
import { FRENCH } from "./french.js";
import { GERMAN } from "./in-german.js";
import { JAPANESE } from "./japanese.js";
import { SPANISH } from "./spanish.js";

/** The tables of all languages but English. */
export const TEXTS = { fr: FRENCH, de: GERMAN, es: SPANISH, ja: JAPANESE, ar: ARABIC };
const RIGHT_TO_LEFT = ["ar"];

const DAY_MS = 24 * 60 * 60 * 1000;
/** Up to this distance a day has a name of its own in every language: today, yesterday. */
const NAMED_DAYS = 1;

/** The page's first texts, by element. */
const english = new Map();

function translated(language, element, name, first) {
  if (!english.has(element)) english.set(element, first);
  return TEXTS[language]?.[name] ?? english.get(element);
}

/** Digits are 0 to 9 in every language, as in codes. */
const formatOf = (language) => `${language}-u-nu-latn`;

function dateOf(language, days) {
  if (Math.abs(days) > NAMED_DAYS) {
    const date = new Date(Date.now() + days * DAY_MS);
    return new Intl.DateTimeFormat(formatOf(language), { day: "numeric", month: "long" }).format(date);
  }
  const words = new Intl.RelativeTimeFormat(formatOf(language), { numeric: "auto" }).format(days, "day");
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/**
 * The language of a locale: `de` of `de-AT`. English for an invalid locale, such as `C` on a machine without a
 * language.
 */
function languageOf(locale) {
  try {
    return new Intl.Locale(locale).language;
  } catch {
    return "en";
  }
}

/** A language's own name, with the capital of a list entry: Français, 日本語, Srpski (latinica). */
export function ownName(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/**
 * Without a chosen language the browser's counts, except for a promotion that is not English: that promotion was chosen
 * for its language.
 * @param {string} promotion the promotion's language
 * @param {string} browser the visitor's locale
 * @returns {string | undefined} the locale for the widget; undefined if the widget's own choice is right
 */
export const askedFor = (promotion, browser) =>
  promotion === "en" && languageOf(browser) !== promotion ? browser : undefined;

/**
 * The id of the choice for a language: one with rewards in that language, if there is one.
 * @param {{ id: string, translations?: Record<string, string> }} choice
 * @param {string} locale
 */
export const choiceIn = ({ id, translations }, locale) => translations?.[languageOf(locale)] ?? id;

/** Writes the element's number, or another one, in the page's language. */
export function showNumber(element, value = Number(element.value)) {
  const signDisplay = "signed" in element.dataset ? "exceptZero" : "auto";
  element.value = value;
  element.textContent = new Intl.NumberFormat(formatOf(document.documentElement.lang), { signDisplay })
    .format(value)
    .replace("-", "−");
}

/**
 * The shop has fewer languages than the widget: all others get English.
 * @param {string} locale
 */
export function speak(locale) {
  const language = languageOf(locale) in TEXTS ? languageOf(locale) : "en";
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = translated(language, element, element.dataset.text, element.textContent);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = translated(language, element, element.dataset.label, element.getAttribute("aria-label"));
    element.setAttribute("aria-label", label);
  }
  for (const element of document.querySelectorAll("data")) showNumber(element);
  for (const element of document.querySelectorAll("time[data-days]")) {
    element.textContent = dateOf(language, Number(element.dataset.days));
  }
}
