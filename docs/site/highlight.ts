/** Code with its parts named by classes, when the site is built. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import nginx from "highlight.js/lib/languages/nginx";
import php from "highlight.js/lib/languages/php";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { escapeHtml } from "./html.ts";

const LANGUAGES = { bash, css, javascript, json, nginx, php, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
hljs.registerAliases(["vue", "svelte", "astro"], { languageName: "xml" });

/** @param language as behind the three backticks; one that is not known is shown plain */
export function codeBlock(code: string, language: string): string {
  const text = hljs.getLanguage(language)
    ? hljs.highlight(code, { language, ignoreIllegals: true }).value
    : escapeHtml(code);
  // It scrolls in itself, also by the keyboard; where it does not scroll, the script takes the stop away.
  return `<div class="code"><pre tabindex="0"><code>${text}</code></pre></div>\n`;
}
