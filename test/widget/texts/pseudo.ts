/** An artificial language for layouts: English with accents, its words and sentences 40 % longer. */
import type { Group, Values } from "../../../widget/texts/texts.ts";
import { ENGLISH } from "./english.ts";

/** The most that German and Finnish need, compared with English. */
const LONGER = 1.4;
const ACCENTED: Readonly<Record<string, string>> = {
  ...{ a: "å", c: "ç", e: "é", i: "ï", n: "ñ", o: "ö", s: "š", u: "ü", y: "ý", z: "ž" },
  ...{ A: "Å", C: "Ç", E: "É", I: "Ï", N: "Ñ", O: "Ö", S: "Š", U: "Ü", Y: "Ý", Z: "Ž" },
};

/** Doubles one letter after the other until the word is long enough. */
function lengthen(word: string): string {
  const letters = [...word].map((letter) => ACCENTED[letter] ?? letter);
  const more = Math.ceil(letters.length * (LONGER - 1));
  return letters.map((letter, at) => (at < more ? letter + letter : letter)).join("");
}

/** One text; its placeholders and the bars between its forms stay. */
export const pseudo = (text: string): string =>
  text.replace(/(\{\w+\})|\p{L}+/gu, (word, place: string | undefined) => place ?? lengthen(word));

/** In the form of `loaders.texts`. */
export const pseudoTexts = async (_: string, group: Group): Promise<Values> =>
  Object.entries(ENGLISH[group]).map(([key, text]) => (key === "forms" ? text : pseudo(text)));
