/** "Pull the plug" in German, by its English texts. */
export const GERMAN = {
  "Pull the plug · one order, one code": "Stecker ziehen · eine Bestellung, ein Code",
  "Skip to the buttons": "Zu den Knöpfen",
  "Pull the plug": "Stecker ziehen",
  "A customer confirms a gift card. Break what it runs on, for real. One order, one code, whatever happens.":
    "Eine Kundin bestätigt eine Geschenkkarte. Unterbrechen Sie, worauf sie läuft, und zwar wirklich. Eine Bestellung, ein Code, was auch geschieht.",
  "Since this page was first opened": "Seit diese Seite zuerst geöffnet wurde",
  "Orders confirmed": "Bestellungen bestätigt",
  "Codes billed": "Codes berechnet",
  "Most codes for one order": "Meiste Codes einer Bestellung",
  "Break it": "Unterbrechen",
  "The answer is lost": "Die Antwort geht verloren",
  "The provider makes the code, and its answer never arrives.":
    "Der Anbieter macht den Code, und seine Antwort kommt nie an.",
  "The phone loses its network": "Das Telefon verliert sein Netz",
  "The line is cut while the confirmation is under way: for six seconds, or until you press again.":
    "Die Leitung ist während der Bestätigung weg: sechs Sekunden, oder bis Sie noch einmal drücken.",
  "Two tabs confirm at once": "Zwei Tabs bestätigen zugleich",
  "The same order is open twice. Both are confirmed in the same moment.":
    "Dieselbe Bestellung ist zweimal offen. Beide werden im selben Augenblick bestätigt.",
  "The provider is down for 20 seconds": "Der Anbieter fällt 20 Sekunden aus",
  "Every call about this order fails, then works again.":
    "Jeder Aufruf zu dieser Bestellung scheitert, dann geht es wieder.",
  "The token server is killed": "Der Token-Server wird beendet",
  "kill -9 in the middle of the confirmation, and a new start.":
    "kill -9 mitten in der Bestätigung, und ein neuer Start.",
  More: "Mehr",
  "The reservation ends": "Die Reservierung läuft ab",
  "The clock of the whole demo goes 31 minutes ahead before the confirmation.":
    "Die Uhr der ganzen Demo geht vor der Bestätigung 31 Minuten vor.",
  "Stock runs out in between": "Der Vorrat geht dazwischen aus",
  "The reserved card is sold to somebody else. It is back in five seconds.":
    "Die reservierte Karte wird anderswo verkauft. In fünf Sekunden ist sie wieder da.",
  "The ledger is put back from an older copy": "Das Hauptbuch kommt aus einer älteren Kopie zurück",
  "After the code was made, the database is restored to the time before.":
    "Nachdem der Code entstand, wird die Datenbank auf die Zeit davor zurückgesetzt.",
  "All the switches of the simulated provider": "Alle Schalter des simulierten Anbieters",
  "New order": "Neue Bestellung",
  "The customer’s phone": "Das Telefon der Kundin",
  "Starting a token server of its own for this page…": "Für diese Seite startet ein eigener Token-Server…",
  "Your care desk sees": "Ihr Kundenservice sieht",
  "Your operator sees": "Ihr Betrieb sieht",
  "Token server": "Token-Server",
  "Calls to the provider": "Aufrufe beim Anbieter",
  "Orders for a person": "Bestellungen für einen Menschen",
  Ready: "Bereit",
  "Not ready": "Nicht bereit",
  "No answer": "Keine Antwort",
  Answered: "Beantwortet",
  "Unclear, looked up": "Unklar, wird geprüft",
  Order: "Bestellung",
  Card: "Karte",
  Reference: "Referenz",
  "The provider’s own record of this order": "Was der Anbieter selbst zu dieser Bestellung aufzeichnet",
  "No code made": "Kein Code",
  "One code made and billed": "Ein Code gemacht und berechnet",
  "1 code made": "1 Code gemacht",
  "Phone, token server, database and provider are real programs on this machine; only the provider’s goods are invented. Nothing here leaves it.":
    "Telefon, Token-Server, Datenbank und Anbieter sind echte Programme auf diesem Rechner; nur die Waren sind erfunden. Nichts verlässt ihn.",
  "It stops in the middle of the confirmation, and another one starts on its ledger.":
    "Er bricht mitten in der Bestätigung ab, und ein anderer startet mit seinem Hauptbuch.",
  "Phone, token server, ledger and provider run in this tab: the same programs, with no network between them. What is killed goes no further. Only the provider’s goods are invented, and nothing leaves the tab.":
    "Telefon, Token-Server, Hauptbuch und Anbieter laufen in diesem Tab: dieselben Programme, ohne Netz dazwischen. Was beendet ist, tut nichts mehr. Nur die Waren sind erfunden, und nichts verlässt den Tab.",
  "The provider will make the code, and its answer will be lost.":
    "Der Anbieter wird den Code machen, und seine Antwort geht verloren.",
  "The answer was lost. The token server asked what became of it, instead of buying another code.":
    "Die Antwort ging verloren. Der Token-Server hat gefragt, was daraus wurde, statt noch einen Code zu kaufen.",
  "The phone will lose its network in the middle of the confirmation.":
    "Das Telefon wird mitten in der Bestätigung sein Netz verlieren.",
  "The phone has no network. Look at the care desk: the order went on without the phone.":
    "Das Telefon hat kein Netz. Der Kundenservice sieht: Die Bestellung ging ohne das Telefon weiter.",
  "The phone came back, and has the one code that was made meanwhile.":
    "Das Telefon ist wieder da und hat den einen Code, der inzwischen entstand.",
  "Both phones show the same order, and both will confirm it in the same moment.":
    "Beide Telefone zeigen dieselbe Bestellung, und beide werden sie im selben Augenblick bestätigen.",
  "Two confirmations, one code: both phones show the same one.":
    "Zwei Bestätigungen, ein Code: Beide Telefone zeigen denselben.",
  "The provider will be down for 20 seconds, for every call about this order.":
    "Der Anbieter wird 20 Sekunden ausfallen, für jeden Aufruf zu dieser Bestellung.",
  "The provider is down. The customer is told to wait; nothing is bought twice.":
    "Der Anbieter ist ausgefallen. Die Kundin wird um Geduld gebeten; nichts wird doppelt gekauft.",
  "The provider works again. The token server tries again by itself, after some seconds.":
    "Der Anbieter ist wieder da. Der Token-Server versucht es nach einigen Sekunden von selbst wieder.",
  "The provider came back, and the confirmation was finished by itself.":
    "Der Anbieter kam zurück, und die Bestätigung wurde von selbst zu Ende gebracht.",
  "The token server will be killed in the middle of the confirmation.":
    "Der Token-Server wird mitten in der Bestätigung beendet.",
  "The token server is killed. It starts again in a moment.":
    "Der Token-Server ist beendet. Er startet gleich wieder.",
  "A new token server runs. It asks the provider as soon as the dead one's call must be over.":
    "Ein neuer Token-Server läuft. Er fragt den Anbieter, sobald der Aufruf des beendeten vorbei sein muss.",
  "The new token server read its ledger, asked the provider, and found the code.":
    "Der neue Token-Server hat sein Hauptbuch gelesen, den Anbieter gefragt und den Code gefunden.",
  "The reservation will end while the customer still looks at it.":
    "Die Reservierung wird ablaufen, während die Kundin noch hinsieht.",
  "The reservation is over, so nothing was bought. The customer takes the card again.":
    "Die Reservierung ist vorbei, also wurde nichts gekauft. Die Kundin nimmt die Karte noch einmal.",
  "The first reservation lapsed without a code. The second became the one code.":
    "Die erste Reservierung verfiel ohne Code. Aus der zweiten wurde der eine Code.",
  "The reserved card will be sold out at the moment of the confirmation.":
    "Die reservierte Karte wird im Augenblick der Bestätigung ausverkauft sein.",
  "Sold out: no code, nothing billed. The token server tries again while the customer waits.":
    "Ausverkauft: kein Code, nichts berechnet. Der Token-Server versucht es weiter, während die Kundin wartet.",
  "The card came back, and the same confirmation got its one code.":
    "Die Karte kam zurück, und dieselbe Bestätigung bekam ihren einen Code.",
  "The code will be made, and then the database is put back to the time before.":
    "Der Code wird entstehen, und dann wird die Datenbank auf die Zeit davor zurückgesetzt.",
  "The ledger has forgotten the confirmation. The token server starts on the older copy.":
    "Das Hauptbuch hat die Bestätigung vergessen. Der Token-Server startet mit der älteren Kopie.",
  "The token server looked every order up before it went on, and found the code.":
    "Der Token-Server hat jede Bestellung nachgesehen, bevor er weitermachte, und den Code gefunden.",
  "One order, one code.": "Eine Bestellung, ein Code.",
  "Open: nothing chosen yet": "Offen: noch nichts ausgewählt",
  "Reserved, not confirmed": "Reserviert, nicht bestätigt",
  "Confirmed, outcome being found out": "Bestätigt, der Ausgang wird ermittelt",
  "Issued: one code, ready for the customer": "Ausgegeben: ein Code, bereit für die Kundin",
  Canceled: "Storniert",
  "Failed, nothing billed": "Gescheitert, nichts berechnet",
  "Reservation ended, nothing billed": "Reservierung vorbei, nichts berechnet",
  "The token server does not answer": "Der Token-Server antwortet nicht",
  "Reserve the card": "Karte reservieren",
  "Make the code": "Code machen",
  "What became of it?": "Was wurde daraus?",
  "Look for the order": "Bestellung suchen",
  "Is the card there?": "Ist die Karte da?",
  "Give the card back": "Karte zurückgeben",
  "The provider is down": "Der Anbieter ist ausgefallen",
  "Refused, nothing billed": "Abgelehnt, nichts berechnet",
  "The phone’s network is cut here": "Hier fällt das Netz des Telefons aus",
  "The token server is killed here": "Hier wird der Token-Server beendet",
  "That took longer than expected. Press New order.":
    "Das dauerte länger als erwartet. Drücken Sie „Neue Bestellung“.",
  "A new order…": "Eine neue Bestellung…",
  "The customer is about to confirm. Press a button to break it, or confirm on the phone.":
    "Die Kundin ist dabei zu bestätigen. Drücken Sie einen Knopf, oder bestätigen Sie auf dem Telefon.",
  "This page works in a browser on the machine that the demo runs on.":
    "Diese Seite läuft in einem Browser auf dem Rechner der Demo.",
  Online: "Online",
  "No network": "Kein Netz",
  "Phone 1": "Telefon 1",
  "Phone 2": "Telefon 2",
};
