/** How things are: one sentence, the lamps, and the orders that need a person. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { keyOf } from "../listed.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { Lamp, NeedyOrder } from "../wire.ts";
import { lampAdvice, moneyWords, nameOf, ORDERS, sentenceOf, spanWords, titleOf } from "../words.ts";
import { needsPerson } from "./needs-person.ts";

export function homeView(page: RewardOperator): TemplateResult {
  const { situation } = page;
  if (!situation) return html`<h1 class="plain" tabindex="-1">One moment …</h1>`;
  const now = Date.now();
  const { lamps } = situation;
  const isBad = situation.total > 0 || lamps.some(({ is }) => is === "look");
  const present = new Set(situation.orders.map(keyOf));
  const more = situation.total - situation.orders.length;
  return html`
    <h1 class=${isBad ? "bad" : ""} tabindex="-1">${sentenceOf(situation, now)}</h1>
    <ul class="lamps" aria-label="Lamps">
      ${repeat(lamps, nameOf, lampView)}
    </ul>
    ${
      page.listed.length > 0
        ? html`<h2>Needs a person</h2>
          ${repeat(page.listed, keyOf, (order) => (present.has(keyOf(order)) ? card(page, order, now) : settled(order)))}
          ${more > 0 ? html`<p class="quiet">${more} more come up when these are settled.</p>` : nothing}`
        : nothing
    }
  `;
}

const STANDS: Readonly<Record<Lamp["is"], string>> = { well: "well", note: "a note", look: "needs a look" };
/** Where there is more about a lamp, or something to press. */
const LEADS: Readonly<Record<string, string>> = { Site: "webhooks", Instances: "server", Backup: "server" };

function lampView(lamp: Lamp): TemplateResult {
  const { is, says } = lamp;
  const [watches, does] = lampAdvice(lamp.lamp);
  const leads = LEADS[lamp.lamp];
  return html`<li class="lamp ${is}">
    <details ?open=${is === "look" && lamp.lamp !== ORDERS}>
      <summary>${nameOf(lamp)}: ${STANDS[is]}</summary>
      ${says.map((text) => html`<p>${text}</p>`)}
      ${is === "look" ? html`<p><b>What to do:</b> ${does}.</p>` : html`<p class="quiet">${watches}.</p>`}
      ${leads ? html`<p><a href="#/${leads}">${leads === "server" ? "Server" : "Webhooks"}</a></p>` : nothing}
    </details>
  </li>`;
}

const settled = ({ site, order_id, reason }: NeedyOrder): TemplateResult => html`<article class="settled">
  <h3><a href="#/orders/${site}/${encodeURIComponent(order_id)}">${order_id}</a> of ${site}: ${titleOf(reason)}</h3>
  <p class="quiet">Settled. Nobody needs to see to it any more.</p>
</article>`;

function card(page: RewardOperator, order: NeedyOrder, now: number): TemplateResult {
  const { site, order_id, reason, since, sku, reference, upstream_order_id, seen } = order;
  const facts = [
    ["Waits for", spanWords(now - Date.parse(since))],
    ["Reward", [sku, moneyWords(order)].filter(Boolean).join(", ")],
    ["At the service", [upstream_order_id, reference, seen].filter(Boolean).join(", ")],
  ].filter(([, value]) => value);
  return html`<article>
    <h3><a href="#/orders/${site}/${encodeURIComponent(order_id)}">${order_id}</a> of ${site}: ${titleOf(reason)}</h3>
    <dl>
      ${facts.map(
        ([name, value]) => html`<dt>${name}</dt>
          <dd>${value}</dd>`,
      )}
    </dl>
    ${needsPerson(page, order)}
  </article>`;
}
