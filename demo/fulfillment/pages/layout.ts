/** Shared by the pages of the control: the head, the navigation, and the line for results. */
import { html } from "hono/html";
import { iso } from "../clock.ts";
import type { Control } from "../control.ts";
import type { Html } from "./answer.ts";
import { fileUrl, type PageFile } from "./files.ts";
import { MAILBOX_PATH, PAGE_PATH } from "./paths.ts";

export interface Page {
  readonly title: string;
  readonly path: string;
  readonly script: PageFile;
  readonly body: Html;
}

const LINKS = [
  [PAGE_PATH, "Control"],
  [MAILBOX_PATH, "Mailbox"],
] as const;

/** `2026-03-10 09:00:00`, in UTC. */
export const shortTime = (epochMs: number): string => iso(epochMs).slice(0, 19).replace("T", " ");

/** Elements with `data-live` are fetched again and replaced when they have changed. */
export function layout(control: Control, { title, path, script, body }: Page): Html {
  const { mails } = control.counts();
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Simulated fulfillment service</title>
<link rel="stylesheet" href="${fileUrl("base.css")}">
<link rel="stylesheet" href="${fileUrl("control.css")}">
<script type="module" src="${fileUrl(script)}"></script>
</head>
<body>
<header>
<p>Simulated fulfillment service</p>
<nav aria-label="Pages" data-live="pages">${LINKS.map(
    ([href, name]) =>
      html`<a id="to-${name}" href="${href}"${path === href ? html` aria-current="page"` : ""}>${name}${
        href === MAILBOX_PATH ? ` (${mails})` : ""
      }</a> `,
  )}</nav>
</header>
<main>
<h1>${title}</h1>
<noscript><p class="note">Without JavaScript this page shows how things stood when it was loaded, and changes nothing.</p></noscript>
${body}
</main>
<p id="said" role="status"></p>
</body>
</html>`;
}
