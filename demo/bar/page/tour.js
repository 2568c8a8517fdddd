/**
 * The tour: five steps over the demo's pages. The step is in the address, so that it survives another page and a reload.
 * driver.js and its kind show the steps of one page, under a shade; here the pages are used meanwhile.
 */
const STEPS = [
  { page: "shop", targets: ["reward-redemption"] },
  { page: "proof", targets: ['[data-plug="lost"]'] },
  { page: "proof", targets: [".counters"] },
  { page: "desk", targets: ['#order [data-action="refund"]', "#orders"] },
  { page: "yours", targets: [".brand-fields"] },
];

const TEXTS = {
  en: {
    steps: [
      ["Pick", "Choose a card and confirm it, as your customer does. The code is there at once."],
      [
        "Pull the plug",
        "Press “The answer is lost”: the provider makes the code, and its answer never arrives.",
      ],
      ["One code", "Orders and codes billed. Break what you like: no order ever gets a second code."],
      ["The desk refunds", "Open an order that has its reward, and press Refund. It is taken back once."],
      ["Your brand", "Give your name and your colour. The widget is yours at once, and so is its link."],
    ],
    count: (step) => `${step} of ${STEPS.length}`,
    back: "Back",
    next: "Next",
    end: "End",
  },
  de: {
    steps: [
      ["Aussuchen", "Karte wählen und bestätigen, wie Ihre Kundin. Der Code ist sofort da."],
      [
        "Stecker ziehen",
        "„The answer is lost“ drücken: Der Anbieter macht den Code, und seine Antwort kommt nie an.",
      ],
      ["Ein Code", "Bestellungen und berechnete Codes. Was auch ausfällt: Keine bekommt einen zweiten Code."],
      [
        "Der Kundenservice erstattet",
        "Eine Bestellung mit Prämie öffnen, „Erstatten“ drücken. Das geschieht einmal.",
      ],
      ["Ihre Marke", "Name und Farbe angeben. Das Widget ist sofort Ihres, und der Link dazu auch."],
    ],
    count: (step) => `${step} von ${STEPS.length}`,
    back: "Zurück",
    next: "Weiter",
    end: "Beenden",
  },
};

/** How often the target is looked for: pages load, and views change. */
const LOOK_EVERY_MS = 250;

const root = document.documentElement;
const asked = new URLSearchParams(location.search);
const chosen = asked.get("lang") ?? asked.get("language");
const words = TEXTS[(chosen ?? navigator.language).toLowerCase().startsWith("de") ? "de" : "en"];

/** The address of a step. @param {Record<string, string>} links the pages' addresses */
export function addressOf(step, links) {
  const url = new URL(links[STEPS[step - 1].page], location.href);
  url.searchParams.set("tour", step);
  // The pages know the word, too.
  if (chosen) url.searchParams.set("language", chosen);
  return url.href;
}

/** Shows the step of the address. @param {string} page the name of this page */
export function showTour(page, links) {
  let step = Number(asked.get("tour"));
  if (!STEPS[step - 1]) step = 1;
  if (STEPS[step - 1].page !== page) {
    location.replace(addressOf(step, links));
    return;
  }
  const make = (tag, props) => Object.assign(document.createElement(tag), props);
  const title = make("h2", { id: "demo-tour-title", tabIndex: -1 });
  const [count, text] = [make("p", { className: "demo-count" }), make("p", {})];
  const [back, next, end] = ["back", "next", "end"].map((name) =>
    make("button", { type: "button", textContent: words[name] }),
  );
  next.className = "demo-main";
  const panel = make("section", { className: "demo-tour", dir: "ltr" });
  panel.lang = words === TEXTS.de ? "de" : "en";
  panel.setAttribute("aria-labelledby", title.id);
  panel.append(count, title, text, back, next, end);

  let target;
  /** Outlines the first target that is on the page, above the panel. */
  function look() {
    const found = STEPS[step - 1].targets
      .map((selector) => document.querySelector(selector))
      .find((element) => element?.checkVisibility());
    if (found === target) return;
    target?.removeAttribute("data-tour");
    found?.setAttribute("data-tour", "");
    target = found;
    const isTall = found?.offsetHeight > innerHeight - panel.offsetHeight;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    found?.scrollIntoView({ block: isTall ? "start" : "center", behavior: isStill ? "instant" : "smooth" });
  }
  function show() {
    const [name, about] = words.steps[step - 1];
    count.textContent = words.count(step);
    title.textContent = name;
    text.textContent = about;
    back.hidden = step === 1;
    next.hidden = step === STEPS.length;
    root.style.setProperty("--tour-room", `${panel.offsetHeight}px`);
    title.focus({ preventScroll: true });
    look();
  }
  function go(to) {
    if (!STEPS[to - 1]) return;
    if (STEPS[to - 1].page !== page) {
      location.assign(addressOf(to, links));
      return;
    }
    step = to;
    const url = new URL(location.href);
    url.searchParams.set("tour", step);
    history.replaceState(history.state, "", url);
    show();
  }
  function stop() {
    clearInterval(looking);
    panel.remove();
    target?.removeAttribute("data-tour");
    root.style.removeProperty("--tour-room");
    const url = new URL(location.href);
    url.searchParams.delete("tour");
    history.replaceState(history.state, "", url);
    document.getElementById("demo-tour-start")?.focus();
  }
  back.addEventListener("click", () => go(step - 1));
  next.addEventListener("click", () => go(step + 1));
  end.addEventListener("click", stop);
  panel.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") stop();
    if (key === "ArrowRight") go(step + 1);
    if (key === "ArrowLeft") go(step - 1);
  });
  document.querySelector("aside.demo").after(panel);
  const looking = setInterval(look, LOOK_EVERY_MS);
  show();
}
