/** The screen of a problem that nothing else can be shown with. */
import { html, nothing, type TemplateResult } from "lit";
import { isPassing } from "../doubt.ts";
import type { Failure } from "../failure.ts";
import { closedOf } from "../problem-members.ts";
import type { Screen } from "../state.ts";
import type { TextKey } from "../texts/texts.ts";
import { alertView } from "./alert.ts";
import type { View } from "./view.ts";

export function problemView(
  view: View,
  { failure, from }: Extract<Screen, { name: "problem" }>,
): TemplateResult {
  return html`
    <h2 tabindex="-1">${view.t(titleOf(failure))}</h2>
    ${alertView(view, failure, isPassing(failure) || mayOpen(failure))}
    ${from.name === "details" ? html`<button part="back" class="plain" type="button" @click=${() => view.send({ type: "back" })}>${view.t("back")}</button>` : nothing}
  `;
}

function titleOf(failure: Failure): TextKey {
  const closed = closedOf(failure);
  if (closed) return `promotion_${closed.reason}_title`;
  // No fault either: there is nothing to choose from at this time.
  return failure.code === "promotion_unavailable" || failure.code === "promotion_not_found"
    ? "closed_title"
    : "problem_title";
}

/** Whether it is known to be closed for a reason that passes. */
function mayOpen(failure: Failure): boolean {
  const closed = closedOf(failure);
  return closed !== undefined && closed.reason !== "ended";
}
