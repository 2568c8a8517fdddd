/** Joins sentences, with a space in scripts that use one. */
export const joinSentences = (
  locale: string,
  ...sentences: readonly (string | false | undefined)[]
): string => sentences.filter(Boolean).join(/^(ja|zh)\b/.test(locale) ? "" : " ");
