/**
 * The bar: a page writes `<aside class="demo" data-page="...">` with its own controls in it, and gets the links to the demo's
 * other pages, and the buttons. No module: `?present` hides the bar before the page is painted.
 */
{
  const PAGES = {
    shop: "Shop",
    yours: "Your brand",
    supermarket: "Supermarket",
    bank: "Bank",
    employer: "Employer",
    proof: "Pull the plug",
    portal: "Portal",
    desk: "Care desk",
    mailbox: "Mailbox",
    control: "Control",
  };
  const GERMAN = {
    "Your brand": "Ihre Marke",
    Supermarket: "Supermarkt",
    Employer: "Arbeitgeber",
    Portal: "Portal",
    "Pull the plug": "Stecker ziehen",
    "Care desk": "Kundendienst",
    Language: "Sprache",
    "New order": "Neue Bestellung",
    "Showing:": "Gezeigt:",
    Mailbox: "Postfach",
    Control: "Schalter",
    Tour: "Rundgang",
    "On a phone": "Auf dem Telefon",
    "On a phone: open": "Auf dem Telefon: offen",
    "Start over": "Von vorn",
    "Start over failed": "Von vorn: misslungen",
    "Nothing here is real. All of it runs in this tab, and ends when you leave or reload the page.":
      "Nichts hier ist echt. Alles läuft in diesem Tab und endet, wenn Sie die Seite verlassen oder neu laden.",
  };
  const PRESENT = "demo-present";
  /** Wherever the demo is. */
  const HERE = document.currentScript.src;

  // A brand's link leads to the demo, and from there on before anything is painted.
  const [, brand] = /^#brand=(.+)/.exec(location.hash) ?? [];
  if (brand) location.replace(new URL(`brands/yours/#${brand}`, HERE));

  const asked = new URLSearchParams(location.search);
  if (asked.has("present"))
    if (asked.get("present") === "off") sessionStorage.removeItem(PRESENT);
    else sessionStorage.setItem(PRESENT, "on");
  document.documentElement.toggleAttribute("data-present", sessionStorage.getItem(PRESENT) !== null);

  const language = asked.get("lang") ?? asked.get("language") ?? navigator.language;
  const t = (text) => (language.toLowerCase().startsWith("de") && GERMAN[text]) || text;

  async function startOver(button) {
    button.disabled = true;
    const answer = await fetch(new URL("start-over", HERE), { method: "POST" }).catch(() => undefined);
    button.disabled = false;
    if (!answer?.ok) {
      button.textContent = t("Start over failed");
      return;
    }
    for (const kept of [sessionStorage, localStorage]) kept.clear();
    location.reload();
  }

  const made = (tag, textContent, props = {}) =>
    Object.assign(document.createElement(tag), { textContent: t(textContent), ...props });

  async function fill(bar) {
    const { page } = bar.dataset;
    const fold = made("button", "Demo", { type: "button", className: "demo-fold", ariaExpanded: "false" });
    fold.addEventListener("click", () => {
      fold.ariaExpanded = String(bar.toggleAttribute("data-open"));
    });
    bar.prepend(fold);
    const texts = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/\S.*\S/, t);
    const { links, mayAsk, isOpen } = await (await fetch(new URL("bar.json", HERE))).json();
    const known = Object.keys(PAGES).filter((name) => links[name]);
    fold.after(
      ...known.map((name) =>
        made("a", PAGES[name], {
          href: new URL(links[name], HERE).href,
          ...(name === page && { ariaCurrent: "page" }),
        }),
      ),
    );
    if (!mayAsk) return;
    const act = (text, press, props = {}) => {
      const button = made("button", text, { type: "button", ...props });
      button.addEventListener("click", () => press(button));
      bar.append(button);
    };
    const tour = () => import("./tour.js");
    // It leads to pages that answer on this machine alone.
    if (links.proof && links.desk) {
      act("Tour", async () => location.assign((await tour()).addressOf(1, links)), { id: "demo-tour-start" });
      if (asked.has("tour")) (await tour()).showTour(page, links);
    }
    act(isOpen ? "On a phone: open" : "On a phone", async (button) =>
      (await import("./phone.js")).show(button),
    );
    act("Start over", startOver);
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const bar of document.querySelectorAll("aside.demo")) fill(bar).catch(() => {});
  });
}
