/** Joins sentences, with a space in scripts that use one. */
export const joinSentences = (
  locale: string,
  ...sentences: readonly (string | false | undefined)[]
): string => sentences.filter(Boolean).join(/^(ja|zh)\b/.test(locale) ? "" : " ");

/**
 * The text with one full stop where an amount or a time that has its own ("kr.", "p.m.") ends a sentence, also with the
 * marks of writing direction between the two.
 */
export const withSingleStops = (text: string): string => text.replace(/\.(\p{Cf}*)\./gu, ".$1");
