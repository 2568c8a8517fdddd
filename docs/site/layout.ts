/** What stands around every page. */
import { escapeHtml, rootOf } from "./html.ts";
import type { Rendered } from "./markdown.ts";
import type { Page } from "./pages.ts";

export const SITE_NAME = "reward-redemption";

/** Everything is the site's own; the one Trusted Types policy is the element's. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types reward-redemption",
].join("; ");

/** The deepest headings of the table of contents. */
const CONTENTS_LEVEL = 3;
/** As much as search engines show. */
const DESCRIPTION_LENGTH = 160;

const MENU = `<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M4 7h16M4 12h16M4 17h16"/></svg>`;
const THEME = `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" stroke-width="2"/><path fill="currentColor" d="M12 4a8 8 0 0 1 0 16Z"/></svg>`;

export interface Head {
  readonly root: string;
  readonly title: string;
  readonly description: string;
  /** The page as Markdown, seen from the page. */
  readonly twin?: string;
  /** Modules beside `site.js`, seen from the site's folder. */
  readonly scripts?: readonly string[];
  /** Style sheets beside `site.css`, and what its modules import, likewise. */
  readonly styles?: readonly string[];
  readonly preloads?: readonly string[];
}

/** The beginning of a page, up to its body. `theme.js` comes before the first paint: it sets the chosen colours. */
export const head = ({
  root,
  title,
  description,
  twin,
  scripts = [],
  styles = [],
  preloads = [],
}: Head): string => `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${root}icon.svg">
<script src="${root}theme.js"></script>
<link rel="stylesheet" href="${root}site.css">
${styles.map((style) => `<link rel="stylesheet" href="${root}${style}">\n`).join("")}${preloads.map((module) => `<link rel="modulepreload" href="${root}${module}">\n`).join("")}<link rel="preload" href="${root}fonts/inter.woff2" as="font" type="font/woff2" crossorigin>
${twin ? `<link rel="alternate" type="text/markdown" href="${twin}">\n` : ""}${["site.js", ...scripts].map((script) => `<script type="module" src="${root}${script}"></script>`).join("\n")}
</head>
`;

/** The bar above every page: the name, the search, the colours. Without a script only the name is there. */
export const bar = (
  root: string,
  version: string,
  hasMenu: boolean,
): string => `<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
${hasMenu ? `<button class="icon menu-button" type="button" aria-expanded="false" aria-controls="menu" aria-label="Menu">${MENU}</button>\n` : ""}<a class="brand" href="${root}"><img src="${root}icon.svg" width="24" height="24" alt=""><span>${SITE_NAME}</span></a>
<div class="version" data-version="${escapeHtml(version)}"><span>${escapeHtml(version)}</span></div>
<div class="search" role="search">
<input type="search" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" aria-label="Search the documents" aria-keyshortcuts="/" placeholder="Search" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd>
<div id="found" role="listbox" aria-label="Found" hidden></div>
<p class="unseen" role="status"></p>
</div>
<button class="icon theme-button" type="button" aria-pressed="false" aria-label="Dark">${THEME}</button>
</header>
`;

/** The sections, and the pages of the current one: all pages in every page would be a third of the site. */
function menuOf(pages: readonly Page[], current: Page, root: string): string {
  const link = (page: Page, name: string): string => {
    const mark = page === current ? ' aria-current="page"' : "";
    return `<li><a href="${root}${page.address}"${mark}>${escapeHtml(name)}</a>`;
  };
  const items = [...Map.groupBy(pages, ({ section }) => section)].map(([name, inSection]) => {
    const [first] = inSection;
    if (name !== current.section) return first ? link(first, name) : "";
    const own = inSection.map((page) => link(page, page.name)).join("\n");
    return `<li class="current"><strong>${escapeHtml(name)}</strong>\n<ul>\n${own}\n</ul>`;
  });
  return `<nav id="menu" class="menu" aria-label="Documents">\n<ul>\n${items.join("\n")}\n</ul>\n</nav>\n`;
}

function contentsOf({ parts }: Rendered): string {
  const headings = parts
    .map(({ heading }) => heading)
    .filter(({ level }) => level > 1 && level <= CONTENTS_LEVEL);
  if (headings.length < 2) return "";
  const items = headings.map(
    ({ level, slug, text }) => `<li class="level-${level}"><a href="#${slug}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><details open><summary>On this page</summary>\n<ul>\n${items.join("\n")}\n</ul>\n</details></nav>\n`;
}

export interface Surroundings {
  readonly pages: readonly Page[];
  readonly version: string;
  /** Where the page can be edited. */
  readonly edit: string | undefined;
  /** Headings that were here once, and where they are now, seen from the page. */
  readonly moved: Readonly<Record<string, string>>;
}

/** @returns the whole file of a document's page */
export function documentPage(page: Page, rendered: Rendered, around: Surroundings): string {
  const { pages, version, edit, moved } = around;
  const root = rootOf(page.address);
  const at = pages.indexOf(page);
  const neighbour = (other: Page | undefined, rel: string, word: string): string =>
    other
      ? `<a rel="${rel}" href="${root}${other.address}"><small>${word}</small> ${escapeHtml(other.title)}</a>`
      : "<span></span>";
  const twin = `${root}${page.twin}`;
  const text = rendered.parts[0]?.text.trim() || page.title;
  const description =
    text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, "")} …` : text;
  const title = `${page.title} · ${SITE_NAME}`;
  // The contents stand between the title and the text where they have no place beside it.
  const [heading = "", body = ""] = rendered.html.split(/(?<=<\/h1>\n)/);
  const lost = Object.keys(moved).length > 0 ? ` data-moved="${escapeHtml(JSON.stringify(moved))}"` : "";
  return `${head({ root, title, description, twin, ...(rendered.isLive && { scripts: ["live.js"], styles: ["live.css"] }) })}<body${lost}>
${bar(root, version, true)}<div class="columns">
${menuOf(pages, page, root)}<main id="content" tabindex="-1">
<p class="section">${escapeHtml(page.section)}</p>
${heading}${contentsOf(rendered)}<article>
${body}</article>
<footer>
<p class="ways">${edit ? `<a href="${edit}">Edit this page</a> ` : ""}<a href="${twin}">This page as Markdown</a></p>
<nav class="neighbours" aria-label="Previous and next">${neighbour(pages[at - 1], "prev", "Previous")}${neighbour(pages[at + 1], "next", "Next")}</nav>
</footer>
</main>
</div>
</body>
</html>
`;
}

/** What stands where a page was. @param to seen from here */
export const movedPage = (root: string, to: string, moved: Readonly<Record<string, string>>): string =>
  `${head({ root, title: `Moved · ${SITE_NAME}`, description: "This page has another address." }).replace("</head>", `<noscript><meta http-equiv="refresh" content="0; url=${to}"></noscript>\n</head>`)}<body data-moved="${escapeHtml(JSON.stringify(moved))}">
<main><h1>Moved</h1><p><a id="moved-to" href="${to}">The page is here now.</a></p></main>
</body>
</html>
`;
