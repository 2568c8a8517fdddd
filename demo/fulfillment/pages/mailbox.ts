/** The sent mails as a mailbox: a list, newest first, and the chosen mail in a phone's frame. */
import { html } from "hono/html";
import type { Control } from "../control.ts";
import type { Message } from "../standings.ts";
import type { Html } from "./answer.ts";
import { layout, shortTime } from "./layout.ts";
import { MAIL_PATH, MAILBOX_PATH } from "./paths.ts";

const EMPTY = "No mail was sent yet. One comes when a reward of a promotion that notifies is confirmed.";

/** A mail and its number, which counts from 1 in the order of sending. */
interface Numbered {
  readonly mail: Message;
  readonly number: number;
}

export const mailOf = (control: Control, number: number): Message | undefined => control.outbox()[number - 1];

/** @param wanted the number of the chosen mail; without it the newest one is shown, also when another arrives */
export function mailboxPage(control: Control, wanted: number): Html {
  const mails = control.outbox().map((mail, i): Numbered => ({ mail, number: i + 1 }));
  const shown = mails.find(({ number }) => number === wanted) ?? mails.at(-1);
  return layout(control, {
    title: "Mailbox",
    path: MAILBOX_PATH,
    script: "live.js",
    body: html`<p>What the service has sent to end users. Nothing leaves this machine.</p>
<div class="mailbox">
<ol class="mails" data-live="mails">${
      shown
        ? mails.toReversed().map((each) => line(control, each, each === shown))
        : html`<li class="note">${EMPTY}</li>`
    }</ol>
<div id="phone" data-live="phone">${shown ? phone(shown) : ""}</div>
</div>`,
  });
}

function line(control: Control, { mail, number }: Numbered, isShown: boolean): Html {
  const { to, subject, at, redemptionId } = mail;
  const state = control.redemption(redemptionId)?.state;
  return html`<li><a id="mail-${number}" href="?mail=${number}#phone"${isShown ? html` aria-current="true"` : ""}>
<strong dir="auto">${subject}</strong>
<span class="meta">${to}<br>${shortTime(at)} UTC</span>
<span class="meta">${redemptionId} <span class="state" data-state="${state}">${state}</span></span>
</a></li>`;
}

/** The frame has no scripts and no origin of its own; a link in the mail opens as a page of its own. */
function phone({ mail, number }: Numbered): Html {
  const { from, subject, at, text, url } = mail;
  return html`<article class="phone" aria-label="Mail">
<div class="letterhead">
<h2 dir="auto">${subject}</h2>
<p class="meta">${from}<br>${shortTime(at)} UTC</p>
</div>
<iframe src="${MAIL_PATH}/${number}" title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
</article>
<details id="text-${number}"><summary>Text part</summary>
<p class="mail-text" dir="auto">${withLink(text, url)}</p>
</details>`;
}

/** The text, with its link as a clickable one in the same place. */
function withLink(text: string, url: string): Html {
  const [before = "", after = ""] = text.split(url);
  return html`${before}<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>${after}`;
}
