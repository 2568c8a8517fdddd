/** The sent mails as a mailbox: newest first, each with its link. */
import { html } from "hono/html";
import type { Control } from "../control.ts";
import type { Message } from "../standings.ts";
import type { Html } from "./answer.ts";
import { layout, shortTime } from "./layout.ts";
import { MAILBOX_PATH } from "./paths.ts";

const EMPTY = "No mail was sent yet. Create a redemption in a promotion that notifies.";

export function mailboxPage(control: Control): Html {
  const mails = [...control.outbox()].reverse();
  return layout(control, {
    title: "Mailbox",
    path: MAILBOX_PATH,
    script: "live.js",
    body: html`<p>What the service has sent to end users. Nothing leaves this machine.</p>
<ol class="mails" data-live="mails">${
      mails.length === 0
        ? html`<li class="note">${EMPTY}</li>`
        : mails.map((mail, i) => html`<li>${message(control, mail, i === 0)}</li>`)
    }</ol>`,
  });
}

function message(control: Control, mail: Message, open: boolean): Html {
  const { to, from, subject, at, text, url, redemptionId } = mail;
  return html`<details id="mail-${redemptionId}"${open ? html` open` : ""}>
<summary><strong dir="auto">${subject}</strong> <span class="meta">${to} · ${shortTime(at)} UTC</span></summary>
<dl class="facts">
<div><dt>From</dt><dd>${from}</dd></div>
<div><dt>To</dt><dd>${to}</dd></div>
<div><dt>Date</dt><dd>${shortTime(at)} UTC</dd></div>
<div><dt>Subject</dt><dd>${subject}</dd></div>
<div><dt>Redemption</dt><dd>${redemptionId}, ${control.redemption(redemptionId)?.state}</dd></div>
</dl>
<p class="mail-text" dir="auto">${withLink(text, url)}</p>
</details>`;
}

/** The text, with its link as a clickable one in the same place. */
function withLink(text: string, url: string): Html {
  const [before = "", after = ""] = text.split(url);
  return html`${before}<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>${after}`;
}
