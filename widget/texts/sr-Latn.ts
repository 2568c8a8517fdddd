/** Serbian in Latin letters, transliterated from the Cyrillic texts, so that only one text has to be kept. */
import { language as cyrillic } from "./sr.ts";
import type { Language } from "./texts.ts";

const CYRILLIC = [..."абвгдђежзијклљмнњопрстћуфхцчџш"];
const LATIN = "a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š".split(" ");

/** A capital that becomes two letters gets one capital: Љ is Lj. */
const LETTERS = new Map(
  CYRILLIC.flatMap((letter, at) => {
    const latin = LATIN[at] ?? letter;
    const capital = latin.charAt(0).toUpperCase() + latin.slice(1);
    return [
      [letter, latin],
      [letter.toUpperCase(), capital],
    ] as const;
  }),
);

const inLatin = <T extends Readonly<Record<string, string>>>(texts: T): T =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      text.replace(/\p{Script=Cyrillic}/gu, (letter) => LETTERS.get(letter) ?? letter),
    ]),
  ) as T;

export const language: Language = {
  first: inLatin(cyrillic.first),
  flow: inLatin(cyrillic.flow),
  problems: inLatin(cyrillic.problems),
  wallet: inLatin(cyrillic.wallet),
  staff: inLatin(cyrillic.staff),
  phone: inLatin(cyrillic.phone),
};
