/** The shop's texts in German. */
export const GERMAN = {
  title: "Ihre Prämie · Linden Club",
  skip: "Direkt zu Ihrer Prämie",
  nav: "Hauptnavigation",
  nav_rewards: "Prämien",
  nav_account: "Konto",
  nav_earn: "Sammeln",
  points: "Punkte",

  offer_until: "Mitgliederangebot bis",
  welcome: "Danke, Mara. Gönnen Sie sich etwas.",
  welcome_back: "Schön, dass Sie da sind, Mara.",
  welcome_more:
    "Seit drei Jahren Mitglied, und wieder zehntausend Punkte gesammelt. Wählen Sie eine Geschenkkarte aus Ihren Lieblingsgeschäften.",

  reward: "Ihre Geschenkkarte",
  reward_lead: "Verbindlich wird es erst mit Ihrer Bestätigung.",
  offline:
    "Der Shop ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
  refused: "Ihre Prämie kann gerade nicht angezeigt werden. Bitte versuchen Sie es gleich noch einmal.",
  try_again: "Noch einmal versuchen",

  earn: "Punkte sammeln, gleich um die Ecke",
  earn_lead:
    "Vierzig Partner in Ihrer Stadt: Karte vorzeigen, und am nächsten Morgen sind die Punkte auf Ihrem Konto.",
  grocer: "Lindenstraße 4",
  grocer_bonus: "2 Punkte je Dollar",
  bikes: "Marktplatz 11",
  bikes_bonus: "200 Punkte je Fahrradinspektion",
  bakery: "Hafenpromenade 2",
  bakery_bonus: "Doppelte Punkte vor neun Uhr",

  account: "Ihr Konto",
  level: "Silberblatt",
  next_level: "Punkte bis zum Goldblatt",
  activity: "Letzte Buchungen",
  collected: "Geschenkkarte, abgeholt",
  weekly_shop: "Corner Grocer, Wocheneinkauf",
  bike_service: "Spoke & Son, Fahrradinspektion",
  birthday: "Geburtstagspunkte",
  spring_gift: "Gutschein fürs Gartencenter",
  benefits: "Ihre Vorteile mit Silberblatt",
  benefit_points: "Ein Punkt je Dollar bei allen Partnern",
  benefit_gift: "Für hundert Punkte ein Dollar auf eine Geschenkkarte",
  benefit_points_stay: "Punkte, die nie verfallen",

  footer: "Die Karte der Läden nebenan.",
  invented:
    "Eine Demonstration: Shop, Mitglied, Marken und Codes sind erfunden, und keine Prämie lässt sich einlösen.",
};
