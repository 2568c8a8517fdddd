/** How amounts and times are written. */
import { formatLocale, t } from "./language.js";

const MOMENT = new Intl.DateTimeFormat(formatLocale("en-GB"), { dateStyle: "medium", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat(formatLocale("en-GB"), { timeStyle: "short" });

/** A value of the service that is no date is shown unchanged. */
function dated(value, format) {
  const time = Date.parse(value ?? "");
  return Number.isNaN(time) ? String(value ?? "") : format.format(time);
}

export const momentText = (value) => dated(value, MOMENT);
export const clockText = (value) => dated(value, CLOCK);

/** Without a currency only the number is shown: the currency is never guessed. */
export function moneyText({ amount, currency }) {
  if (currency === undefined) return String(amount);
  try {
    return new Intl.NumberFormat(formatLocale("en"), {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
    }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** A waiting time in words, rounded up. */
export function waitText(seconds) {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60 ? t("seconds", { count: Math.ceil(seconds) }) : t("minutes", { count: minutes });
}
