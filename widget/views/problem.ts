/** The screen of a problem that nothing else can be shown with. */
import { html, nothing, type TemplateResult } from "lit";
import { isPassing } from "../doubt.ts";
import type { Screen } from "../state.ts";
import { alertView } from "./alert.ts";
import type { View } from "./view.ts";

/** No fault: there is nothing to choose from at this time. */
const CLOSED: ReadonlySet<string> = new Set(["promotion_unavailable", "promotion_not_found"]);

export function problemView(
  view: View,
  { failure, from }: Extract<Screen, { name: "problem" }>,
): TemplateResult {
  return html`
    <h2 tabindex="-1">${view.t(CLOSED.has(failure.code) ? "closed_title" : "problem_title")}</h2>
    ${alertView(view, failure, isPassing(failure))}
    ${from.name === "details" ? html`<button part="back" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${view.t("back")}</button>` : nothing}
  `;
}
