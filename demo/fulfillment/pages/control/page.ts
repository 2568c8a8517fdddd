/**
 * The page with which a presenter or tester controls the service: it shows the control's data and sends its commands.
 */
import { html } from "hono/html";
import type { Control } from "../../control.ts";
import type { Html } from "../answer.ts";
import { layout, shortTime } from "../layout.ts";
import { PAGE_PATH } from "../paths.ts";
import { callsSection } from "./calls.ts";
import { clockSection } from "./clock.ts";
import { faultsSection } from "./faults.ts";
import { redemptionsSection } from "./redemptions.ts";
import { restartSection } from "./restart.ts";

export function controlPage(control: Control): Html {
  return layout(control, {
    title: "Control",
    path: PAGE_PATH,
    script: "control.js",
    body: html`${summary(control)}
<nav class="parts" aria-label="On this page">${PARTS.map(
      (part) => html`<a href="#${part.toLowerCase()}">${part}</a>`,
    )}</nav>
${clockSection(control)}
${faultsSection(control)}
${redemptionsSection(control)}
${callsSection(control)}
${restartSection()}`,
  });
}

/** The names of the sections. */
const PARTS = ["Clock", "Faults", "Redemptions", "Calls", "Restart"];

function summary(control: Control): Html {
  const { redemptions, codes, calls, faults } = control.counts();
  const facts = [
    ["Service time (UTC)", shortTime(control.now())],
    ["Redemptions", redemptions],
    ["Codes made", codes],
    ["Calls received", calls],
    ["Faults waiting", faults],
  ] as const;
  return html`<dl class="summary" data-live="summary">${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}
