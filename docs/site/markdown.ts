/** A document as HTML, and what else is read of it: its headings, and its words by heading for the search. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt, { type Token } from "markdown-it";
import { codeBlock } from "./highlight.ts";
import { escapeHtml, rootOf, slugOf } from "./html.ts";
import { liveFence } from "./live/fence.ts";
import { type Links, type Page, ROOT } from "./pages.ts";

export interface Heading {
  readonly level: number;
  readonly slug: string;
  readonly text: string;
}

/** What stands below one heading, without code blocks. */
export interface Part {
  readonly heading: Heading;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly parts: readonly Part[];
  /** Whether a fence of it can be run. */
  readonly isLive: boolean;
}

/** The head of a table whose rows are shown by `live.js`. */
const isLiveTable = ({ type, content }: Token): boolean => type === "inline" && content === "live state";
const isLiveFence = ({ type, info }: Token): boolean => type === "fence" && /^\w+ live\b/.test(info);

/** What is noted at a token before it is drawn: of a heading, a table, or a fence. */
const noted = (token: Token | undefined): { slug: string; text: string; root: string } => ({
  slug: "",
  text: "",
  root: "",
  ...(token?.meta as object),
});

/** What is read of inline Markdown. */
const textOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) =>
      type === "softbreak" ? " " : type === "text" || type === "code_inline" ? content : "",
    )
    .join("");

/** A picture takes its place before it is there. All of ours have the header of WebP's extended form. */
function sizeOfImage(name: string): { width: number; height: number } {
  const header = readFileSync(join(ROOT, "docs/images", name)).subarray(0, 30);
  if (header.toString("latin1", 12, 16) !== "VP8X") throw new Error(`${name} is of another form`);
  return { width: header.readUIntLE(24, 3) + 1, height: header.readUIntLE(27, 3) + 1 };
}

/** The one element that the documents write as HTML: a picture and its width. */
const IMAGE = /<img src="([^"]+)" width="(\d+)"/g;

/** A name in a sentence of up to so many letters is not broken between lines. */
const WHOLE_LENGTH = 26;

const FILE_NAME = /^[\w/-]+\.\w+$/;

export function renderer(links: Links): (page: Page) => Rendered {
  const markdown = new MarkdownIt({ html: true });
  const { rules } = markdown.renderer;

  rules.fence = (tokens, index) => {
    const token = tokens[index];
    if (!token) return "";
    return isLiveFence(token)
      ? liveFence(token.content, token.info)
      : codeBlock(token.content, token.info.trim());
  };
  rules.code_inline = (tokens, index) => {
    const { content = "" } = tokens[index] ?? {};
    return `<code${content.length > WHOLE_LENGTH ? ' class="long"' : ""}>${escapeHtml(content)}</code>`;
  };
  rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? "", "");
  rules.table_open = (tokens, index) =>
    `<div class="table" tabindex="0" role="group" aria-label="Table: ${escapeHtml(noted(tokens[index]).text)}"><table>\n`;
  rules.table_close = () => "</table></div>\n";
  rules.heading_open = (tokens, index) => {
    const { tag = "" } = tokens[index] ?? {};
    const { slug } = noted(tokens[index]);
    return tag === "h1" ? `<h1 id="${slug}">` : `<div class="heading"><${tag} id="${slug}">`;
  };
  rules.heading_close = (tokens, index) => {
    const { tag = "" } = tokens[index] ?? {};
    const { slug, text } = noted(tokens[index - 2]);
    if (tag === "h1") return "</h1>\n";
    return `</${tag}><a class="anchor" href="#${slug}" aria-label="Link to ${escapeHtml(String(text))}">#</a></div>\n`;
  };

  /** Links to other documents lead to their pages; what leads nowhere is text, and a file's name is code. */
  function follow(page: Page, inline: Token): void {
    let isOpen = true;
    inline.children = (inline.children ?? []).filter((token) => {
      if (token.type === "link_open") {
        const href = links.resolve(page, String(token.attrGet("href")), "page");
        isOpen = href !== undefined;
        if (href !== undefined) token.attrSet("href", href);
        return isOpen;
      }
      if (!isOpen && token.type === "text" && FILE_NAME.test(token.content)) {
        token.type = "code_inline";
        token.tag = "code";
      }
      const isEnd = token.type === "link_close";
      const isKept = !isEnd || isOpen;
      if (isEnd) isOpen = true;
      return isKept;
    });
  }

  function placeImages(page: Page, token: Token): void {
    token.content = token.content.replace(IMAGE, (_all, src: string, width: string) => {
      const size = sizeOfImage(src.split("/").at(-1) ?? "");
      const height = Math.round((size.height * Number(width)) / size.width);
      const place = links.resolve(page, src, "page");
      return `<img loading="lazy" src="${place}" width="${width}" height="${height}"`;
    });
  }

  return (page) => {
    const tokens = markdown.parse(page.markdown, {});
    const taken = new Map<string, number>();
    const parts: { heading: Heading; text: string }[] = [];
    for (const [index, token] of tokens.entries()) {
      if (token.type === "heading_open") {
        const inline = tokens[index + 1];
        const text = textOf(inline);
        const slug = slugOf(inline?.content ?? "", taken);
        token.meta = { slug, text };
        parts.push({ heading: { level: Number(token.tag.slice(1)), slug, text }, text: "" });
      }
      if (token.type === "inline") {
        follow(page, token);
        const part = parts.at(-1);
        if (part && tokens[index - 1]?.type !== "heading_open") part.text += `${textOf(token)} `;
      }
      if (token.type === "html_block") placeImages(page, token);
      if (token.type === "table_open") token.meta = { text: parts.at(-1)?.heading.text };
      // A corner without a word is no header.
      const [next, end] = [tokens[index + 1], tokens[index + 2]];
      if (token.type === "th_open" && end && !next?.content) token.tag = end.tag = "td";
      if (token.type === "fence") token.meta = { root: rootOf(page.address) };
    }
    const html = markdown.renderer.render(tokens, markdown.options);
    return { html, parts, isLive: tokens.some((token) => isLiveFence(token) || isLiveTable(token)) };
  };
}

/** The document for machines: as it is, and its links lead to the other documents' Markdown. */
export function twinOf(page: Page, links: Links): string {
  // Code blocks stay as they are.
  return page.markdown
    .split(/^( *```[\s\S]*?^ *```)$/m)
    .map((piece, index) =>
      index % 2
        ? piece
        : piece
            .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_all, text: string, href: string) => {
              const to = links.resolve(page, href, "twin");
              return to === undefined ? text : `[${text}](${to})`;
            })
            .replace(/(?<=<img src=")[^"]+/g, (src) => links.resolve(page, src, "twin") ?? src),
    )
    .join("");
}
