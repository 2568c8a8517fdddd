/** Finding an order. */
import { html, nothing, type TemplateResult } from "lit";
import { ask, queryOf } from "../api.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { FoundOrder } from "../wire.ts";
import { timeWords } from "../words.ts";

const WAYS = [
  ["order_id", "Order number"],
  ["reference", "Reference of the service"],
  ["user_id", "Member"],
  ["actor", "Person who acted"],
] as const;

export function searchView(page: RewardOperator): TemplateResult {
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const asked = new FormData(event.target as HTMLFormElement);
    const [site, way, text] = ["site", "way", "text"].map((name) => String(asked.get(name) ?? "").trim());
    void page.act(async () => {
      page.found = await ask<FoundOrder[]>(`v1/sites/${site}/orders${queryOf({ [way ?? ""]: text ?? "" })}`);
      return page.found.length === 0 ? "Nothing was found." : `${page.found.length} found.`;
    });
  };
  return html`
    <h1 class="plain" tabindex="-1">Find an order</h1>
    <form class="card" role="search" @submit=${send}>
      <label>
        Site
        <select name="site">
          ${(page.situation?.sites ?? []).map((site) => html`<option>${site}</option>`)}
        </select>
      </label>
      <label>
        By
        <select name="way">
          ${WAYS.map(([way, name]) => html`<option value=${way}>${name}</option>`)}
        </select>
      </label>
      <label class="wide">Which <input name="text" required maxlength="128" autocomplete="off" spellcheck="false" /></label>
      <button class="main" aria-disabled=${page.busy}>Find</button>
    </form>
    ${
      page.found && page.found.length > 0
        ? html`<ul class="course">
          ${page.found.map(
            ({ site, order_id, state, updated_at }) => html`<li>
              <a href="#/orders/${site}/${encodeURIComponent(order_id)}">${order_id}</a>
              <span>${state}, <time>${timeWords(updated_at)}</time></span>
            </li>`,
          )}
        </ul>`
        : nothing
    }
  `;
}
