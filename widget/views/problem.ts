/** The screen of a problem that nothing else can be shown with. */
import { html, nothing, type TemplateResult } from "lit";
import type { Screen } from "../state.ts";
import { alertView } from "./alert.ts";
import type { View } from "./view.ts";

export function problemView(
  view: View,
  { failure, from }: Extract<Screen, { name: "problem" }>,
): TemplateResult {
  return html`
    <h2 tabindex="-1">${view.t("problem_title")}</h2>
    ${alertView(view, failure, true)}
    ${from.name === "details" ? html`<button part="back" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${view.t("back")}</button>` : nothing}
  `;
}
