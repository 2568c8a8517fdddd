/** Setting faults and clearing them. */
import { html } from "hono/html";
import { OPERATIONS } from "../../calls.ts";
import type { Control } from "../../control.ts";
import type { FaultKind } from "../../faults.ts";
import { STATES } from "../../states.ts";
import type { Html } from "../answer.ts";
import { action, type Field, field, form } from "./form.ts";

const ID = "fault";

const DELAY: Field = { name: "delay_ms", label: "Delay (ms)", as: "number", required: true, value: "60000" };

/** The words for each kind, and the fields of that kind only. */
const KINDS: Readonly<Record<FaultKind, { readonly what: string; readonly fields?: readonly Field[] }>> = {
  timeout_before: { what: "504, nothing done" },
  timeout_after: { what: "504, though done" },
  reset_before: { what: "connection breaks, nothing done" },
  reset_after: { what: "connection breaks, though done" },
  late: { what: "504 now, done later", fields: [DELAY] },
  slow: {
    what: "slow answer",
    fields: [DELAY, { name: "effect", label: "Effect", options: ["first", "last"], value: "first" }],
  },
  server_error: {
    what: "5xx",
    fields: [
      { name: "status", label: "Status", as: "number", options: ["500", "502", "503"], value: "500" },
      { name: "after", label: "Though done", as: "flag" },
    ],
  },
  garbled: {
    what: "done, but unreadable answer",
    fields: [{ name: "variant", label: "Body", options: ["truncated", "html", "empty", "wrong_shape"] }],
  },
  rate_limited: {
    what: "429",
    fields: [{ name: "retry_after", label: "Retry-After (s)", as: "number", value: "30" }],
  },
  unauthorized: { what: "401 unauthorized" },
  forbidden: { what: "401 forbidden" },
  unreadable_unauthorized: { what: "401, unreadable body" },
  not_found: { what: "404 not_found" },
  invalid_request: { what: "422 invalid_request" },
  state: {
    what: "ends in another state",
    fields: [
      { name: "state", label: "State", required: true, value: "failed", list: "states" },
      { name: "debited", label: "Debited", as: "boolean", options: [["", "by itself"], "true", "false"] },
      { name: "codes", label: "Makes a code all the same", as: "flag" },
    ],
  },
  codes_late: { what: "the codes are shown later", fields: [DELAY] },
  stale: {
    what: "a redemption is shown as it was before",
    fields: [{ name: "older_by_ms", label: "Older by (ms)", as: "number", required: true, value: "5000" }],
  },
  lag: {
    what: "list does not show what is new",
    fields: [
      { name: "newer_than_ms", label: "Newer than (ms)", as: "number", required: true, value: "60000" },
    ],
  },
  unfiltered: { what: "list ignores its filters" },
};

const FIELDS: readonly Field[] = [
  {
    name: "operation",
    label: "Operation",
    options: [["*", "any"], ...OPERATIONS],
    value: "redeem",
  },
  {
    name: "kind",
    label: "What happens",
    options: Object.entries(KINDS).map(([kind, { what }]) => [kind, `${kind}: ${what}`] as const),
  },
  {
    name: "times",
    label: "How often",
    as: "number",
    options: ["1", "2", "3", "5", "10", ["always", "always"]],
    value: "1",
  },
  { name: "skip", label: "After letting through", as: "number", value: "0" },
  { name: "match.order_id", label: "Only order id", hint: "The service's order id; empty: any" },
  { name: "match.redemption_id", label: "Only redemption id" },
  { name: "match.sku", label: "Only SKU" },
];

/** Shown for their kind only; the page's script disables the others. */
const kindFields = (): Html =>
  html`${Object.entries(KINDS).map(([kind, { fields = [] }]) =>
    fields.length === 0
      ? ""
      : html`<fieldset class="kind" data-kind="${kind}"><legend>${kind}</legend>${fields.map((each) =>
          field(`${ID}-${kind}`, each),
        )}</fieldset>`,
  )}`;

export function faultsSection(control: Control): Html {
  return html`<section aria-labelledby="faults"><h2 id="faults">Faults</h2>
<div data-live="faults">${waiting(control)}</div>
${form({ id: ID, path: "/control/faults", submit: "Set the fault", done: "The fault is set", fields: FIELDS, more: kindFields() })}
<datalist id="states">${STATES.map((state) => html`<option value="${state}"></option>`)}</datalist>
</section>`;
}

function waiting(control: Control): Html {
  const faults = control.faults();
  if (faults.length === 0) return html`<p class="note">None: the service works as it should.</p>`;
  return html`<ul class="rows">${faults.map(
    ({ id, operation, kind, times, skip, match, ...more }) => html`<li>
<p><strong>${operation === "*" ? "any operation" : operation}</strong> ${kind}</p>
<p class="meta">${[
      times === "always" ? "always" : `${times} more`,
      skip > 0 ? `after ${skip}` : "",
      ...Object.entries({ ...match, ...more }).map(([name, value]) => `${name} ${value}`),
    ]
      .filter((word) => word !== "")
      .join(" · ")}</p>
${action(`clear-${id}`, "Clear", { method: "DELETE", path: `/control/faults/${id}`, done: "The fault is cleared" })}</li>`,
  )}</ul>
<div class="buttons">${action("clear-all", "Clear all", { method: "DELETE", path: "/control/faults", done: "No faults are left" })}</div>`;
}
