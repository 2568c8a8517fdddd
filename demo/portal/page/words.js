/** The portal's words in English and German. The page itself has the English ones. */
import { isGerman, speakIn, textsOf } from "../desk/speech.js";
import { stateOf as orderStateOf } from "../desk/words.js";

const GERMAN = {
  title: "Kundenportal",
  signed_in: "Angemeldet als",
  customers: "Kunden",
  search: "Kunden finden",
  search_hint: "Name, Nummer, Ort",
  due: "Wartet auf Freigabe",
  complaint: "Offene Beschwerde",
  history: "Verlauf",
  give: "Prämie vergeben",
  amount: "Betrag",
  reason: "Grund",
  note: "Notiz",
  way: "Übergabe",
  by_link: "Per QR-Code",
  by_mail: "Per E-Mail",
  by_print: "Gedruckt",
  approve: "Freigeben",
  decline: "Ablehnen",
  print: "Drucken",
  another: "Weitere Prämie",
  proof: "Sie sehen den Code nie. Suchen Sie ihn.",
  proof_words:
    "Das fragt den Server mit Ihrer eigenen Sitzung nach der Bestellung und ihrem Code. Die Antworten, Wort für Wort:",
  invented:
    "Eine Demonstration: Firma, Kunden, Marken und Codes sind erfunden. Die Person oben steht für eine Anmeldung, die ein echtes Portal hat.",
};

const ENGLISH_MORE = {
  complaint: "Complaint",
  limit: "My limit today: {left} of {day}",
  nobody: "No customer is found.",
  number: "Customer number",
  address: "Address",
  tariff: "Contract",
  since: "since {since}",
  monthly: "Monthly",
  reasons: "Goodwill after a complaint|Thanks for a referral|Jubilee|Appointment missed|Other",
  choose: "Choose the reward",
  request: "Ask for approval",
  alone: "Within what you may give alone.",
  four: "Above {alone} a second person approves.",
  above: "More than is left of your limit today.",
  above_limit: "That is more than is left of your limit today. Nothing was given.",
  gift: "{amount} for {customer}: {reason}",
  given: "{amount}, {clerk}: {reason}",
  approval: "Waiting for approval",
  choosing: "Not given yet",
  declined: "Declined",
  ask_other: "{clerk} asks. You are the second person: look at the file, then decide.",
  ask_own: "A second person approves, not you. To play it, choose another person at the top.",
  approved_by: "Approved by {by}. {clerk} gives it.",
  declined_by: "Declined by {by}. Nothing was given.",
  not_mine: "{clerk} gives this one.",
  slip_link: "Let {customer} scan this",
  slip_print: "A thank-you for {customer}",
  slip_words:
    "It opens the customer’s own page, behind the customer’s login, which this demo only plays. The code is there and nowhere else.",
  slip_paper:
    "Scan this or type the address, and sign in with your customer account. Your reward is waiting there.",
  slip_address: "Open the customer’s page",
  offline: "The portal cannot be reached. Nothing was changed; try again.",
  not_yours: "This is for another person to do. Nothing was changed.",
};
const GERMAN_MORE = {
  complaint: "Beschwerde",
  limit: "Mein Limit heute: {left} von {day}",
  nobody: "Kein Kunde gefunden.",
  number: "Kundennummer",
  address: "Anschrift",
  tariff: "Vertrag",
  since: "seit {since}",
  monthly: "Abschlag",
  reasons: "Kulanz nach Beschwerde|Dank für eine Empfehlung|Jubiläum|Termin versäumt|Anderes",
  choose: "Prämie aussuchen",
  request: "Freigabe erbitten",
  alone: "So viel dürfen Sie allein vergeben.",
  four: "Über {alone} gibt eine zweite Person frei.",
  above: "Mehr, als von Ihrem Limit heute übrig ist.",
  above_limit: "Das ist mehr, als von Ihrem Limit heute übrig ist. Es wurde nichts vergeben.",
  gift: "{amount} für {customer}: {reason}",
  given: "{amount}, {clerk}: {reason}",
  approval: "Wartet auf Freigabe",
  choosing: "Noch nicht vergeben",
  declined: "Abgelehnt",
  ask_other: "{clerk} fragt. Sie sind die zweite Person: Sehen Sie in die Akte, und entscheiden Sie.",
  ask_own: "Eine zweite Person gibt frei, nicht Sie. Zum Ausprobieren oben eine andere Person wählen.",
  approved_by: "Freigegeben von {by}. {clerk} vergibt sie.",
  declined_by: "Abgelehnt von {by}. Es wurde nichts vergeben.",
  not_mine: "{clerk} vergibt diese Prämie.",
  slip_link: "{customer} scannt diesen Code",
  slip_print: "Ein Dankeschön für {customer}",
  slip_words:
    "Er öffnet die eigene Seite des Kunden, hinter dessen Anmeldung, die diese Demo nur vorspielt. Der Prämiencode steht dort und nirgends sonst.",
  slip_paper:
    "Scannen Sie den Code oder tippen Sie die Adresse, und melden Sie sich mit Ihrem Kundenkonto an. Dort wartet Ihre Prämie.",
  slip_address: "Seite des Kunden öffnen",
  offline: "Das Portal ist nicht erreichbar. Es wurde nichts geändert; versuchen Sie es noch einmal.",
  not_yours: "Das macht eine andere Person. Es wurde nichts geändert.",
};

export const t = textsOf(ENGLISH_MORE, GERMAN_MORE);
export const speak = () => speakIn(GERMAN);
/** Of a pair of texts, English and German. */
export const own = ([english, german]) => (isGerman ? german : english);

const BEFORE = { approval: "waiting", choosing: "working", declined: "ended" };

/** Of the token server's states, and of those that a clerk sees otherwise than the desk. */
export function stateOf(state) {
  const name = ["open", "booked"].includes(state) ? "choosing" : state;
  return BEFORE[name] ? { tone: BEFORE[name], label: t(name) } : orderStateOf(state);
}
