/**
 * The page behind a reward's link, and behind a site's help: what it shows is asked of the tab in which the sandbox runs, and what is
 * pressed here is sent there.
 */
const HERE = new URL(".", import.meta.url);
/** A tab answers in milliseconds. */
const ANSWER_WITHIN_MS = 3_000;
/** Where the simulated service's own pages have their addresses. */
const SERVICE = "https://service.sandbox.invalid";

const channel = new BroadcastChannel("reward-redemption-demo");
const said = document.getElementById("said");
/** Parsed and never run: what executes is taken out, and the page's policy allows no script but its own. */
const policy = globalThis.trustedTypes?.createPolicy("opened", { createHTML: (html) => html });

/** @returns what a tab answers; undefined if none does */
function ask(path, body) {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  return new Promise((done) => {
    const hear = ({ data }) => {
      if (data.answers !== id) return;
      channel.removeEventListener("message", hear);
      done(data);
    };
    channel.addEventListener("message", hear);
    channel.postMessage({ asks: id, path, body });
    setTimeout(done, ANSWER_WITHIN_MS);
  });
}

/** What a page of the service, or of the demo, names by its path. */
const pathOf = (address) => address.replace(SERVICE, "");
const textOf = ({ bytes }) => new TextDecoder().decode(bytes);

async function style(address) {
  const path = pathOf(address);
  // The demo's own files are here.
  const css = path.startsWith("/demo/")
    ? await (await fetch(new URL(path.replace("/demo/", "../"), HERE))).text()
    : textOf(await ask(path));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

async function showPage(path, html) {
  const page = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, "text/html");
  const sheets = [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
  document.adoptedStyleSheets = await Promise.all(
    sheets.filter((address) => !address.startsWith("/demo/fonts/")).map(style),
  );
  for (const active of page.querySelectorAll("script, link, style, iframe")) active.remove();
  for (const picture of page.querySelectorAll("img")) {
    const shown = await ask(pathOf(picture.getAttribute("src")));
    if (shown) picture.src = `data:image/svg+xml,${encodeURIComponent(textOf(shown))}`;
  }
  for (const link of page.querySelectorAll(`a[href^="${SERVICE}"]`))
    link.setAttribute("href", new URL(`#${pathOf(link.getAttribute("href"))}`, HERE).href);
  for (const form of page.querySelectorAll("form"))
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      open(path, new URLSearchParams(new FormData(form)).toString());
    });
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  document.documentElement.dir = page.documentElement.dir;
  document.querySelector("main").replaceWith(page.querySelector("main"));
}

function showDocument(bytes) {
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: "reward.pdf" });
  link.textContent = "Save the document (PDF)";
  const frame = Object.assign(document.createElement("iframe"), { src: address, title: "The document" });
  document.querySelector("main").replaceChildren(link, frame);
}

async function open(path, body) {
  const answer = await ask(path, body);
  if (answer?.type.includes("pdf")) showDocument(answer.bytes);
  else if (answer?.type.includes("html")) await showPage(path, textOf(answer));
  else
    said.textContent =
      "This was shown by the tab that the link came from. That tab was closed or has been loaded anew, and everything in it has ended.";
}

// A reward's address stands after #, a help page's is its own.
const { pathname, search, hash } = location;
const own = pathname.slice(new URL("..", HERE).pathname.length).replace(/\/$/, "");
addEventListener("hashchange", () => location.reload());
open(hash ? hash.slice(1) : `/demo/${own}${search}`);
