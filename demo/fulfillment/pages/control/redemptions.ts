/** Shows the redemptions, newest first, and puts one into any state. */
import { html } from "hono/html";
import type { Control } from "../../control.ts";
import { STATES } from "../../states.ts";
import type { RedemptionRecord } from "../../store.ts";
import type { Html } from "../answer.ts";
import { shortTime } from "../layout.ts";
import { action, form } from "./form.ts";

/** A presenter needs only the latest; all are at `/control/redemptions`. */
const MOST = 20;

export function redemptionsSection(control: Control): Html {
  return html`<section aria-labelledby="redemptions"><h2 id="redemptions">Redemptions</h2>
<div data-live="redemptions">${list(control)}</div>
<h3>Force a state</h3>
${form({
  id: "force",
  path: "/control/redemptions/{redemption}/state",
  submit: "Force the state",
  done: "The state is forced",
  fields: [
    {
      name: "redemption",
      label: "Redemption",
      required: true,
      list: "redemption-ids",
      hint: "Such as AAAAA-BBBBB",
    },
    {
      name: "state",
      label: "State",
      required: true,
      list: "states",
      hint: `One of ${STATES.length} that the interface names, or any other`,
    },
    { name: "debited", label: "Debited", as: "boolean", options: [["", "by itself"], "true", "false"] },
    { name: "codes", label: "Make a code", as: "flag" },
  ],
})}
</section>`;
}

function list(control: Control): Html {
  const records = [...control.redemptions()].reverse();
  if (records.length === 0) return html`<p class="note">None yet.</p>`;
  return html`${records.length > MOST ? html`<p class="meta">The latest ${MOST} of ${records.length}.</p>` : ""}
<ul class="rows">${records.slice(0, MOST).map((record) => html`<li>${row(control, record)}</li>`)}</ul>
<datalist id="redemption-ids">${records.map(({ id }) => html`<option value="${id}"></option>`)}</datalist>`;
}

function row(control: Control, record: RedemptionRecord): Html {
  const { id, orderId, state, reward, promotionId, email, debited, holdEndsAt, codes } = record;
  const facts = [
    reward.sku,
    `promotion ${promotionId}`,
    email ?? "no e-mail",
    debited ? "debited" : "not debited",
    codes ? "code made" : "no code",
    ...(holdEndsAt === null ? [] : [`held until ${shortTime(holdEndsAt)}`]),
  ];
  return html`<p><code>${id}</code> <span class="state" data-state="${state}">${state}</span> <span>${orderId}</span></p>
<p class="meta">${facts.join(" · ")}</p>
<div class="buttons"><a href="${control.flowLink(id)}" id="flow-${id}" target="_blank" rel="noopener noreferrer">End user’s page<span class="hidden"> of ${id}</span></a>
${
  state === "pending"
    ? action(`open-${id}`, "Open the link", {
        path: `/control/redemptions/${id}/open`,
        done: "The link was opened",
      })
    : ""
}</div>`;
}
