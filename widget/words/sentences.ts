/** Sentences one after the other: with a space between them, but in scripts that write none. */
export const joinSentences = (
  locale: string,
  ...sentences: readonly (string | false | undefined)[]
): string => sentences.filter(Boolean).join(/^(ja|zh)\b/.test(locale) ? "" : " ");
