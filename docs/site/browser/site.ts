/** What the pages do beyond being read. Each of them can be read without it. */
const page = document.documentElement;
/** Leads to the site's folder. */
const root = page.dataset.root ?? "./";
/** Below it the table of contents is folded. As in site.css. */
const WIDE = matchMedia("(min-width: 75rem)");
/** How long a button says that it has copied. */
const COPIED_MS = 2_000;
/** A heading is the current one in the upper part of the window. */
const READING_PLACE = "-80px 0px -70% 0px";

/** A heading or page that has gone elsewhere. */
function follow(): void {
  const moved: Record<string, string> = JSON.parse(document.body.dataset.moved ?? "{}");
  const name = decodeURIComponent(location.hash.slice(1));
  const isGone = Object.hasOwn(moved, name) && !document.getElementById(name);
  const to = isGone ? moved[name] : document.querySelector<HTMLAnchorElement>("#moved-to")?.href;
  if (to) location.replace(to);
}

/** The system's colours until the reader chooses the others, and again after the next choice. */
function switchColours(): void {
  const button = document.querySelector(".theme-button");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = (): boolean => (page.dataset.theme ? page.dataset.theme === "dark" : system.matches);
  const show = (): void => button?.setAttribute("aria-pressed", String(isDark()));
  button?.addEventListener("click", () => {
    const dark = !isDark();
    const theme = dark ? "dark" : "light";
    if (dark === system.matches) delete page.dataset.theme;
    else page.dataset.theme = theme;
    try {
      if (dark === system.matches) localStorage.removeItem("theme");
      else localStorage.setItem("theme", theme);
    } catch {
      // Then for this page alone.
    }
    show();
  });
  system.addEventListener("change", show);
  show();
}

/** On narrow windows the list of pages opens below the bar. */
function openMenu(): void {
  const button = document.querySelector<HTMLElement>(".menu-button");
  const menu = document.querySelector<HTMLElement>("#menu");
  const open = (isOpen: boolean): void => button?.setAttribute("aria-expanded", String(isOpen));
  const isOpen = (): boolean => button?.getAttribute("aria-expanded") === "true";
  button?.addEventListener("click", () => {
    open(!isOpen());
    if (isOpen()) menu?.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !isOpen()) return;
    open(false);
    button?.focus();
  });
  // It lies over the page: who leaves it sees the page again.
  menu?.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget) && relatedTarget !== button)
      open(false);
  });
  const current = menu?.querySelector<HTMLElement>("[aria-current]");
  if (menu && current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}

/** The table of contents: folded where the window is narrow, and with a mark at the heading that is read. */
function followContents(): void {
  const details = document.querySelector<HTMLDetailsElement>(".contents details");
  if (!details) return;
  const fold = (): void => {
    details.open = WIDE.matches;
  };
  WIDE.addEventListener("change", fold);
  fold();
  const links = [...details.querySelectorAll("a")];
  const watcher = new IntersectionObserver(
    (entries) => {
      const read = entries.find(({ isIntersecting }) => isIntersecting)?.target.id;
      if (!read) return;
      for (const link of links) {
        if (decodeURIComponent(link.hash.slice(1)) === read) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: READING_PLACE },
  );
  for (const link of links) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) watcher.observe(heading);
  }
}

/** Only what scrolls is a stop of the Tab key. */
function stopAtScrollers(): void {
  const scrollers = [...document.querySelectorAll<HTMLElement>("article pre, .table")];
  const set = (): void => {
    for (const each of scrollers) {
      if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
      else each.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", set);
  // Another font has other widths.
  void document.fonts.ready.then(set);
}

function copyCode(): void {
  for (const block of document.querySelectorAll(".code")) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "copy", textContent: "Copy" });
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "");
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, COPIED_MS);
    });
    block.append(button);
  }
}

/** The other versions: `versions.json`, a list of folders beside this one, which is named by its own version. */
async function offerVersions(): Promise<void> {
  const place = document.querySelector<HTMLElement>(".version");
  const folder = new URL(root, location.href);
  // Elsewhere there is no list, and asking for it would be an error in everybody's console.
  if (!place || folder.pathname.split("/").at(-2) !== place.dataset.version) return;
  const answer = await fetch(new URL("../versions.json", folder));
  if (!answer.ok) return;
  const versions: string[] = await answer.json();
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.append(place.dataset.version ?? "");
  summary.setAttribute("aria-label", `Version ${place.dataset.version}`);
  const list = document.createElement("ul");
  for (const version of versions) {
    const link = document.createElement("a");
    const top = new URL(`../${version}/`, folder);
    link.href = top.href;
    link.textContent = version;
    if (version === place.dataset.version) link.setAttribute("aria-current", "true");
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      const same = new URL(location.pathname.slice(folder.pathname.length), top);
      const { ok } = await fetch(same, { method: "HEAD" });
      location.assign(ok ? same : top);
    });
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  details.append(summary, list);
  place.replaceChildren(details);
}

function offerSearch(): void {
  const input = document.querySelector<HTMLInputElement>(".search input");
  if (!input) return;
  input.addEventListener(
    "focus",
    async () => {
      const { startSearch } = await import("./search.ts");
      await startSearch(input, root);
    },
    { once: true },
  );
  document.addEventListener("keydown", (event) => {
    // Within the element's shadow, too.
    const [target] = event.composedPath();
    const isTyping =
      target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** Paper says where a link leads. */
function nameLinks(): void {
  addEventListener("beforeprint", () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>("article a:not(.anchor)"))
      link.dataset.address = link.href;
  });
}

follow();
addEventListener("hashchange", follow);
switchColours();
openMenu();
followContents();
stopAtScrollers();
copyCode();
offerSearch();
nameLinks();
void offerVersions();
