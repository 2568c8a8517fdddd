/** The page of a site of the demo: one document, one style sheet and one script for the shop and all brands. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { DOCUMENT, pageFiles } from "../page-files.ts";
import { type WordsByLanguage, wordsOf } from "./words.ts";

const FOLDER = join(import.meta.dirname, "site");
const FILES = [
  ...(["base.css", "site.css"] as const),
  ...(["site.js", "page.js", "words.js", "order.js", "backend.js", "address.js"] as const),
  ...(["logo.js", "tokens.js", "step.js", "team.js", "knobs.js"] as const),
] as const;

/** What all of these pages load. */
export const siteFiles = (contentSecurityPolicy: string): Hono =>
  pageFiles({ folder: FOLDER, files: FILES, contentSecurityPolicy });

/** What a site has beside the others' page: pieces of HTML, and names in its head. */
type Own = Partial<Record<"page" | "look" | "controls" | "beside" | "picture" | "below", string>>;

export const piece = (folder: string, name: string): string =>
  readFileSync(join(folder, name), "utf8").trim();
export const TEAM_PIECE = piece(FOLDER, "team.html");

export interface SiteOptions {
  readonly site: string;
  /** In its first language the page is served. */
  readonly words: WordsByLanguage;
  readonly contentSecurityPolicy: string;
  readonly own?: Own;
}

/** The page, and its words for its script. */
export function sitePage({ site, words, contentSecurityPolicy, own }: SiteOptions): Hono {
  const all = wordsOf(words);
  const texts = Object.entries(Object.values(all)[0] ?? {}).filter(([, text]) => typeof text === "string");
  const none = { look: "", controls: "", beside: "", picture: "", below: "" };
  const fill = { ...Object.fromEntries(texts), site, page: site, ...none, ...own };
  return new Hono()
    .get("/words", (c) => c.json(all))
    .route("/", pageFiles({ folder: FOLDER, files: [DOCUMENT], contentSecurityPolicy, fill }));
}
