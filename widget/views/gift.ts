/** The personal words that came with the reward, from whom they are. Text of a person: shown as it was written. */
import { html, nothing, type TemplateResult } from "lit";
import type { View } from "./view.ts";

export function giftView({ state, t }: View): TemplateResult | typeof nothing {
  const { message, sender_name: name } = state.order?.gift ?? {};
  if (!message && !name) return nothing;
  return html`
    <figure class="gift">
      ${message ? html`<blockquote class="text" dir="auto">${message}</blockquote>` : nothing}
      ${name ? html`<figcaption dir="auto">${t("from", { name })}</figcaption>` : nothing}
    </figure>
  `;
}
