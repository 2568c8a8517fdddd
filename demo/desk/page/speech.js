/** The language of a page of staff, English or German, and how amounts and times are written in it. */

const wanted = new URLSearchParams(location.search).get("language") ?? navigator.language;
export const language = wanted.toLowerCase().startsWith("de") ? "de" : "en";
export const isGerman = language === "de";

/** @returns the text of a key, with `{name}` replaced by the value of that name */
export function textsOf(english, german) {
  const texts = isGerman ? german : english;
  return (key, values = {}) => texts[key].replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Translates the page, which is written in English. */
export function speakIn(german) {
  document.documentElement.lang = language;
  if (!isGerman) return;
  document.title = german.title;
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = german[each.dataset.text];
  for (const each of document.querySelectorAll("[data-placeholder]"))
    each.placeholder = german[each.dataset.placeholder];
}

/** Another language is another page. */
export function listenToLanguage(select) {
  select.value = language;
  select.addEventListener("change", () => {
    const asked = new URLSearchParams(location.search);
    asked.set("language", select.value);
    location.search = asked;
  });
}

const LOCALE = isGerman ? "de-DE" : "en-GB";
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short" });

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium" });

export const shortDay = (value) => DAY.format(new Date(value));
export const momentText = (value) => MOMENT.format(new Date(value));
/** Of today the time alone. */
export function shortText(value) {
  const isToday = new Date(value).toDateString() === new Date().toDateString();
  return isToday ? CLOCK.format(new Date(value)) : momentText(value);
}

/** Without a currency only the number is shown: the currency is never guessed. */
export function moneyText({ amount, currency }) {
  const options = {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  };
  return new Intl.NumberFormat(LOCALE, currency ? options : {}).format(amount);
}
