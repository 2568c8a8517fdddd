/** The product of delivery `notify`: an e-mail that the service sends. Where it goes, and what to do when it does not come. */
import { html, nothing, type TemplateResult } from "lit";
import { joinSentences } from "../words/sentences.ts";
import { giftView } from "./gift.ts";
import { helpButton, helpView } from "./help.ts";
import { instructionsView } from "./instructions.ts";
import { passView } from "./pass.ts";
import { TICK } from "./tick.ts";
import type { View } from "./view.ts";

/** In the order in which they help. */
const TIPS = ["notified_wait", "notified_spam"] as const;

export function notifiedView(view: View): TemplateResult {
  const { state, t } = view;
  const { order } = state;
  const help = helpButton(view);
  // What else there is to do happens in the mailbox. Whom to ask: the button leads there where the site told of help.
  const tips = help === nothing ? ([...TIPS, "notified_contact"] as const) : TIPS;
  const { masked_email: email = t("notified_address") } = order ?? {};
  return html`<div class="split"><div class="column">
    <h2 part="title" tabindex="-1" class="won">${TICK}${t("notified_title")}</h2>
    ${passView(
      view,
      html`
        ${giftView(view)}
        <p>${t("notified_text", { email })}</p>
        <p class="small">${joinSentences(view.locale, t("activated_text"), t("activated_after"))}</p>
        <div class="stack">
          <h3>${t("notified_missing")}</h3>
          <ol class="tips">${tips.map((tip) => html`<li>${t(tip)}</li>`)}</ol>
        </div>
        ${help}
      `,
      { isGrand: true },
    )}
    ${helpView(view, undefined, false)}
    </div>${instructionsView(view, order?.sku, { isLink: true })}</div>
  `;
}
