/** Writes the page in a language: its texts, lists, numbers and dates. */

const RIGHT_TO_LEFT = ["ar"];
const DAY_MS = 24 * 60 * 60 * 1000;
/** Up to this distance a day has a name of its own in every language: today, yesterday. */
const NAMED_DAYS = 1;

/** Digits are 0 to 9 in every language, as in codes. */
const formatOf = (language) => `${language}-u-nu-latn`;

const capital = (text, language) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

function dateOf(language, days) {
  if (Math.abs(days) > NAMED_DAYS) {
    const date = new Date(Date.now() + days * DAY_MS);
    return new Intl.DateTimeFormat(formatOf(language), { day: "numeric", month: "long" }).format(date);
  }
  const format = new Intl.RelativeTimeFormat(formatOf(language), { numeric: "auto" });
  return capital(format.format(days, "day"), language);
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

/** A language's own name, with the capital of a list entry: Français, 日本語, Srpski (latinica). */
export const ownName = (tag) => capital(new Intl.DisplayNames([tag], { type: "language" }).of(tag), tag);

/** Writes the element's number, or another one, in the page's language. */
export function showNumber(element, value = Number(element.value)) {
  const signDisplay = "signed" in element.dataset ? "exceptZero" : "auto";
  element.value = value;
  element.textContent = new Intl.NumberFormat(formatOf(document.documentElement.lang), { signDisplay })
    .format(value)
    .replace("-", "−");
}

/** The language of a locale if it is one of these, else English: a site has fewer languages than the widget. */
export const spokenOf = (locale, words) => (languageOf(locale) in words ? languageOf(locale) : "en");

/** A text that the site does not have takes no room. */
export function speak(language, words) {
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";
  for (const element of document.querySelectorAll("[data-text]")) {
    const text = words[element.dataset.text];
    element.hidden = !text;
    element.textContent = text ?? "";
  }
  document.title = `${words.title} · ${words.name}`;
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", words[element.dataset.label]);
  for (const element of document.querySelectorAll("data")) showNumber(element);
  for (const element of document.querySelectorAll("[data-days]")) {
    const date = dateOf(language, Number(element.dataset.days));
    element.textContent = element.dataset.text ? `${element.textContent} ${date}` : date;
  }
}
