/** Whom the portal knows: its people, its customers with their files, and the rewards that may be given. All are invented. */
import { type BrandSpec, brandSpec } from "../brand/spec.ts";
import { CURRENCY } from "./books.ts";

export const PORTAL_NAME = "Hallwerk Energie";
export const PEOPLE = ["Jana Albers", "Deniz Kaya", "Ruth Sommer"] as const;
export type Language = "en" | "de";

/** Number, name, street, place, tariff in English and German, first year, euros a month, and which of the reasons is likely. */
type Contract = string;
/** In English and German; empty: nothing is open. */
type Open = readonly [string, string];
/** Day, and what was the case in English and German; the newest first. */
type History = readonly string[];

const FILES: readonly (readonly [Contract, Open, History])[] = [
  [
    "40 118 273|Karin Vogt|Lindenweg 14|30457 Hallstedt|Power and gas|Strom und Gas|2011|168|0",
    [
      "K-20418, for 9 days. The final bill of the old flat was debited twice. The money is back since Tuesday; she called three times for it.",
      "K-20418, seit 9 Tagen. Die Schlussrechnung der alten Wohnung wurde zweimal abgebucht. Das Geld ist seit Dienstag zurück; sie hat dafür dreimal angerufen.",
    ],
    [
      "2026-11-24|Third call: asks when the money comes|Dritter Anruf: fragt, wann das Geld kommt",
      "2026-11-19|Double debit confirmed, refund ordered|Doppelte Abbuchung bestätigt, Rückzahlung beauftragt",
      "2026-10-01|Moved house, contract taken along|Umzug, Vertrag mitgenommen",
      "2026-02-03|Yearly bill, credit of €41.20|Jahresrechnung, Guthaben 41,20 €",
    ],
  ],
  [
    "40 120 955|Milan Petrović|Am Speicher 3|30419 Hallstedt|Green power|Ökostrom|2019|74|1",
    ["", ""],
    [
      "2026-11-24|Sena Arslan signed up with his code|Sena Arslan hat mit seinem Code abgeschlossen",
      "2026-05-11|Meter reading by app|Zählerstand per App",
      "2025-12-02|Price guarantee extended to 2027|Preisgarantie bis 2027 verlängert",
    ],
  ],
  [
    "31 004 617|Edeltraud Böhme|Kirchgasse 7|31515 Wietmar|Gas, fixed price|Gas, Festpreis|2001|131|2",
    ["", ""],
    [
      "2026-11-28|25 years a customer|Seit 25 Jahren Kundin",
      "2026-09-14|Boiler maintenance booked|Wartung der Heizung gebucht",
      "2026-01-20|Yearly bill, €86.10 to pay|Jahresrechnung, Nachzahlung 86,10 €",
    ],
  ],
  [
    "40 133 008|Tobias Rehm|Ziegelhof 22|30823 Garbach|Heat pump tariff|Wärmepumpentarif|2023|112|3",
    [
      "K-20431, for 2 days. The fitter did not come, and the customer had taken a day off for it. New date: 2 December, 8 to 10.",
      "K-20431, seit 2 Tagen. Der Monteur kam nicht, und der Kunde hatte dafür frei genommen. Neuer Termin: 2. Dezember, 8 bis 10 Uhr.",
    ],
    [
      "2026-11-26|Mail: asks for a new date|Mail: bittet um einen neuen Termin",
      "2026-11-10|Smart meter ordered|Intelligenten Zähler bestellt",
      "2026-03-30|Yearly bill, credit of €12.75|Jahresrechnung, Guthaben 12,75 €",
    ],
  ],
  [
    "40 127 340|Sena Arslan|Hafenstraße 51|30451 Hallstedt|Green power|Ökostrom|2026|58|1",
    ["", ""],
    [
      "2026-11-24|New contract, referred by Milan Petrović|Neuer Vertrag, geworben von Milan Petrović",
      "2026-11-24|Welcome letter sent|Begrüßungsschreiben versandt",
    ],
  ],
];

/** `Edeltraud Böhme` has `edeltraud.bohme@…`. */
const addressOf = (name: string): string =>
  `${name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(" ", ".")}@customer.example`;

/** Texts are pairs: English, German. */
export const CUSTOMERS = FILES.map(([contract, open, history]) => {
  const [id = "", name = "", street, place, ...more] = contract.split("|");
  const [english, german, since, monthly, occasion] = more;
  const moments = history.map((line) => line.split("|")).map(([day, ...what]) => ({ day, what }));
  const terms = { tariff: [english, german], since, monthly: Number(monthly), occasion: Number(occasion) };
  return { id, name, email: addressOf(name), street, place, ...terms, open, history: moments };
});

/** Name, colour, mark, and what it has in English and German. */
const BRANDS = [
  "Feldmarkt|#2f7d32|leaf|Fruit, vegetables and cheese of the region.|Obst, Gemüse und Käse aus der Region.",
  "Buchhaus Lerche|#1d4f73|book|Novels, maps and an armchair.|Romane, Karten und ein Lesesessel.",
  "Rösterei Anker|#5a3320|cup|Coffee, roasted every Tuesday.|Kaffee, jeden Dienstag frisch geröstet.",
  "Gartenreich Ilm|#4d7a1f|tree|Seeds, soil and patience.|Samen, Erde und Geduld.",
  "Lichtspiel Nord|#22304f|reel|Six screens and real popcorn.|Sechs Säle und echtes Popcorn.",
  "Pfotenladen|#6b4aa0|paw|For dogs, cats and their people.|Für Hund, Katze und ihre Menschen.",
];

/** The rewards in a language: each is worth what the clerk enters. */
export const rewardsOf = (language: Language, delivery: "activate" | "notify"): BrandSpec => {
  const brands = BRANDS.map((line) => line.split("|")).map(([name, color, mark, english, german]) => {
    const about = language === "de" ? german : english;
    return { name, color, mark, about, shows: "code", values: [{ min: 5, max: 150 }] };
  });
  const sender = { name: PORTAL_NAME, color: "#0b6b74", mark: "sun" };
  return brandSpec.parse({ ...sender, language, currency: CURRENCY, delivery, brands });
};
