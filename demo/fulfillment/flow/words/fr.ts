import type { FlowWords } from "../words.ts";

export const words: FlowWords = {
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
  copy: "Copier",
  copied: "Copié",
  notCopied: "Non copié : sélectionnez le code et copiez-le",
  barcode: "Code-barres à scanner",
  qrcode: "Code QR à scanner",
  validUntil: "Valable jusqu’au",
  document: "Carte à imprimer (PDF)",
  howToUse: "Mode d’emploi",
  important: "Bon à savoir",
  terms: "Conditions d’utilisation",
  sender: "De la part de",
  card: (brand) => `Votre carte chez ${brand}`,
  cardText: "Elle est prête à être utilisée. Cette marque est inventée : une vraie vous accueillerait ici.",
  access: "Code d’accès",
  show: "Afficher ma carte",
  wrongAccess: "Ce n’est pas le code d’accès. Il se trouve à côté du lien.",
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
