/**
 * The languages beside English. Each has a file of its own with its texts in three groups, and only this list names
 * them. In the built widget another module replaces this one (vite.config.ts): there each group of each language is a
 * small file.
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

/**
 * Isolates each placeholder, so that a code or an amount keeps its own direction inside a text that runs from right to
 * left.
 */
export const isolated = (text: string): string => text.replace(/\{\w+\}/g, "\u2068$&\u2069");

/** A group's words in the order of the English ones. */
export async function importTexts(tag: string, group: Group): Promise<Values> {
  const file = await LANGUAGES[tag]?.();
  const values = Object.values(file?.language[group] ?? {});
  return directionOf(tag) === "rtl" ? values.map(isolated) : values;
}
