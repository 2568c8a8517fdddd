/** Code and JSON to be read: in pieces that the style sheet colours, and without secrets. Text only. */

/** Strings, tags and comments. A space follows a comment's slashes, but not an address's. */
export const CODE = /(?<string>"[^"\n]*")|(?<tag><\/?[\w-]+|\/?>)|(?<comment>\/\/ .*|\/\*.*?\*\/)/g;
const JSON_PIECES =
  /(?<tag>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>[\d.-]+|true|false|null)/g;

/** @returns the text with its pieces in elements, each of the class that names its group */
export function coloured(text, pieces) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(pieces)) {
    const [className] = Object.entries(match.groups).find(([, found]) => found !== undefined);
    const piece = Object.assign(document.createElement("span"), { className, textContent: match[0] });
    nodes.push(text.slice(end, match.index), piece);
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

/** Members that are worth as much as a code, or open a session; pictures and help are not. Source: shared/wire/codes.ts, order.ts. */
const SECRET = /token|secret|email|pin|^value$|^link$|url$/i;
const PLAIN = ["logo_url", "catalog_card_url", "support_url", "masked_email"];

export const withoutSecrets = (name, value) =>
  typeof value === "string" && SECRET.test(name) && !PLAIN.includes(name) ? "(hidden)" : value;

/** @param data what JSON can say @returns a line each, which goes on below its own beginning */
export function readable(data) {
  const pre = document.createElement("pre");
  for (const text of JSON.stringify(data, withoutSecrets, 2).split("\n")) {
    const line = document.createElement("span");
    line.style.setProperty("--inset", `${text.search(/\S/) + 3}ch`);
    line.append(...coloured(text, JSON_PIECES));
    pre.append(line);
  }
  return pre;
}
