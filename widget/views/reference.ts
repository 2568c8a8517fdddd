/** The redemption's id, which whoever is asked for help will ask for. */
import { html, nothing, type TemplateResult } from "lit";
import type { View } from "./view.ts";

export function referenceView({ state, t }: View): TemplateResult | typeof nothing {
  const { reference } = state.order ?? {};
  return reference ? html`<p class="stock">${t("reference", { reference })}</p>` : nothing;
}
