/** Moves the service's clock, so that holds lapse, promotions begin and end, months change. */
import { html } from "hono/html";
import { DAY, iso, MINUTE } from "../../clock.ts";
import type { Control } from "../../control.ts";
import type { Html } from "../answer.ts";
import { action, form } from "./form.ts";

const PATH = "/control/clock";

/** Steps just before and after the interface's limits: holds of 30 minutes, tokens, days. */
const STEPS = [
  ["1 minute", MINUTE],
  ["29 minutes", 29 * MINUTE],
  ["31 minutes", 31 * MINUTE],
  ["3 hours", 180 * MINUTE],
  ["1 day", DAY],
] as const;

/** The first moment of the next month: redemptions created before can no longer be refunded (docs/proof/interface.md, R8). */
function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

export function clockSection(control: Control): Html {
  const now = control.now();
  return html`<section aria-labelledby="clock"><h2 id="clock">Clock</h2>
<p>The service's own time, in UTC. What is due on the way happens, in its order. Going back brings nothing back.</p>
<div class="buttons">${STEPS.map(([name, ms]) =>
    action(`advance-${ms}`, `+ ${name}`, { path: PATH, body: { advance_ms: ms }, done: `${name} later` }),
  )}
<span data-live="month">${action("next-month", "To next month", {
    path: PATH,
    body: { now: nextMonth(now) },
    done: "It is the next month",
  })}</span></div>
${form({
  id: "clock-set",
  path: PATH,
  submit: "Set the time",
  done: "The time is set",
  fields: [
    {
      name: "now",
      label: "Time (UTC)",
      as: "moment",
      required: true,
      value: iso(now).slice(0, 19),
    },
  ],
})}
</section>`;
}
