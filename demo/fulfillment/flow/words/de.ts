import type { FlowWords } from "../words.ts";

const ASK = "Bitte wenden Sie sich an die Stelle, von der Sie sie bekommen haben.";
const NO_CODE = "Der Link führt nicht mehr zu einem Code.";

export const words: FlowWords = {
  from: (client) => `Eine Prämie von ${client}`,
  ready: {
    title: "Ihre Prämie ist bereit",
    text: "Rufen Sie den Code ab, wenn Sie ihn einlösen möchten. Danach lässt sich die Prämie nicht mehr stornieren.",
  },
  open: "Code abrufen",
  notNow: {
    title: "Das geht gerade nicht",
    text: "Ihr Code konnte nicht erstellt werden. Ihre Prämie ist noch da: Bitte versuchen Sie es später noch einmal.",
  },
  opened: {
    title: "Hier ist Ihre Prämie",
    text: "Über denselben Link kommen Sie jederzeit auf diese Seite zurück.",
  },
  copy: "Kopieren",
  copied: "Kopiert",
  notCopied: "Nicht kopiert: Bitte markieren und kopieren Sie den Code",
  barcode: "Barcode zum Scannen",
  qrcode: "QR-Code zum Scannen",
  validUntil: "Gültig bis",
  document: "Karte zum Ausdrucken (PDF)",
  howToUse: "So lösen Sie die Karte ein",
  important: "Gut zu wissen",
  terms: "Bedingungen",
  sender: "Von",
  card: (brand) => `Ihre Karte bei ${brand}`,
  cardText: "Sie kann eingelöst werden. Diese Marke ist erfunden: Hier würde eine echte Sie begrüßen.",
  access: "Zugangscode",
  show: "Karte zeigen",
  wrongAccess: "Das ist nicht der Zugangscode. Er steht neben dem Link.",
  reference: "Referenz",
  testing: "Testmodus",
  deadEnds: {
    booked: {
      title: "Noch nicht so weit",
      text: "Diese Prämie ist bisher nur reserviert. Bitte schauen Sie später wieder vorbei.",
    },
    failed: {
      title: "Das hat nicht geklappt",
      text: "Die Prämie konnte nicht zugestellt werden. Wer sie Ihnen geschickt hat, kann es noch einmal versuchen.",
    },
    denied: { title: "Diese Prämie wurde abgelehnt", text: ASK },
    blocked: { title: "Diese Prämie ist gesperrt", text: ASK },
    refunded: {
      title: "Diese Prämie wurde erstattet",
      text: "Sie wurde zurückgegeben, und ihr Code wird hier nicht mehr angezeigt.",
    },
    canceled: { title: "Diese Prämie wurde storniert", text: NO_CODE },
    expired: { title: "Diese Prämie ist abgelaufen", text: NO_CODE },
    other: { title: "Diese Prämie ist nicht verfügbar", text: ASK },
    no_key: {
      title: "Dieser Link ist unvollständig",
      text: "Bitte öffnen Sie den ganzen Link, so wie Sie ihn erhalten haben.",
    },
    no_page: {
      title: "Hier ist nichts zu finden",
      text: "Bitte prüfen Sie den Link, den Sie erhalten haben.",
    },
  },
};
