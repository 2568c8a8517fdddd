/** No answer before anything was chosen: the only problem that the first screen's code can show. */
import { html, type TemplateResult } from "lit";
import type { View } from "./view.ts";

export const offlineView = ({ t, send }: View): TemplateResult => html`
  <h2 part="title" tabindex="-1">${t("problem_title")}</h2>
  <p part="alert" role="alert">${t("offline")}</p>
  <button part="retry button secondary" class="plain" type="button" @click=${() => send({ type: "retry" })}>${t("retry")}</button>
`;
