/** Why a person acts: asked for wherever something changes, for the audit. */
import { html, type TemplateResult } from "lit";

/** @param question of what is done */
export const reasonField = (question: string): TemplateResult => html`<label class="wide">
  ${question} It is kept for two years.
  <input name="reason" required maxlength="199" pattern=".*\\S.*" title="A few words" autocomplete="off" />
</label>`;

/** What was written. One word alone could be one of the list's reasons, which a release takes for another thing than words. */
export function reasonIn(form: HTMLFormElement): string {
  const text = String(new FormData(form).get("reason") ?? "").trim();
  return /^\w+$/.test(text) ? `${text}.` : text;
}
