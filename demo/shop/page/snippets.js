/**
 * The code that embeds the current order, with the controls' settings. Written as text, in pieces that the style sheet
 * colours.
 */

/**
 * Strings, tags and comments, which is enough for readability. A space follows a comment's slashes, but not an
 * address's.
 */
const PIECES = /("[^"\n]*")|(<\/?[\w-]+|\/?>)|(\/\/ .*|\/\*.*?\*\/)/g;
const KINDS = ["string", "tag", "comment"];
/** Long enough to see that the button reacted. */
const SAID_MS = 2_000;

const byId = (id) => document.getElementById(id);

function showCode(id, lines) {
  const text = lines.join("\n");
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(PIECES)) {
    const piece = document.createElement("span");
    piece.className = KINDS[match.slice(1).findIndex((found) => found !== undefined)];
    piece.textContent = match[0];
    pieces.push(text.slice(end, match.index), piece);
    end = match.index + match[0].length;
  }
  byId(id).replaceChildren(...pieces, text.slice(end));
}

/** The backend's call for the current order, without the key, which no page may know. */
export function showBackendCode({ order }) {
  const body = { order_id: "1042", user: { email: "member@shop.example" }, ...order };
  showCode("backend-code", [
    `curl ${location.origin}/v1/sessions \\`,
    '  -H "Authorization: Bearer $SITE_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}'`,
  ]);
}

export function showPageCode({ theme, locale, width }) {
  const attributes = [
    theme === "auto" ? "" : ` theme="${theme}"`,
    locale === undefined ? "" : ` locale="${locale}"`,
  ].join("");
  showCode("page-code", [
    `<script type="module" src="${location.origin}/widget.js"></script>`,
    `<reward-redemption history session="SESSION_TOKEN"${attributes}></reward-redemption>`,
  ]);
  showCode("style-code", [
    "reward-redemption {",
    ...(width === "full" ? [] : [`  max-width: ${width}px;`]),
    "  --reward-accent: light-dark(#1d5c40, #8fd6ac);",
    "  --reward-on-accent: light-dark(#ffffff, #0c1f15);",
    "  --reward-radius: 14px;",
    "}",
  ]);
}

/** Says "Copied" only after a success. If copying is forbidden, the code is selected for copying by hand. */
async function copyCode(button) {
  const code = byId(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(code);
    button.textContent = "Selected";
  }
  setTimeout(() => {
    button.textContent = "Copy";
  }, SAID_MS);
}

export function listenToCopies() {
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.addEventListener("click", () => copyCode(button));
  }
}
