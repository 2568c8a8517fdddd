/** What a person is told of an order that needs them, and what they may do: the same words as in the runbook. */
import { html, nothing, type TemplateResult } from "lit";
import { ask } from "../api.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { NeedyOrder } from "../wire.ts";
import { adviceOf, doneWords, effectWords, isRatherAcknowledged } from "../words.ts";

type Needed = Pick<NeedyOrder, "site" | "order_id" | "reason" | "release" | "attempt">;

export function needsPerson(page: RewardOperator, order: Needed): TemplateResult {
  const advice = adviceOf(order.reason);
  return html`
    <dl>
      ${Object.entries(advice ?? {}).map(
        ([name, text]) => html`<dt>${name}</dt>
          <dd>${text}</dd>`,
      )}
    </dl>
    <p class="quiet">${effectWords(order.release)}</p>
    ${page.mayAct && order.release.possible ? actions(page, order) : nothing}
  `;
}

function actions(
  page: RewardOperator,
  { site, order_id, attempt, reason: listed, release }: Needed,
): TemplateResult {
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const reason = String(new FormData(form).get("reason") ?? "");
    const acknowledge = (event.submitter as HTMLButtonElement | null)?.value === "acknowledge";
    void page.act(async () => {
      const path = `v1/attention/${site}/${encodeURIComponent(order_id)}/release`;
      const { done } = await ask<{ done: string }>(path, "POST", {
        reason,
        ...(attempt !== undefined && { attempt }),
        ...(acknowledge && { acknowledge }),
      });
      await page.reload();
      return `${order_id}: ${doneWords(done)}`;
    });
  };
  const only = release.effect === "acknowledged";
  const rather = only || isRatherAcknowledged(listed);
  return html`<form @submit=${send}>
    <label class="wide">
      Why? It is kept for two years.
      <input name="reason" required maxlength="200" autocomplete="off" />
    </label>
    ${only ? nothing : html`<button class=${rather ? "" : "main"} value="release" aria-disabled=${page.busy}>Release</button>`}
    <button class=${rather ? "main" : ""} value="acknowledge" aria-disabled=${page.busy}>Acknowledge</button>
  </form>`;
}
