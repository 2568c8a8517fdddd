/** The webhooks of the sites: what waits and what failed, a test, turning one on, and sending again. */
import { html, nothing, type TemplateResult } from "lit";
import { ask } from "../api.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { FailedEvent, Webhook } from "../wire.ts";
import { failureWords, spanWords, timeWords, whatWords, zone } from "../words.ts";
import { reasonField, reasonIn } from "./reason.ts";

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
      if (delivered) return `${site} took the test (${status}).`;
      const failure = [status, said.reason, said.cause].filter(Boolean).join(", ");
      return { text: `${site} did not take the test: ${failureWords(failure)}.`, isBad: true };
    });
  const resume = (event: SubmitEvent): void => {
    event.preventDefault();
    const reason = reasonIn(event.target as HTMLFormElement);
    void page.act(async () => {
      await ask(`v1/webhooks/${site}/resume`, "POST", { reason });
      await page.reload();
      return `The webhook of ${site} is on again.`;
    });
  };
  const sendAgain = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const [given, reason] = [new FormData(form).get("since"), reasonIn(form)];
    void page.act(async () => {
      // The field's time is this machine's, as all times of the page.
      const since = new Date(String(given)).toISOString();
      const { events } = await ask<{ events: number }>(`v1/webhooks/${site}/deliver`, "POST", {
        since,
        reason,
      });
      await page.reload();
      return `${events} events are sent to ${site} again.`;
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
    ${failures(waitingOrGivenUp(page.failures?.[site], waiting), off_since !== undefined)}
    ${
      page.mayAct
        ? html`<p><button type="button" aria-disabled=${page.busy} @click=${test}>Send a test</button></p>
          ${
            off_since
              ? html`<form @submit=${resume}>
                ${reasonField("Why turn it on?")}
                <button class="main" aria-disabled=${page.busy}>Turn it on</button>
              </form>`
              : html`<details>
                <summary>Send again what the site lost</summary>
                <form @submit=${sendAgain}>
                  <label>
                    Everything since (${zone})
                    <input name="since" type="datetime-local" required .defaultValue=${anHourAgo()} />
                  </label>
                  ${reasonField("Why?")}
                  <button aria-disabled=${page.busy}>Send again</button>
                </form>
              </details>`
          }`
        : nothing
    }
  </article>`;
}

/** The list is read less often than how many wait: where none does, what was to be tried again has been taken. */
const waitingOrGivenUp = (events: readonly FailedEvent[] = [], waiting: number): readonly FailedEvent[] =>
  waiting > 0 ? events : events.filter(({ next_try_at }) => next_try_at === undefined);

/** In the form of such a field, and the time of this device. */
function anHourAgo(): string {
  const now = Date.now();
  return new Date(now - 3_600_000 - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function failures(events: readonly FailedEvent[], isOff: boolean): TemplateResult | typeof nothing {
  const [last] = events;
  if (!last) return nothing;
  return html`<details open>
    <summary>Why it failed: ${failureWords(last.failure)}</summary>
    <ol class="course">
      ${events.map(
        ({ order_id, type, tries, tried_at, next_try_at, failure }) => html`<li>
          <time>${timeWords(tried_at)}</time>
          <span>
            ${order_id}, ${whatWords(type)}: ${failureWords(failure)}
            <span class="quiet">
              ${tries === 1 ? "1 try" : tries === 0 ? "wanted again" : `${tries} tries`},
              ${isOff ? "waits until it is turned on" : next_try_at ? `again in ${spanWords(Date.parse(next_try_at) - Date.now())}` : "not tried again by itself"}
            </span>
          </span>
        </li>`,
      )}
    </ol>
  </details>`;
}
