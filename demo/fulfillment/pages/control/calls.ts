/** The latest calls that the service received, with their results. */
import { html } from "hono/html";
import type { Call } from "../../calls.ts";
import type { Control } from "../../control.ts";
import type { Html } from "../answer.ts";
import { shortTime } from "../layout.ts";

/** A presenter needs only the latest; all are at `/control/calls`. */
const MOST = 30;

export function callsSection(control: Control): Html {
  const { calls } = control;
  const latest = calls.slice(-MOST).reverse();
  return html`<section aria-labelledby="calls"><h2 id="calls">Calls</h2>
<div data-live="calls">${
    latest.length === 0
      ? html`<p class="note">None yet.</p>`
      : html`<p class="meta">The latest ${latest.length} of ${calls.length}.</p>
<ol class="rows">${latest.map((call) => html`<li>${row(call)}</li>`)}</ol>`
  }</div>
</section>`;
}

function effectOf({ effect }: Call): string | undefined {
  if (!effect) return undefined;
  return `${effect.kind} ${effect.redemptionId} ${effect.state}${effect.code ? ", code made" : ""}`;
}

function row(call: Call): Html {
  const facts = [
    `${shortTime(call.at)}`,
    call.order_id && `order ${call.order_id}`,
    effectOf(call),
    call.fault && `fault ${call.fault}`,
  ].filter((fact) => fact !== undefined);
  const query = new URLSearchParams(call.query).toString();
  return html`<p>${call.seq} <strong>${call.operation}</strong> <span class="state">${call.status ?? "open"}</span></p>
<p class="meta">${facts.join(" · ")}</p>
<details id="call-${call.seq}"><summary>Request<span class="hidden"> ${call.seq}</span></summary>
<pre>${call.method} ${call.path}${query === "" ? "" : `?${query}`}
${call.body === undefined ? "" : JSON.stringify(call.body, null, 2)}</pre></details>`;
}
