/** Shows the promotions, and changes one. */
import { html } from "hono/html";
import type { Control } from "../../control.ts";
import type { PromotionStanding } from "../../standings.ts";
import type { Html } from "../answer.ts";
import { shortTime } from "../layout.ts";
import { action, choice, form } from "./form.ts";

export function promotionsSection(control: Control): Html {
  const promotions = control.promotions();
  return html`<section aria-labelledby="promotions"><h2 id="promotions">Promotions</h2>
<details id="all-promotions"><summary>All ${promotions.length}</summary>
<ul class="rows" data-live="promotions">${promotions.map((each) => html`<li>${row(each)}</li>`)}</ul></details>
<h3>Change a promotion</h3>
${form({
  id: "promotion",
  path: "/control/promotions/{promotion}",
  submit: "Change the promotion",
  done: "The promotion is changed",
  fields: [
    {
      name: "promotion",
      label: "Promotion",
      options: promotions.map(({ id, name }) => [String(id), `${id} ${name}`] as const),
    },
    choice("status", "Status", ["enabled", "paused", "disabled"]),
    choice("state", "State", ["ready", "not_ready"]),
    { name: "start_datetime", label: "Starts (UTC)", as: "moment" },
    { name: "end_datetime", label: "Ends (UTC)", as: "moment" },
    { name: "end_datetime", label: "Never ends", as: "null_flag" },
    choice("testing", "Redemptions say testing", ["true", "false"], "boolean"),
  ],
})}
</section>`;
}

function row(promotion: PromotionStanding): Html {
  const { id, name, status, state, starts_at, ends_at, notifies, allow_pdf, testing, rewards } = promotion;
  const facts = [
    `${rewards} rewards`,
    `from ${shortTime(starts_at)}`,
    ends_at === null ? "without end" : `until ${shortTime(ends_at)}`,
    ...(notifies ? ["notifies"] : []),
    ...(allow_pdf ? ["PDF"] : []),
    ...(testing === undefined ? [] : [testing ? "testing" : "not testing"]),
  ];
  return html`<p><strong>${id}</strong> ${name} <span class="state" data-state="${status}">${status}</span> <span class="state" data-state="${state}">${state}</span></p>
<p class="meta">${facts.join(" · ")}</p>
<div class="buttons">${action(`end-${id}`, `End ${id} now`, { path: `/control/promotions/${id}/end`, done: `Promotion ${id} has ended` })}</div>`;
}
