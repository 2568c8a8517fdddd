/**
 * The portal's language: the one in the address (`?language=de`), otherwise the browser's first one that the portal
 * has, otherwise English. The page is written in English; each other language is a table of the same keys.
 */
import { ARABIC } from "./arabic.js";
import { ENGLISH } from "./english.js";
import { GERMAN } from "./german.js";

export const TEXTS = { en: ENGLISH, de: GERMAN, ar: ARABIC };
const RIGHT_TO_LEFT = ["ar"];
const PARAMETER = "language";

/** @param {readonly (string | null)[]} wishes locales, the best first */
export function languageFor(wishes) {
  const languages = wishes.map((wish) => (wish ?? "").toLowerCase().split("-")[0]);
  return languages.find((language) => Object.hasOwn(TEXTS, language)) ?? "en";
}

function wishes() {
  if (typeof document === "undefined") return [];
  return [new URLSearchParams(location.search).get(PARAMETER), ...navigator.languages];
}

let language = languageFor(wishes());

/** The locale for `Intl`; `english` is the kind of English. Digits are 0 to 9 in every language, as in codes. */
export const formatLocale = (english) => (language === "en" ? english : `${language}-u-nu-latn`);

const isRightToLeft = () => RIGHT_TO_LEFT.includes(language);

/** A number, an address or a name keeps its own direction inside Arabic text (Unicode, isolates). */
const placed = (value) => (isRightToLeft() ? `\u2068${value}\u2069` : String(value));

function form(text, { count }) {
  const forms = text.split("|");
  if (forms.length === 1) return text;
  const category = new Intl.PluralRules(language).select(count);
  return forms[TEXTS[language].forms.split("|").indexOf(category)] ?? forms.at(-1);
}

export const hasText = (key) => Object.hasOwn(TEXTS.en, key);

/**
 * @param {keyof typeof ENGLISH} key
 * @param {Record<string, string | number>} [values] by placeholder
 */
export function t(key, values = {}) {
  return form(TEXTS[language][key], values).replaceAll(/\{(\w+)\}/g, (_, name) => placed(values[name]));
}

/** Translates the page: elements with `data-text`, `data-label` and `data-placeholder`. */
export function speak(wanted = language) {
  language = wanted;
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft() ? "rtl" : "ltr";
  const all = (selector) => document.querySelectorAll(selector);
  for (const element of all("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of all("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  for (const element of all("[data-placeholder]")) element.placeholder = t(element.dataset.placeholder);
}

/** Another language is another address, so that every message is written again; the view stays. */
export function listenToLanguage(select) {
  select.value = language;
  select.addEventListener("change", () => {
    location.search = new URLSearchParams({ [PARAMETER]: select.value });
  });
}
