/** The languages of the service's texts for end users: its mails and the page behind their links. */

export const SPOKEN = ["en", "fr", "de", "es", "ja", "ar"] as const;
export type Spoken = (typeof SPOKEN)[number];

const isSpoken = (language: string): language is Spoken => (SPOKEN as readonly string[]).includes(language);

/** The language of a promotion's locale, such as `fr_FR`; English if it is none of these. */
export function spokenOf(locale: string): Spoken {
  const [language = ""] = locale.toLowerCase().split(/[-_]/);
  return isSpoken(language) ? language : "en";
}

export const isRightToLeft = (language: Spoken): boolean => language === "ar";
