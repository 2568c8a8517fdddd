/** Prices in the names of rewards, as the service's catalog writes them. */

/** An amount with or without its currency: `$5`, `1,000.00`, `10 €`, `USD 25`, `10 US$`. */
export const MONEY = /(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}\s)?\d[\d.,]*(?:\s?[A-Z]{0,2}\p{Sc}|\s[A-Z]{3}\b)?/u.source;

/** The price, or the range, at the end of a name. */
export const PRICE = new RegExp(String.raw`(?:,(?:\s\S{1,4})?)?\s(${MONEY}(?:\s\S{1,3}\s${MONEY})?)$`, "u");

const PUNCTUATION = /[\s,;:–—-]+$/;

/** A text without the signs that led over to what was cut off behind it. */
export const bare = (text = ""): string => text.replace(PUNCTUATION, "");

/** A name without the price, or the range, at its end. */
export const withoutPrice = (name = ""): string => bare(name.replace(PRICE, ""));

const RANGE = new RegExp(
  String.raw`(?:,(?:\s\S{1,4})?\s|\s?[(–—-]\s?|\s)${MONEY}\s?(?:\S{1,3}\s|[–—-])\s?${MONEY}\)?$`,
  "u",
);

/** The name of a reward of free value whose amount was chosen: without the range at its end, which would stand beside that amount. */
export const withoutRange = (name: string): string => name.replace(RANGE, "") || name;
