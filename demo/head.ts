/** What the demo's pages have in their heads. */

export const FONTS_PATH = "/demo/fonts/";

/** What every page has before its own files. */
const COMMON = `<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">`;

const sheet = (path: string): string => `<link rel="stylesheet" href="${path}">`;
/** Loaded with the sheets, so that the first letters do not change their form. */
const PRELOADED = ["inter", "fraunces"];
const preload = (font: string): string =>
  `<link rel="preload" href="${FONTS_PATH}files/${font}-latin-wght-normal.woff2" as="font" type="font/woff2" crossorigin>`;

/** One thing that a page has in its head: a file by its ending, the demo's `bar`, or one of {@link FONTS_PATH}. */
function inHead(name: string): string {
  if (name.endsWith(".svg")) return `<link rel="icon" href="${name}" type="image/svg+xml">`;
  if (name.endsWith(".css")) return sheet(name);
  if (name.endsWith(".js")) return `<script type="module" src="${name}"></script>`;
  if (name === "bar") return `${sheet("/demo/bar.css")}<script src="/demo/bar.js"></script>`;
  return `${PRELOADED.includes(name) ? preload(name) : ""}${sheet(`${FONTS_PATH}${name}.css`)}`;
}

/** @param names in the order in which they are loaded: `mark.svg inter bar page.css page.js` */
export const headOf = (names: string): string => [COMMON, ...names.split(" ").map(inHead)].join("\n    ");
