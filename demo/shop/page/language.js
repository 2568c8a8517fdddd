/** Makes the shop speak a language: its texts, numbers and dates. The page is written in English, so that is kept from there. */
import { FRENCH } from "./french.js";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Up to here a day has a name of its own in both languages: today, yesterday. */
const NAMED_DAYS = 1;

/** What stood in the page at first, by element. */
const english = new Map();

function translate(language, element, name, read, write) {
  if (!english.has(element)) english.set(element, read());
  write(language === "fr" ? FRENCH[name] : english.get(element));
}

function dateOf(language, days) {
  if (Math.abs(days) > NAMED_DAYS) {
    const date = new Date(Date.now() + days * DAY_MS);
    return new Intl.DateTimeFormat(language, { day: "numeric", month: "long" }).format(date);
  }
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** @param {"en" | "fr"} language */
export function speak(language) {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) {
    const write = (text) => {
      element.textContent = text;
    };
    translate(language, element, element.dataset.text, () => element.textContent, write);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const write = (text) => element.setAttribute("aria-label", text);
    translate(language, element, element.dataset.label, () => element.getAttribute("aria-label"), write);
  }
  for (const element of document.querySelectorAll("data")) {
    const signDisplay = "signed" in element.dataset ? "exceptZero" : "auto";
    element.textContent = new Intl.NumberFormat(language, { signDisplay })
      .format(Number(element.value))
      .replace("-", "−");
  }
  for (const element of document.querySelectorAll("time[data-days]")) {
    element.textContent = dateOf(language, Number(element.dataset.days));
  }
}
