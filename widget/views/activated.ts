/** The result of delivery `activate`: a link that makes the code when it is opened, here or on a phone. */
import { html, nothing, type TemplateResult } from "lit";
import { copy } from "../page/copy.ts";
import { walletHere } from "../page/wallet-loader.ts";
import type { Screen } from "../state/state.ts";
import { linkButton } from "./code-item.ts";
import { giftView } from "./gift.ts";
import { helpView } from "./help.ts";
import { COPY, DONE } from "./icons.ts";
import { instructionsView } from "./instructions.ts";
import { nextStepView } from "./next-step.ts";
import { passView, subjectOf } from "./pass.ts";
import { foldedView, isPhone, phoneView, shareButton } from "./rest.ts";
import { TICK } from "./tick.ts";
import type { View } from "./view.ts";

type Activated = Extract<Screen, { name: "activated" }>;

export function activatedView(view: View, screen: Activated): TemplateResult {
  const { state, t } = view;
  const { order } = state;
  const { url } = screen;
  const waiting = order?.withheld
    ? html`<p>${t("withheld")}</p>`
    : state.failure
      ? nextStepView(view, state.failure, subjectOf(view).name)
      : html`<div class="skeleton block" role="status" aria-label=${t("link_loading_title")}></div>`;
  return html`<div class="split"><div class="column">
    ${
      url || order?.withheld
        ? html`<h2 part="title" tabindex="-1" class="won">${TICK}${t("activated_title")}</h2>`
        : html`<h2 part="title" tabindex="-1">${t(state.failure ? "link_failed_title" : "link_loading_title")}</h2>`
    }
    ${passView(view, html`${giftView(view)}${url ? linkView(view, screen, url) : waiting}`, { isGrand: url !== undefined || !state.failure })}
    ${walletHere()?.afterView(view, true)}
    ${state.failure ? nothing : helpView(view)}
    </div>${instructionsView(view, order?.sku, { isLink: true })}</div>
  `;
}

/** The address is not written out: nobody needs to read it, and everybody who reads it could open the link. */
function linkView(view: View, { copied }: Activated, url: string): TemplateResult {
  const { t } = view;
  const isCopied = copied?.outcome === "copied";
  return html`
    <p>${t("activated_text")}</p>
    ${linkButton(view, url, true)}
    <p class="small">${t("activated_after")}</p>
    ${copied?.outcome === "selected" ? html`<p class="small">${t("copy_link_refused")}</p>` : nothing}
    ${foldedView(
      view,
      html`
        <button part="copy button secondary" class="row" type="button" @click=${(press: MouseEvent) => copy(view, press, "url", url)}>${isCopied ? DONE : COPY}${t(isCopied ? "copied_short" : "copy_link")}</button>
        ${shareButton(view, { url })}
        ${isPhone() ? nothing : phoneView(view, url, "barcode")}
      `,
    )}
  `;
}
