/**
 * The shop's texts in French, by their names in the page (`data-text`, `data-label`). The page itself has the English
 * ones.
 */
export const FRENCH = {
  title: "Votre récompense · Linden Club",
  skip: "Aller à votre récompense",
  nav: "Navigation principale",
  nav_rewards: "Récompenses",
  nav_account: "Compte",
  points: "points",

  offer_until: "Offre réservée aux membres, jusqu’au",
  welcome: "Merci, Mara. Faites-vous plaisir.",
  welcome_back: "Ravis de vous revoir, Mara.",
  welcome_more:
    "Trois ans avec nous, et dix mille points de plus. Choisissez une carte cadeau parmi les enseignes que vous aimez.",

  reward: "Votre carte cadeau",
  offline: "La boutique est injoignable. Vérifiez votre connexion et réessayez.",
  refused: "Votre récompense ne peut pas être affichée. Veuillez réessayer dans un instant.",
  try_again: "Réessayer",

  earn_lead:
    "Quarante partenaires dans votre ville. Présentez votre carte : les points sont à vous le lendemain matin.",

  account: "Votre compte",
  level: "Feuille d’argent",
  next_level: "points avant la Feuille d’or",
  activity: "Dernières opérations",
  collected: "Carte cadeau, retirée",
  weekly_shop: "Corner Grocer, courses de la semaine",
  bike_service: "Spoke & Son, révision du vélo",
  birthday: "Points d’anniversaire",
  spring_gift: "Bon d’achat jardinerie",

  footer: "La carte des commerces d’à côté.",
  invented:
    "Une démonstration : la boutique, la membre, les marques et les codes sont inventés, et aucune récompense ne peut être utilisée.",
};
