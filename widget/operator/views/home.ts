/** How things are: one sentence, the lamps, and the orders that need a person. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { keyOf } from "../listed.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { Lamp, NeedyOrder } from "../wire.ts";
import { lampAdvice, moneyWords, nameOf, ORDERS, sentenceOf, spanWords, titleOf } from "../words.ts";
import { atService, factsOf } from "./facts.ts";
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
    <h1 class=${page.isAway ? "away" : isBad ? "bad" : ""} tabindex="-1">
      ${page.isAway ? "Last heard: " : ""}${sentenceOf(situation, now)}
    </h1>
    <ul class=${page.isAway ? "lamps away" : "lamps"} aria-label="Lamps">
      ${repeat(lamps, nameOf, lampView)}
    </ul>
    ${
      page.listed.length > 0
        ? html`<h2>Needs a person</h2>
          ${repeat(page.listed, keyOf, (order) => (present.has(keyOf(order)) ? card(page, order, now) : settled(page, order)))}
          ${more > 0 ? html`<p class="quiet">${more} more come up when these are settled.</p>` : nothing}`
        : nothing
    }
  `;
}

const STANDS: Readonly<Record<Lamp["is"], string>> = { well: "well", note: "a note", look: "needs a look" };
/** Where there is more about a lamp, or something to press. */
const LEADS: Readonly<Record<string, string>> = { Site: "webhooks", Instances: "server" };

function lampView(lamp: Lamp): TemplateResult {
  const { is, says } = lamp;
  const [watches, does] = lampAdvice(lamp.lamp);
  const leads = LEADS[lamp.lamp];
  return html`<li class="lamp ${is}">
    <details ?open=${is === "look" && lamp.lamp !== ORDERS}>
      <summary>${nameOf(lamp)}: ${STANDS[is]}</summary>
      ${lamp.lamp === ORDERS ? nothing : says.map((text) => html`<p>${text}</p>`)}
      ${is === "look" ? html`<p><b>What to do:</b> ${does}.</p>` : html`<p class="quiet">${watches}.</p>`}
      ${leads ? html`<p><a href="#/${leads}">${leads === "server" ? "Server" : "Webhooks"}</a></p>` : nothing}
    </details>
  </li>`;
}

function settled(page: RewardOperator, order: NeedyOrder): TemplateResult {
  const { site, order_id, reason } = order;
  return html`<article class="settled" data-key=${keyOf(order)}>
    <h3><a href="#/orders/${site}/${encodeURIComponent(order_id)}">${order_id}</a> of ${site}: ${titleOf(reason)}</h3>
    <p class="quiet">${page.done.get(keyOf(order)) ?? "Settled by somebody else, or by itself."}</p>
  </article>`;
}

function card(page: RewardOperator, order: NeedyOrder, now: number): TemplateResult {
  const { site, order_id, reason, since, sku } = order;
  return html`<article>
    <h3><a href="#/orders/${site}/${encodeURIComponent(order_id)}">${order_id}</a> of ${site}: ${titleOf(reason)}</h3>
    ${factsOf([
      ["Waits for", spanWords(now - Date.parse(since))],
      ["Reward", [sku, moneyWords(order)].filter(Boolean).join(", ")],
      ...atService(order),
    ])}
    ${needsPerson(page, order)}
  </article>`;
}
