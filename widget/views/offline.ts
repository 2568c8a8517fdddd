/** No answer before anything was chosen, or a file that is gone: the only problems that the first screen's code can show. */
import { html, type TemplateResult } from "lit";
import type { Failure } from "../state/failure.ts";
import type { View } from "./view.ts";

/** A file that is gone comes with a new page only. */
export const retry = ({ send }: View, { isGone }: Failure): void =>
  isGone ? location.reload() : send({ type: "retry" });

export const offlineView = (view: View, failure: Failure): TemplateResult => html`
  <h2 part="title" tabindex="-1">${view.t("problem_title")}</h2>
  <p part="alert" role="alert">${view.t(failure.isGone ? "reload_text" : "offline")}</p>
  <button part="retry button secondary" class="plain" type="button" @click=${() => retry(view, failure)}>${view.t(failure.isGone ? "reload" : "retry")}</button>
`;
