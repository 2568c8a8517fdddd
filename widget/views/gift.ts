/**
 * The personal message of the session, or else of the gift, and its sender. The text is shown as it was written. The name follows a dash,
 * because a word before the name would need its grammar and capitals.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { View } from "./view.ts";

export function giftView({ state: { order } }: View): TemplateResult | typeof nothing {
  const { message = order?.gift?.message } = order ?? {};
  const name = order?.gift?.sender_name;
  if (!message && !name) return nothing;
  return html`
    <figure class="gift">
      ${message ? html`<blockquote class="text" dir="auto">${message}</blockquote>` : nothing}
      ${name ? html`<figcaption dir="auto">${`– ${name}`}</figcaption>` : nothing}
    </figure>
  `;
}
