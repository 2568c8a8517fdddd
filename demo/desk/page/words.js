/** The desk's words in English and German. The page itself has the English ones. */
import { isGerman, speakIn, textsOf } from "./speech.js";

/** Tone, name, and what is the case, by the token server's states of an order. */
const STATES = {
  open: [
    "waiting",
    "Waiting for the customer",
    "Nothing is chosen yet, and nothing was charged.",
    "Wartet auf den Kunden",
    "Noch ist nichts ausgewählt und nichts berechnet.",
  ],
  booked: [
    "waiting",
    "Reserved",
    "A reward is reserved and waits for the customer’s confirmation. Nothing was charged.",
    "Reserviert",
    "Eine Prämie ist reserviert und wartet auf die Bestätigung. Es wurde nichts berechnet.",
  ],
  processing: [
    "working",
    "In progress",
    "The provider has not answered yet. It is asked again by itself; nothing is made twice.",
    "In Arbeit",
    "Der Anbieter hat noch nicht geantwortet. Er wird von selbst wieder gefragt; nichts entsteht doppelt.",
  ],
  redeemed: [
    "done",
    "Issued",
    "The customer has the code. It can be refunded in the month in which it was made.",
    "Ausgegeben",
    "Der Kunde hat den Code. Er kann in dem Monat erstattet werden, in dem er entstanden ist.",
  ],
  activated: [
    "waiting",
    "Link given",
    "The customer has a link; the code is made when it is opened. Until then it can be canceled.",
    "Link übergeben",
    "Der Kunde hat einen Link; der Code entsteht beim Öffnen. Bis dahin kann storniert werden.",
  ],
  notified: [
    "waiting",
    "E-mail sent",
    "The customer has a mail with the link. Until it is opened the order can be canceled.",
    "E-Mail gesendet",
    "Der Kunde hat eine E-Mail mit dem Link. Bis er geöffnet wird, kann storniert werden.",
  ],
  canceled: [
    "ended",
    "Canceled",
    "The order was canceled. Nothing was charged.",
    "Storniert",
    "Die Bestellung wurde storniert. Es wurde nichts berechnet.",
  ],
  refunded: [
    "ended",
    "Refunded",
    "The reward was given back; its code may not work any more.",
    "Erstattet",
    "Die Prämie wurde zurückgegeben; ihr Code gilt womöglich nicht mehr.",
  ],
  failed: [
    "trouble",
    "Failed",
    "The provider could not deliver. Nothing was charged; offer the customer a new order.",
    "Fehlgeschlagen",
    "Der Anbieter konnte nicht liefern. Es wurde nichts berechnet; bieten Sie eine neue Bestellung an.",
  ],
  denied: [
    "trouble",
    "Denied",
    "The provider has refused this reward. Ask its support, with the reference.",
    "Abgelehnt",
    "Der Anbieter hat diese Prämie abgelehnt. Fragen Sie dort nach, mit der Referenz.",
  ],
  blocked: [
    "trouble",
    "On hold",
    "The provider has stopped it for a check. Ask its support, with the reference.",
    "Angehalten",
    "Der Anbieter hat sie zur Prüfung angehalten. Fragen Sie dort nach, mit der Referenz.",
  ],
  expired: [
    "trouble",
    "Expired",
    "It was not used in time.",
    "Abgelaufen",
    "Sie wurde nicht rechtzeitig genutzt.",
  ],
};

const GERMAN = {
  title: "Kundendienst",
  signed_in: "Angemeldet als",
  issued: "Heute aus\u00adgegeben",
  worth: "Ihr Wert",
  open: "Offen",
  refunded: "Erstattet",
  orders: "Bestellungen",
  search: "Suche",
  search_hint: "Nummer, Kunde, E-Mail",
  filter: "Filter",
  shop: "Shop",
  state: "Stand",
  all: "Alle",
  close: "Schließen",
  refund: "Erstatten",
  cancel: "Bestellung stornieren",
  reread: "Neu lesen",
  notes: "Notizen",
  reason: "Warum?",
  in_words: "In Ihren Worten",
  back: "Zurück",
  invented:
    "Eine Demonstration: Shops, Kunden, Marken und Codes sind erfunden. Wer diese Seite erreicht, darf sie benutzen; ein echter Kundendienst hat eine Anmeldung.",
};

