/**
 * The personal message of the gift, and its sender. The text is shown as it was written. The name follows a dash,
 * because a word before the name would need its grammar and capitals.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { View } from "./view.ts";

export function giftView({ state }: View): TemplateResult | typeof nothing {
  const { message, sender_name: name } = state.order?.gift ?? {};
  if (!message && !name) return nothing;
  return html`
    <figure class="gift">
      ${message ? html`<blockquote class="text" dir="auto">${message}</blockquote>` : nothing}
      ${name ? html`<figcaption dir="auto">${`– ${name}`}</figcaption>` : nothing}
    </figure>
  `;
}
