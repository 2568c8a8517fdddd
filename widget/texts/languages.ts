/**
 * The languages beside English, each in a file of its own with the words in three groups, and the only place that lists
 * them. In the built widget this module is another one (vite.config.ts): there each group of each language is a small file.
 */
import { directionOf } from "../words/locale.ts";
import type { Group, Language, Values } from "./texts.ts";

export const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly language: Language }>>> = {
  ar: () => import("./ar.ts"),
  bg: () => import("./bg.ts"),
  cs: () => import("./cs.ts"),
  da: () => import("./da.ts"),
  de: () => import("./de.ts"),
  el: () => import("./el.ts"),
  es: () => import("./es.ts"),
  et: () => import("./et.ts"),
  fa: () => import("./fa.ts"),
  fi: () => import("./fi.ts"),
  fr: () => import("./fr.ts"),
  he: () => import("./he.ts"),
  hr: () => import("./hr.ts"),
  hu: () => import("./hu.ts"),
  id: () => import("./id.ts"),
  is: () => import("./is.ts"),
  it: () => import("./it.ts"),
  ja: () => import("./ja.ts"),
  ko: () => import("./ko.ts"),
  lt: () => import("./lt.ts"),
  lv: () => import("./lv.ts"),
  nb: () => import("./nb.ts"),
  nl: () => import("./nl.ts"),
  pl: () => import("./pl.ts"),
  "pt-BR": () => import("./pt-BR.ts"),
  "pt-PT": () => import("./pt-PT.ts"),
  ro: () => import("./ro.ts"),
  sk: () => import("./sk.ts"),
  sl: () => import("./sl.ts"),
  "sr-Latn": () => import("./sr-Latn.ts"),
  sr: () => import("./sr.ts"),
  sv: () => import("./sv.ts"),
  th: () => import("./th.ts"),
  tr: () => import("./tr.ts"),
  uk: () => import("./uk.ts"),
  vi: () => import("./vi.ts"),
  "zh-Hans": () => import("./zh-Hans.ts"),
  "zh-Hant": () => import("./zh-Hant.ts"),
};

export const TAGS: readonly string[] = Object.keys(LANGUAGES);

/** What is filled into a text keeps its own direction: a code or an amount inside of words that run from the right. */
export const isolated = (text: string): string => text.replace(/\{\w+\}/g, "\u2068$&\u2069");

/** A group's words in the order of the English ones. */
export async function importTexts(tag: string, group: Group): Promise<Values> {
  const file = await LANGUAGES[tag]?.();
  const values = Object.values(file?.language[group] ?? {});
  return directionOf(tag) === "rtl" ? values.map(isolated) : values;
}