const ENGLISH_MORE = {
  nothing: "No order is about this.",
  offline: "The desk cannot be reached. Nothing was changed; try again.",
  email: "E-mail",
  reward: "Reward",
  value: "Value",
  delivery: "Delivery",
  reference: "Reference",
  given_by: "Given by",
  approved_by: "Approved by",
  given_why: "Reason",
  opened_at: "Opened",
  booked_at: "Reserved",
  confirmed_at: "Confirmed",
  redeemed_at: "Issued",
  refunded_at: "Refunded",
  number: "Order",
  redeem: "Code on the page",
  activate: "Link that makes the code",
  notify: "E-mail with the link",
  no_notes: "None yet.",
  ask_refund: "Refund this reward?",
  ask_refund_text: "The customer’s code may not work any more. You are charged for it no longer.",
  ask_cancel: "Cancel this order?",
  ask_cancel_text: "It ends for good, and the customer gets nothing from it.",
  did_refund: "Refunded.",
  did_cancel: "Canceled.",
  asking: "Asking the provider…",
  not_refunded:
    "Not refunded: the provider refunds only what was issued, and only in the month in which it was made.",
  refund_by: "Refunded by {by}, {at}: {reason}",
  cancel_by: "Canceled by {by}, {at}: {reason}",
  not_cancelable: "It cannot be canceled any more: the customer has the code. Refund it instead.",
  order_processing: "The provider is still working on it. Wait for the outcome, then try again.",
  not_redeemed: "There is nothing to refund: no reward was issued.",
  try_later: "The provider has not answered. The wish is kept and asked again; read again for the outcome.",
  refused: "This did not work. Nothing was changed.",
  refund_reasons: "Ordered twice by mistake|Code did not work at the till|Goodwill",
  cancel_reasons: "Customer changed their mind|Wrong customer|Offer was a mistake",
  choose: "Choose a reason",
  unknown: "The desk has not answered, so the outcome is not known here. Read again; nothing is done twice.",
  other: "Another reason",
};
const GERMAN_MORE = {
  nothing: "Keine Bestellung passt dazu.",
  offline: "Der Kundendienst ist nicht erreichbar. Es wurde nichts geändert; versuchen Sie es noch einmal.",
  email: "E-Mail",
  reward: "Prämie",
  value: "Wert",
  delivery: "Lieferung",
  reference: "Referenz",
  given_by: "Vergeben von",
  approved_by: "Freigegeben von",
  given_why: "Grund",
  opened_at: "Eröffnet",
  booked_at: "Reserviert",
  confirmed_at: "Bestätigt",
  redeemed_at: "Ausgegeben",
  refunded_at: "Erstattet",
  number: "Bestellung",
  redeem: "Code auf der Seite",
  activate: "Link, der den Code erzeugt",
  notify: "E-Mail mit dem Link",
  no_notes: "Noch keine.",
  ask_refund: "Diese Prämie erstatten?",
  ask_refund_text: "Der Code des Kunden gilt womöglich nicht mehr. Er wird Ihnen nicht mehr berechnet.",
  ask_cancel: "Diese Bestellung stornieren?",
  ask_cancel_text: "Sie endet endgültig, und der Kunde erhält daraus nichts.",
  did_refund: "Erstattet.",
  did_cancel: "Storniert.",
  asking: "Der Anbieter wird gefragt …",
  not_refunded:
    "Nicht erstattet: Der Anbieter erstattet nur, was ausgegeben wurde, und nur in demselben Monat.",
  refund_by: "Erstattet von {by}, {at}: {reason}",
  cancel_by: "Storniert von {by}, {at}: {reason}",
  not_cancelable:
    "Sie lässt sich nicht mehr stornieren: Der Kunde hat den Code. Erstatten Sie ihn stattdessen.",
  order_processing: "Der Anbieter arbeitet noch daran. Warten Sie das Ergebnis ab.",
  not_redeemed: "Es gibt nichts zu erstatten: Es wurde keine Prämie ausgegeben.",
  try_later: "Der Anbieter hat nicht geantwortet. Der Wunsch bleibt bestehen; lesen Sie später neu.",
  refused: "Das ging nicht. Es wurde nichts geändert.",
  refund_reasons: "Versehentlich doppelt bestellt|Code ging an der Kasse nicht|Kulanz",
  cancel_reasons: "Kunde hat es sich anders überlegt|Falscher Kunde|Angebot war ein Irrtum",
  choose: "Grund wählen",
  unknown:
    "Der Kundendienst hat nicht geantwortet, das Ergebnis ist hier nicht bekannt. Lesen Sie neu; nichts geschieht doppelt.",
  other: "Anderer Grund",
};

export const t = textsOf(ENGLISH_MORE, GERMAN_MORE);
export const hasText = (key) => Object.hasOwn(ENGLISH_MORE, key);

export const STATE_NAMES = Object.keys(STATES);

/** An unknown state is shown unchanged. */
export function stateOf(state) {
  const [tone, label, words, german, germanWords] = STATES[state] ?? ["trouble", state, "", state, ""];
  return isGerman ? { tone, label: german, words: germanWords } : { tone, label, words };
}

export const speak = () => speakIn(GERMAN);
