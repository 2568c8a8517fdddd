/** The texts of rewards in French. */
import type { RewardWords } from "../texts.ts";

export const words: RewardWords = {
  where: {
    online: (brand) => `sur le site et dans l’application ${brand}`,
    stores: (brand) => `dans toutes les boutiques ${brand}`,
    both: (brand) => `en ligne et dans toutes les boutiques ${brand}`,
  },
  stop: ". ",
  usable: (brand, where) => `La carte cadeau ${brand} est valable ${where}.`,
  endless: "Elle n’expire pas.",
  days: (days) => `Elle est valable ${days} jours à compter de son émission.`,
  lost: "Elle n’est ni échangée contre de l’argent ni remplacée en cas de perte.\nPlusieurs cartes peuvent servir au même achat.",
  invented: (brand) => `${brand} est une marque inventée ; cette carte n’achète rien.`,
  pin: "Le code PIN est demandé à chaque paiement. Gardez-le pour vous.",
  cash: "Conservez cette carte comme de l’argent.",
  valid: (where) => `Valable ${where}.`,
  notOnline: "Non valable pour les commandes en ligne.",
  notCards: "Ne permet pas d’acheter d’autres cartes cadeaux.",
  steps: {
    primary: [
      "Choisissez vos articles.",
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
      "Saisissez le code d’accès affiché avec le lien.",
      "Enregistrez la carte sur votre téléphone ou imprimez-la.",
    ],
  },
};
