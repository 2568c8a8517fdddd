/** The webhooks of the sites. */
import { html, nothing, type TemplateResult } from "lit";
import { ask } from "../api.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { Webhook } from "../wire.ts";
import { timeWords } from "../words.ts";

interface Tried {
  readonly delivered: boolean;
  readonly status?: number;
  readonly reason?: string;
  readonly cause?: string;
}

export function webhooksView(page: RewardOperator): TemplateResult {
  const webhooks = page.situation?.webhooks ?? [];
  return html`
    <h1 class="plain" tabindex="-1">Webhooks</h1>
    ${webhooks.length === 0 ? html`<p class="quiet">No site has a webhook in the settings.</p>` : nothing}
    ${webhooks.map((webhook) => card(page, webhook))}
  `;
}

function card(page: RewardOperator, { site, waiting, since, off_since, cause }: Webhook): TemplateResult {
  const test = (): void =>
    void page.act(async () => {
      const { delivered, status, ...said } = await ask<Tried>(`v1/webhooks/${site}/test`, "POST");
      const why = [status, said.reason, said.cause].filter(Boolean).join(", ");
      if (delivered) return `${site} took the test (${status}).`;
      return `${site} did not take the test: ${why}.`;
    });
  const resume = (event: SubmitEvent): void => {
    event.preventDefault();
    const reason = String(new FormData(event.target as HTMLFormElement).get("reason") ?? "");
    void page.act(async () => {
      await ask(`v1/webhooks/${site}/resume`, "POST", { reason });
      await page.refresh();
      return `The webhook of ${site} is on again.`;
    });
  };
  return html`<article>
    <h2>${site}</h2>
    <p>
      ${
        off_since
          ? `Off since ${timeWords(off_since)}: its receiver ${cause === "gone" ? "answered 410" : "failed for three days"}.`
          : "On."
      }
      ${waiting === 0 ? "Nothing waits." : `${waiting} events wait${since ? `, the oldest since ${timeWords(since)}` : ""}.`}
    </p>
    ${
      page.mayAct
        ? html`<p><button type="button" aria-disabled=${page.busy} @click=${test}>Send a test</button></p>
          ${
            off_since
              ? html`<form @submit=${resume}>
                <label class="wide">
                  Why turn it on? It is kept for two years.
                  <input name="reason" required maxlength="200" autocomplete="off" />
                </label>
                <button class="main" aria-disabled=${page.busy}>Turn it on</button>
              </form>`
              : nothing
          }`
        : nothing
    }
  </article>`;
}
