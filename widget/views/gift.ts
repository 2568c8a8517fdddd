/**
 * The personal words that came with the reward, and whose they are. Text of a person: shown as it was written, so the name
 * follows a dash: a word of ours before it would need its grammar and its capitals.
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
