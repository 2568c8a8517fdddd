/** The texts of a reward: description, terms, how to use it, important notes. They do not repeat value and name. */
import type { Spoken } from "../languages.ts";
import type { Usages } from "../resources.ts";
import type { Brand, BrandKey } from "./brands.ts";
import { words as ar } from "./words/ar.ts";
import { words as de } from "./words/de.ts";
import { words as en } from "./words/en.ts";
import { words as es } from "./words/es.ts";
import { words as fr } from "./words/fr.ts";
import { words as ja } from "./words/ja.ts";

export interface RewardTexts {
  readonly description: string;
  readonly terms: string;
  readonly howToUse: string;
  readonly important: string;
}

/** A brand's description. */
interface Pitch {
  readonly trade: string;
  readonly sells: string;
}

/** The texts of a language. */
export interface RewardWords {
  readonly where: Readonly<Record<Brand["place"], (brand: string) => string>>;
  /** The text between two sentences. */
  readonly stop: string;
  readonly usable: (brand: string, where: string) => string;
  readonly endless: string;
  readonly days: (days: number) => string;
  readonly lost: string;
  readonly invented: (brand: string) => string;
  readonly pin: string;
  readonly cash: string;
  readonly valid: (where: string) => string;
  readonly notOnline: string;
  readonly notCards: string;
  readonly steps: Readonly<Record<Usages[0], readonly string[]>>;
  /** The brands that have rewards in this language. For English and French these texts are in brands.ts. */
  readonly brands?: Readonly<Partial<Record<BrandKey, Pitch>>>;
}

export interface Subject {
  readonly brand: Brand;
  readonly usages: Usages;
  readonly validDays?: number;
}

export const REWARD_WORDS: Readonly<Record<Spoken, RewardWords>> = { en, fr, de, es, ja, ar };

const numbered = (steps: readonly string[]) => steps.map((text, i) => `${i + 1}. ${text}`).join("\n");
const marked = (notes: readonly string[]) => notes.map((text) => `• ${text}`).join("\n");

const pitchOf = (brand: Brand, language: Spoken): Pitch | undefined =>
  language === "fr" ? brand.fr : REWARD_WORDS[language].brands?.[brand.key as BrandKey];

export function textsOf({ brand, usages, validDays }: Subject, language: Spoken): RewardTexts {
  const words = REWARD_WORDS[language];
  const { trade, sells } = pitchOf(brand, language) ?? brand;
  const where = words.where[brand.place](brand.name);
  const hasPin = (usages as readonly string[]).includes("security");
  return {
    description:
      sells === "" ? words.usable(brand.name, where) : trade === "" ? sells : trade + words.stop + sells,
    terms: [
      words.usable(brand.name, where),
      validDays === undefined ? words.endless : words.days(validDays),
      words.lost,
      words.invented(brand.name),
    ].join("\n\n"),
    howToUse: numbered(words.steps[usages[0]]),
    important: marked([
      hasPin ? words.pin : words.cash,
      words.valid(where),
      brand.place === "stores" ? words.notOnline : words.notCards,
    ]),
  };
}
