/** Shows stock and status of rewards, and changes them. */
import { html } from "hono/html";
import { PROMOTIONS, REWARD_STATES, REWARD_STATUSES } from "../../catalog/promotions.ts";
import type { Control } from "../../control.ts";
import type { RewardStanding } from "../../standings.ts";
import type { Html } from "../answer.ts";
import { choice, form } from "./form.ts";

export function rewardsSection(control: Control): Html {
  // The two thousand of the large catalog are left out to keep the list readable. Their SKUs can be typed all the same.
  const shown = control
    .rewards()
    .filter(({ offers }) => offers.some(({ promotion_id }) => promotion_id !== PROMOTIONS.large));
  const scarce = shown.filter(({ in_stock, stock_quantity }) => stock_quantity !== null || !in_stock);
  return html`<section aria-labelledby="rewards"><h2 id="rewards">Rewards and stock</h2>
<details id="scarce"><summary>Those whose stock is counted or used up</summary>
<ul class="rows" data-live="stock">${scarce.map((each) => html`<li>${row(each)}</li>`)}</ul></details>
<h3>Change a reward</h3>
${form({
  id: "reward",
  path: "/control/rewards/{sku}",
  submit: "Change the reward",
  done: "The reward is changed",
  fields: [
    { name: "sku", label: "SKU", required: true, list: "skus" },
    {
      name: "promotion_id",
      label: "Status and state in",
      as: "number",
      options: [
        ["", "every promotion"],
        ...control.promotions().map(({ id, name }) => [String(id), `${id} ${name}`] as const),
      ],
    },
    choice("status", "Status", REWARD_STATUSES),
    choice("state", "State", REWARD_STATES),
    { name: "stock_quantity", label: "Stock", as: "number" },
    { name: "stock_quantity", label: "Managed by budget", as: "null_flag" },
    choice("in_stock", "Budget is left", ["true", "false"], "boolean"),
    { name: "drop_reservations", label: "Lose the codes set aside for holds", as: "flag" },
  ],
})}
<datalist id="skus">${shown.map(({ sku, name }) => html`<option value="${sku}">${name}</option>`)}</datalist>
</section>`;
}

function row({ sku, name, in_stock, stock_quantity }: RewardStanding): Html {
  const stock = stock_quantity === null ? "budget used up" : `${stock_quantity} left`;
  return html`<p><code>${sku}</code> <span class="state" data-state="${in_stock ? "enabled" : "canceled"}">${in_stock ? "in stock" : "out of stock"}</span></p>
<p class="meta">${name} · ${stock}</p>`;
}
