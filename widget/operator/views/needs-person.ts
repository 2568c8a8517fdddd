/** What a person is told of an order that needs them, and what they may do: the same words as in the runbook. */
import { html, nothing, type TemplateResult } from "lit";
import { ask } from "../api.ts";
import { keyOf } from "../listed.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { NeedyOrder } from "../wire.ts";
import { adviceOf, doneWords, effectWords, isRatherAcknowledged } from "../words.ts";
import { reasonField, reasonIn } from "./reason.ts";

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
    ${
      page.mayAct
        ? order.release.possible
          ? actions(page, order)
          : nothing
        : html`<p class="quiet">Your key only reads: it settles nothing.</p>`
    }
  `;
}

function actions(page: RewardOperator, order: Needed): TemplateResult {
  const { site, order_id, attempt, release } = order;
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const reason = reasonIn(event.target as HTMLFormElement);
    const acknowledge = (event.submitter as HTMLButtonElement | null)?.value === "acknowledge";
    void page.act(async () => {
      const path = `v1/attention/${site}/${encodeURIComponent(order_id)}/release`;
      const { done } = await ask<{ done: string }>(path, "POST", {
        reason,
        ...(attempt !== undefined && { attempt }),
        ...(acknowledge && { acknowledge }),
      });
      page.done.set(keyOf(order), doneWords(done));
      await page.reload();
      void page.focusOn(keyOf(order));
      return `${order_id}: ${doneWords(done)}`;
    });
  };
  const only = release.effect === "acknowledged";
  const rather = only || isRatherAcknowledged(order.reason);
  const button = (value: string, name: string, isMain: boolean): TemplateResult =>
    html`<button class=${isMain ? "main" : ""} value=${value} aria-disabled=${page.busy}>${name}</button>`;
  const acknowledge = button("acknowledge", "Acknowledge", rather);
  const released = only ? nothing : button("release", "Release", !rather);
  // The Enter key presses the first one.
  return html`<form @submit=${send}>
    ${reasonField("Why?")} ${rather ? [acknowledge, released] : [released, acknowledge]}
  </form>`;
}
