/** Brings the examples of a document to life, and the table of states. Each runs in a frame, begun when it comes near. */

/** Until the content has said how high it is. Pixels. */
const FIRST_HEIGHT = 420;
/** What is higher scrolls in its frame: what follows an example is to be reached. Pixels. */
const MOST_HEIGHT = 720;
/** The page in which examples run. */
const RUN = new URL("run/", import.meta.url).href;
/** What a page may set on the element, as its build describes it. */
const DESCRIPTION = new URL("element.json", import.meta.url).href;
/** How near an example is to be begun, so that it is there when it is read. */
const NEAR = "400px 0px";
/** Lines of the log that are kept. */
const LOG_MOST = 40;

const made = (name, given = {}) => Object.assign(document.createElement(name), given);

/** Runs an example in a new frame in `place`, in place of the one before. @returns nothing; `heard` gets what happens */
function runIn(place, { code, options, title }, heard) {
  const frame = made("iframe", { src: RUN, title, loading: "eager" });
  frame.height = String(place.querySelector("iframe")?.height ?? FIRST_HEIGHT);
  const listen = ({ source, origin, data }) => {
    if (!frame.isConnected) return removeEventListener("message", listen);
    if (source !== frame.contentWindow || origin !== location.origin) return;
    if (data.kind === "waiting")
      frame.contentWindow.postMessage({ kind: "run", code, options }, location.origin);
    else if (data.kind === "height") frame.height = String(Math.min(MOST_HEIGHT, Math.ceil(data.height)));
    else heard(data);
  };
  addEventListener("message", listen);
  place.replaceChildren(frame);
}

function enliven(figure) {
  const code = figure.querySelector("textarea");
  const note = figure.querySelector(".live-note");
  const list = figure.querySelector("ol");
  const [run, reset] = figure.querySelectorAll("button");
  const { options } = figure.dataset;
  const heard = ({ kind, name, message, detail }) => {
    figure.dataset.last = name ?? kind;
    if (kind === "failed") note.textContent = message;
    const what = { event: "event", webhook: "webhook", failed: "error" }[kind];
    const text = detail ? JSON.stringify(detail) : (message ?? "");
    const line = made("li");
    line.append(made("b", { textContent: `${what} ${name ?? ""} ` }), made("code", { textContent: text }));
    list.append(line);
    while (list.childElementCount > LOG_MOST) list.firstElementChild?.remove();
  };
  const start = () => {
    note.textContent = "";
    list.replaceChildren();
    delete figure.dataset.last;
    runIn(
      figure.querySelector(".live-frame"),
      { code: code.value, options, title: "The running example" },
      heard,
    );
  };
  run.disabled = reset.disabled = false;
  run.addEventListener("click", start);
  reset.addEventListener("click", () => {
    code.value = code.defaultValue;
    figure.querySelector("form")?.reset();
    start();
  });
  code.addEventListener("keydown", (press) => {
    if (press.key !== "Enter" || !(press.ctrlKey || press.metaKey)) return;
    press.preventDefault();
    start();
  });
  whenNear(figure, start);
  if (/\bknobs\b/.test(options)) addKnobs(figure, code, start);
}

/** Knobs above an example, which write it. */
async function addKnobs(figure, code, start) {
  const [{ knobsOf }, description] = await Promise.all([import("./knobs.js"), fetch(DESCRIPTION)]);
  const show = (text) => {
    code.value = text;
    code.rows = Math.max(code.rows, text.split("\n").length);
    start();
  };
  figure.prepend(knobsOf(await description.json(), show));
}

function whenNear(element, start) {
  new IntersectionObserver(
    ([entry], observer) => {
      if (!entry.isIntersecting) return;
      observer.disconnect();
      start();
    },
    { rootMargin: NEAR },
  ).observe(element);
}

/** A table whose rows are states: its first cell is the name, and the code in its second one what the runner is to do. */
function enlivenStates(table) {
  const place = made("div", { className: "live-frame" });
  const figure = made("figure", { className: "states" });
  figure.append(place);
  const buttons = [...table.tBodies[0].rows].map((row) => {
    const [first, second] = row.cells;
    const options = second.querySelector("code")?.textContent ?? "";
    const title = first.textContent;
    const button = made("button", { type: "button", textContent: title });
    button.addEventListener("click", () => {
      for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
      delete figure.dataset.last;
      const theme = /\btheme=(\w+)/.exec(options)?.[1];
      const locale = /\blang=(\S+)/.exec(options)?.[1];
      const attributes = `${theme ? ` theme="${theme}"` : ""}${locale ? ` locale="${locale}"` : ""}`;
      const tag = /\bwallet\b/.test(options) ? "reward-wallet" : "reward-redemption";
      const code = `<${tag}${attributes}></${tag}>`;
      runIn(place, { code, options: options.replace(/\b(theme|lang)=\S+/g, ""), title }, ({ kind, name }) => {
        figure.dataset.last = name ?? kind;
      });
    });
    button.setAttribute("aria-pressed", "false");
    first.replaceChildren(button);
    return button;
  });
  // Outside of what scrolls with the table.
  (table.closest(".table") ?? table).before(figure);
  whenNear(figure, () => buttons[0]?.click());
}

for (const figure of document.querySelectorAll("figure.live")) enliven(figure);
for (const table of document.querySelectorAll("table"))
  if (table.tHead?.rows[0]?.cells[0]?.textContent.trim() === "live state") enlivenStates(table);
