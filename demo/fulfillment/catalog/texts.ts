/** The words of a reward: description, terms, how to use it, what to mind. English and French. */
import type { Usages } from "../resources.ts";
import type { Brand } from "./brands.ts";

export type Language = "en" | "fr";

/** The language of a promotion's locale, such as `fr_FR`; English where there are no words in it. */
export const languageOf = (locale: string): Language => (/^fr\b|^fr_/i.test(locale) ? "fr" : "en");

export interface RewardTexts {
  readonly description: string;
  readonly terms: string;
  readonly howToUse: string;
  readonly important: string;
}

interface Subject {
  readonly brand: Brand;
  /** The value as it is written, such as `$25` or `5 to 150 USD`. */
  readonly price: string;
  readonly usages: Usages;
  readonly freeValue: boolean;
  readonly validDays?: number;
}

const STEPS_EN: Record<Usages[0], readonly string[]> = {
  primary: [
    "Choose what you like, online or at the counter.",
    "Enter or show the number before you pay.",
    "What is left stays on the card for next time.",
  ],
  url: [
    "Open the link on a phone or computer.",
    "Sign in or go on as a guest.",
    "The value is added to your basket by itself.",
  ],
  security_url: [
    "Open the link.",
    "Type the access code that is shown next to it.",
    "Save the card to your phone or print it.",
  ],
};

const STEPS_FR: Record<Usages[0], readonly string[]> = {
  primary: [
    "Choisissez vos articles, en ligne ou en magasin.",
    "Saisissez ou présentez le numéro avant de payer.",
    "Le solde reste disponible pour la prochaine fois.",
  ],
  url: [
    "Ouvrez le lien.",
    "Connectez-vous ou continuez sans compte.",
    "La valeur s’ajoute d’elle-même au panier.",
  ],
  security_url: [
    "Ouvrez le lien.",
    "Saisissez le code d’accès affiché à côté.",
    "Enregistrez la carte sur votre téléphone ou imprimez-la.",
  ],
};

const numbered = (steps: readonly string[]) => steps.map((text, i) => `${i + 1}. ${text}`).join("\n");

function english({ brand, price, usages, freeValue, validDays }: Subject): RewardTexts {
  const where = {
    online: `on the ${brand.name} website and in its app`,
    stores: `in every ${brand.name} shop`,
    both: `online and in every ${brand.name} shop`,
  }[brand.place];
  const pin = (usages as readonly string[]).includes("security");
  return {
    description: `${brand.trade} · ${price}\n${brand.sells} ${
      freeValue ? "You choose the value yourself." : `A gift card worth ${price}.`
    }`,
    terms: [
      `The ${brand.name} gift card can be used ${where}.`,
      validDays === undefined
        ? "It does not run out."
        : `It can be used for ${validDays} days from the day it is issued.`,
      "It is not exchanged for cash and not replaced when lost.\nSeveral cards can be used for one purchase.",
      `${brand.name} is an invented brand; this card buys nothing.`,
    ].join("\n\n"),
    howToUse: numbered(STEPS_EN[usages[0]]),
    important: [
      pin ? "The PIN is asked for at every payment. Keep it to yourself." : "Treat this card like cash.",
      `Valid ${where}.`,
      brand.place === "stores" ? "Not valid for online orders." : "Not valid for buying other gift cards.",
    ].join("\n"),
  };
}

function french({ brand, price, usages, freeValue, validDays }: Subject): RewardTexts {
  const { trade, sells } = brand.fr ?? { trade: brand.trade, sells: brand.sells };
  const where = {
    online: "sur le site et dans l’application",
    stores: "dans toutes les boutiques",
    both: "en ligne et dans toutes les boutiques",
  }[brand.place];
  return {
    description: `${trade} · ${price}\n${sells} ${
      freeValue ? "Vous choisissez le montant." : `Une carte cadeau de ${price}.`
    }`,
    terms: [
      `La carte cadeau ${brand.name} est valable ${where}.`,
      validDays === undefined
        ? "Elle n’expire pas."
        : `Elle est valable ${validDays} jours à compter de son émission.`,
      "Elle n’est ni échangée contre de l’argent ni remplacée en cas de perte.",
      `${brand.name} est une marque inventée ; cette carte n’achète rien.`,
    ].join("\n\n"),
    howToUse: numbered(STEPS_FR[usages[0]]),
    important: `Conservez cette carte comme de l’argent.\nValable ${where}.`,
  };
}

export function textsOf(subject: Subject, language: Language): RewardTexts {
  return language === "fr" ? french(subject) : english(subject);
}
