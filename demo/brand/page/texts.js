/** "Your brand" in German, by its English texts. What the widget's build describes stays as developers read it elsewhere. */
import { translator } from "../german.js";

const GERMAN = {
  "Your brand, your catalog": "Ihre Marke, Ihr Katalog",
  "A name and a colour are enough. Every knob is real, and so is every order.":
    "Ein Name und eine Farbe genügen. Jeder Regler wirkt wirklich, und jede Bestellung ist echt.",
  Knobs: "Regler",
  Developers: "Entwickler",
  "Your brand": "Ihre Marke",
  Brand: "Marke",
  "Start from": "Anfangen mit",
  "What is here": "dem, was hier steht",
  Colour: "Farbe",
  "Colour, by eye": "Farbe, nach Augenmaß",
  "by eye": "nach Augenmaß",
  Corners: "Ecken",
  Square: "Eckig",
  Crisp: "Knapp",
  Soft: "Weich",
  Round: "Rund",
  "Logo, a picture file": "Logo, eine Bilddatei",
  "Without a logo": "Ohne Logo",
  Language: "Sprache",
  Currency: "Währung",
  "How rewards reach people": "Wie Prämien ankommen",
  "The code on the page": "Der Code auf der Seite",
  "A link that makes the code when it is opened": "Ein Link, der beim Öffnen den Code macht",
  "A mail with the link": "Eine Mail mit dem Link",
  Catalog: "Katalog",
  "Values are whole units:": "Werte sind ganze Zahlen:",
  ", or a range to choose from:": ", oder ein Bereich zum Aussuchen:",
  "Add a reward": "Eine Prämie mehr",
  Reward: "Prämie",
  Values: "Werte",
  Shows: "Zeigt",
  Remove: "Entfernen",
  "a number": "eine Nummer",
  "a number and a PIN": "eine Nummer und eine PIN",
  "a barcode": "einen Strichcode",
  "a QR code": "einen QR-Code",
  "a link": "einen Link",
  "a protected link": "einen geschützten Link",
  Order: "Bestellung",
  "What your backend says of the order, and when it is asked.":
    "Was Ihr Backend zur Bestellung sagt, auch auf Nachfrage.",
  "Your words above the code": "Ihre Worte über dem Code",
  "Prices in your points, too": "Preise auch in Ihren Punkten",
  "Allows, and is not shown": "Erlaubt, und wird nicht gezeigt",
  Allows: "Erlaubt",
  "Denies, with a reason": "Lehnt ab, mit einem Grund",
  "Does not answer": "Antwortet nicht",
  "The token server asks this page’s backend before each confirmation. See Webhooks.":
    "Der Token-Server fragt vor jeder Bestätigung das Backend dieser Seite. Siehe Webhooks.",
  "session, then getSession": "session, danach getSession",
  "getSession alone": "nur getSession",
  "getSession says: nothing for this visitor": "getSession sagt: nichts für diesen Besuch",
  "getSession says: nobody is signed in": "getSession sagt: niemand ist angemeldet",
  None: "Nichts",
  "Asks “Are you 18?”": "Fragt „Sind Sie 18?“",
  Refuses: "Lehnt ab",
  "Custom properties": "CSS-Eigenschaften",
  "A style sheet of the page": "Ein Stylesheet der Seite",
  Parts: "Teile",
  "Point at one to see it in the widget; press to copy its selector. Bold: on this screen.":
    "Zeigen Sie auf eines, um es im Widget zu sehen; drücken kopiert den Selektor. Fett: auf diesem Bildschirm.",
  "Not on this screen.": "Nicht auf diesem Bildschirm.",
  "Reset all but brand and catalog": "Alles außer Marke und Katalog zurücksetzen",
  "Your page": "Ihre Seite",
  "New order": "Neue Bestellung",
  "As on a phone": "Wie am Telefon",
  "Open it": "Öffnen",
  "Copy its link": "Link kopieren",
  "For your developers": "Für Ihre Entwickler",
  Events: "Ereignisse",
  Network: "Netzwerk",
  Calls: "Aufrufe",
  "Code for": "Code für",
  Copy: "Kopieren",
  "Copied.": "Kopiert.",
  "What the page hears from the element, newest first. No code, link, e-mail or session is ever in one.":
    "Was die Seite vom Element hört, Neuestes oben. Nie mit Code, Link, E-Mail oder Session.",
  "What your CRM hears of this order: signed over the raw bytes, each once by its":
    "Was Ihr CRM von dieser Bestellung hört: signiert über die rohen Bytes, jedes einmal nach seiner",
  "The element’s calls to the token server. Sessions, codes and links are hidden here, and headers are not shown.":
    "Die Aufrufe des Elements beim Token-Server. Sessions, Codes und Links sind hier verdeckt, Header nicht gezeigt.",
  Request: "Anfrage",
  Response: "Antwort",
  "Raw bytes": "Rohe Bytes",
  "Send again": "Noch einmal senden",
  taken: "angenommen",
  "dropped: came before": "verworfen: kam schon",
  "dropped: older": "verworfen: älter",
  "answered: allow": "beantwortet: ja",
  "answered: deny": "beantwortet: nein",
  "answered: silent": "nicht beantwortet",
  "Sent again, with the same id: your receiver drops it.":
    "Noch einmal gesendet, mit derselben id: Ihr Empfänger verwirft es.",
  "Not sent.": "Nicht gesendet.",
  "Your backend": "Ihr Backend",
  "In your page. The browser runs exactly this version of the widget, or none.":
    "In Ihrer Seite. Der Browser führt genau diese Version des Widgets aus, oder keine.",
  "The element’s place, and your colours for both themes.":
    "Der Platz des Elements, und Ihre Farben, hell und dunkel.",
  "In a script of your page; the list of events shows what comes.":
    "In einem Skript Ihrer Seite; die Liste der Ereignisse zeigt, was kommt.",
  "The package’s component, with the session from your backend.":
    "Die Komponente des Pakets, mit der Session von Ihrem Backend.",
  "Your backend asks for a session when a member has earned a reward, and gives its token to the page.":
    "Hat jemand eine Prämie verdient, holt Ihr Backend eine Session und gibt ihr Token der Seite.",
  "A whole backend, with sessions and webhooks. Its settings are REWARDS_URL, SITE_KEY and WEBHOOK_SECRET.":
    "Ein ganzes Backend, mit Sessions und Webhooks; eingestellt mit REWARDS_URL, SITE_KEY und WEBHOOK_SECRET.",
  "What your page’s Content-Security-Policy needs beside your own.":
    "Was die Content-Security-Policy Ihrer Seite außer dem Eigenen braucht.",
  "Your entry in the token server’s settings; the key has at least 32 characters.":
    "Ihr Eintrag in den Einstellungen des Token-Servers; der Schlüssel hat mindestens 32 Zeichen.",
  Settings: "Einstellungen",
  Supermarket: "Supermarkt",
  Employer: "Arbeitgeber",
  "Not shown yet: a field needs another look.": "Noch nicht gezeigt: Ein Feld stimmt nicht.",
  "Not copied: a field needs another look.": "Nicht kopiert: Ein Feld stimmt nicht.",
  "By mail, ranges are left out where other rewards have fixed values.":
    "Per Mail entfallen Bereiche, wo andere Prämien feste Werte haben.",
  "Copied: the link shows exactly this brand, on any machine where this demo runs.":
    "Kopiert: Der Link zeigt genau diese Marke, wo immer diese Demo läuft.",
  "Copied: the part’s selector.": "Kopiert: der Selektor des Teils.",
  "The browser does not let this page copy.": "Der Browser lässt diese Seite nicht kopieren.",
  "This page cannot be shown right now. Load it again, without what follows # in its address.":
    "Diese Seite lässt sich gerade nicht zeigen. Laden Sie sie neu, ohne das, was in der Adresse auf # folgt.",
  "A name has letters.": "Ein Name hat Buchstaben.",
  "Up to 6 whole numbers, one of them a range such as 10-100.":
    "Bis zu 6 ganze Zahlen, eine davon ein Bereich wie 10-100.",
  "This file is no picture that the browser can show.":
    "Diese Datei ist kein Bild, das der Browser zeigen kann.",
  "Not an object.": "Kein Objekt.",
};

export const t = translator(GERMAN);
