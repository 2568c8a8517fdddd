/** The texts of rewards in German. */
import type { RewardWords } from "../texts.ts";

export const words: RewardWords = {
  where: {
    online: (brand) => `auf der Website und in der App von ${brand}`,
    stores: (brand) => `in allen Filialen von ${brand}`,
    both: (brand) => `online und in allen Filialen von ${brand}`,
  },
  stop: ". ",
  usable: (brand, where) => `Die Geschenkkarte von ${brand} gilt ${where}.`,
  endless: "Sie verfällt nicht.",
  days: (days) => `Sie gilt ${days} Tage ab dem Tag der Ausstellung.`,
  lost: "Sie wird nicht bar ausgezahlt und bei Verlust nicht ersetzt.\nFür einen Einkauf können mehrere Karten eingelöst werden.",
  invented: (brand) => `${brand} ist eine erfundene Marke; mit dieser Karte lässt sich nichts kaufen.`,
  pin: "Die PIN wird bei jeder Zahlung verlangt. Behalten Sie sie für sich.",
  cash: "Behandeln Sie diese Karte wie Bargeld.",
  valid: (where) => `Gültig ${where}.`,
  notOnline: "Nicht für Online-Bestellungen.",
  notCards: "Nicht für den Kauf anderer Geschenkkarten.",
  steps: {
    primary: [
      "Suchen Sie aus, was Sie kaufen möchten.",
      "Geben Sie die Nummer vor dem Bezahlen ein oder zeigen Sie sie vor.",
      "Das Restguthaben bleibt für das nächste Mal auf der Karte.",
    ],
    url: [
      "Öffnen Sie den Link auf dem Smartphone oder Computer.",
      "Melden Sie sich an oder machen Sie als Gast weiter.",
      "Der Betrag wird Ihrem Warenkorb automatisch gutgeschrieben.",
    ],
    security_url: [
      "Öffnen Sie den Link.",
      "Geben Sie den Zugangscode ein, der dabei steht.",
      "Speichern Sie die Karte auf dem Smartphone oder drucken Sie sie aus.",
    ],
  },
  brands: {
    KESTROW: {
      trade: "Elektronik",
      sells: "Kopfhörer, Bildschirme, Ladegeräte und Leute, die wissen, was sie verkaufen.",
    },
    OATVANE: {
      trade: "Kaffee und Backwaren",
      sells:
        "Röstungen in kleinen Mengen, Flat White mit Hafermilch und Zimtknoten, solange der Vorrat reicht.",
    },
    CINDERGATE: { trade: "Restaurants", sells: "Pizza aus dem Holzofen, am Tisch oder im Karton." },
    VELMORA: {
      trade: "Mode",
      sells: "Lässige Kleider, weicher Strick und Schnitte, die jeden Koffer überstehen.",
    },
    PLUMVALE: {
      trade: "Lebensmittel",
      sells: "Obst, Brot, Käse und alles für heute Abend, von Höfen aus der Nähe.",
    },
    QUILLMARSH: {
      trade: "Bücher und Schreibwaren",
      sells: "Romane, Karten, Notizbücher und in jeder Filiale ein Lesesessel.",
    },
    TUNDREL: { trade: "Musikstreaming", sells: "Jeder Song in voller Qualität und ohne Werbung." },
    TARNWELL: {
      trade: "Outdoor und Wandern",
      sells: "Zelte, Stiefel und Jacken, ein Leben lang kostenlos repariert.",
    },
    RIVOLANE: { trade: "Kino", sells: "Elf Häuser mit Samtsesseln und echtem Popcorn." },
    WINDLEFARE: { trade: "Reisen", sells: "Züge, Fähren und kleine Hotels, zu einer Reise verbunden." },
    SKARNSEE: { trade: "Wellness", sells: "Saunen am See, kalte Becken und sehr ruhige Nachmittage." },
    GLIMTREE: {
      trade: "Spenden",
      sells: "Bäume pflanzen, Strände säubern oder eine Schulbibliothek fördern.",
    },
  },
};
