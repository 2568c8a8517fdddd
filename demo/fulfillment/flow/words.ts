/** The words of the end user's page, in the languages of the promotions. */
import type { Language } from "../catalog/texts.ts";

export interface Notice {
  readonly title: string;
  readonly text: string;
}

/** Why a link gives no code. `other` is any state that the interface does not know. */
export type DeadEnd =
  | "booked"
  | "failed"
  | "denied"
  | "blocked"
  | "refunded"
  | "canceled"
  | "expired"
  | "other"
  | "no_key"
  | "no_page";

export interface FlowWords {
  readonly from: (client: string) => string;
  readonly ready: Notice;
  readonly open: string;
  /** The code could not be made, and nothing was changed. */
  readonly notNow: Notice;
  readonly opened: Notice;
  readonly validUntil: string;
  readonly document: string;
  readonly howToUse: string;
  readonly important: string;
  readonly terms: string;
  readonly sender: string;
  readonly reference: string;
  readonly testing: string;
  readonly deadEnds: Readonly<Record<DeadEnd, Notice>>;
}

const ENGLISH: FlowWords = {
  from: (client) => `A reward from ${client}`,
  ready: {
    title: "Your reward is ready",
    text: "Get the code when you want to use it. Once it is made, the reward can no longer be canceled.",
  },
  open: "Get my code",
  notNow: {
    title: "Not possible at the moment",
    text: "Your code could not be made. Nothing was used up: please try again later.",
  },
  opened: { title: "Here is your reward", text: "You can come back to this page with the same link." },
  validUntil: "Valid until",
  document: "Printable card (PDF)",
  howToUse: "How to use it",
  important: "Good to know",
  terms: "Terms and conditions",
  sender: "From",
  reference: "Reference",
  testing: "Test",
  deadEnds: {
    booked: { title: "Not ready yet", text: "This reward is only reserved so far. Please come back later." },
    failed: {
      title: "Something went wrong",
      text: "The reward could not be delivered. Whoever sent it to you can try again.",
    },
    denied: { title: "This reward was denied", text: "Please ask whoever sent it to you." },
    blocked: { title: "This reward is blocked", text: "Please ask whoever sent it to you." },
    refunded: {
      title: "This reward was refunded",
      text: "It was given back, and its code is no longer shown here.",
    },
    canceled: { title: "This reward was canceled", text: "The link no longer leads to a code." },
    expired: { title: "This reward has expired", text: "The link no longer leads to a code." },
    other: { title: "This reward is not available", text: "Please ask whoever sent it to you." },
    no_key: {
      title: "This link is not complete",
      text: "Please open the whole link, as it was given to you.",
    },
    no_page: { title: "There is nothing here", text: "Please check the link that was given to you." },
  },
};

const FRENCH: FlowWords = {
  from: (client) => `Une récompense de ${client}`,
  ready: {
    title: "Votre récompense est prête",
    text: "Demandez le code quand vous voulez l’utiliser. Une fois créé, la récompense ne peut plus être annulée.",
  },
  open: "Obtenir mon code",
  notNow: {
    title: "Impossible pour le moment",
    text: "Votre code n’a pas pu être créé. Rien n’est perdu : réessayez plus tard.",
  },
  opened: {
    title: "Voici votre récompense",
    text: "Vous pouvez revenir sur cette page avec le même lien.",
  },
  validUntil: "Valable jusqu’au",
  document: "Carte à imprimer (PDF)",
  howToUse: "Mode d’emploi",
  important: "Bon à savoir",
  terms: "Conditions d’utilisation",
  sender: "De la part de",
  reference: "Référence",
  testing: "Test",
  deadEnds: {
    booked: {
      title: "Pas encore prête",
      text: "Cette récompense est seulement réservée. Revenez plus tard.",
    },
    failed: {
      title: "Un problème est survenu",
      text: "La récompense n’a pas pu être livrée. La personne qui vous l’a envoyée peut réessayer.",
    },
    denied: {
      title: "Cette récompense a été refusée",
      text: "Adressez-vous à la personne qui vous l’a envoyée.",
    },
    blocked: {
      title: "Cette récompense est bloquée",
      text: "Adressez-vous à la personne qui vous l’a envoyée.",
    },
    refunded: {
      title: "Cette récompense a été remboursée",
      text: "Elle a été rendue et son code n’est plus affiché ici.",
    },
    canceled: { title: "Cette récompense a été annulée", text: "Le lien ne mène plus à un code." },
    expired: { title: "Cette récompense a expiré", text: "Le lien ne mène plus à un code." },
    other: {
      title: "Cette récompense n’est pas disponible",
      text: "Adressez-vous à la personne qui vous l’a envoyée.",
    },
    no_key: { title: "Ce lien est incomplet", text: "Ouvrez le lien entier, tel qu’il vous a été donné." },
    no_page: { title: "Il n’y a rien ici", text: "Vérifiez le lien qui vous a été donné." },
  },
};

export const FLOW_WORDS: Readonly<Record<Language, FlowWords>> = { en: ENGLISH, fr: FRENCH };
