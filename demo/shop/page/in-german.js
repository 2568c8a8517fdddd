/** The shop's texts in German. */
export const GERMAN = {
  title: "Ihre Prämie · Linden Club",
  skip: "Direkt zu Ihrer Prämie",
  nav: "Hauptnavigation",
  nav_rewards: "Prämien",
  nav_account: "Konto",
  points: "Punkte",

  offer_until: "Mitgliederangebot bis",
  welcome: "Danke, Mara. Gönnen Sie sich etwas.",
  welcome_back: "Schön, dass Sie da sind, Mara.",
  welcome_more:
    "Seit drei Jahren Mitglied, und wieder zehntausend Punkte gesammelt. Wählen Sie eine Geschenkkarte aus Ihren Lieblingsgeschäften.",

  reward: "Ihre Geschenkkarte",
  offline:
    "Der Shop ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
  refused: "Ihre Prämie kann gerade nicht angezeigt werden. Bitte versuchen Sie es gleich noch einmal.",
  try_again: "Noch einmal versuchen",

  earn_lead:
    "Vierzig Partner in Ihrer Stadt: Karte vorzeigen, und am nächsten Morgen sind die Punkte auf Ihrem Konto.",

  account: "Ihr Konto",
  level: "Silberblatt",
  next_level: "Punkte bis zum Goldblatt",
  activity: "Letzte Buchungen",
  collected: "Geschenkkarte, abgeholt",
  weekly_shop: "Corner Grocer, Wocheneinkauf",
  bike_service: "Spoke & Son, Fahrradinspektion",
  birthday: "Geburtstagspunkte",
  spring_gift: "Gutschein fürs Gartencenter",

  footer: "Die Karte der Läden nebenan.",
  invented:
    "Eine Demonstration: Shop, Mitglied, Marken und Codes sind erfunden, und keine Prämie lässt sich einlösen.",
};
