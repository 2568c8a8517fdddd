/**
 * The result of delivery `notify`: an e-mail that the service sends. The screen shows where the e-mail goes, and what
 * to do if it does not arrive.
 */
import { html, nothing, type TemplateResult } from "lit";
import { walletHere } from "../page/wallet-loader.ts";
import { joinSentences } from "../words/sentences.ts";
import { giftView } from "./gift.ts";
import { helpButton, helpView } from "./help.ts";
import { instructionsView } from "./instructions.ts";
import { passView } from "./pass.ts";
import { TICK } from "./tick.ts";
import type { View } from "./view.ts";

/** The most helpful one first. */
const TIPS = ["notified_wait", "notified_spam"] as const;

export function notifiedView(view: View): TemplateResult {
  const { state, t } = view;
  const { order } = state;
  const help = helpButton(view);
  // Everything else happens in the mailbox. If the site gave an address for help, the button leads there; otherwise a
  // tip says whom to ask.
  // The tip is for the customer, whom staff answer themselves.
  const tips = help === nothing && !order?.audience ? ([...TIPS, "notified_contact"] as const) : TIPS;
  const { masked_email: email = t("notified_address") } = order ?? {};
  return html`<div class="split"><div class="column">
    <h2 part="title" tabindex="-1" class="won">${TICK}${t("notified_title")}</h2>
    ${passView(
      view,
      html`
        ${giftView(view)}
        <p>${t("notified_text", { email })}</p>
        ${order?.audience ? nothing : html`<p class="small">${joinSentences(view.locale, t("activated_text"), t("activated_after"))}</p>`}
        <div class="stack">
          <h3>${t("notified_missing")}</h3>
          <ol class="tips">${tips.map((tip) => html`<li>${t(tip)}</li>`)}</ol>
        </div>
        ${help}
      `,
      { isGrand: true },
    )}
    ${walletHere()?.afterView(view)}
    ${helpView(view, undefined, false)}
    </div>${instructionsView(view, order?.sku, { isLink: true })}</div>
  `;
}
