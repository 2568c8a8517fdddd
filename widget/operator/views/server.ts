/** The server itself: its instances, its settings, and what `doctor` finds. */
import { html, nothing, type TemplateResult } from "lit";
import { ask } from "../api.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { Finding, KeyHolder } from "../wire.ts";
import { spanWords, timeWords } from "../words.ts";

const STANDS: Readonly<Record<Finding["is"], string>> = { ok: "Well", note: "To know", wrong: "Wrong" };

const MAY: Readonly<Record<KeyHolder["may"], string>> = {
  act: "sees everything, releases, refunds and cancels",
  read: "sees everything, and changes nothing",
  site: "a site: cancels and refunds its own orders",
};

export function serverView(page: RewardOperator): TemplateResult {
  const { inForce, findings } = page;
  const examine = (): void =>
    void page.act(async () => {
      ({ findings: page.findings } = await ask<{ findings: Finding[] }>("operator/doctor"));
      const wrong = page.findings.filter(({ is }) => is === "wrong").map(({ part }) => part);
      const notes = page.findings.filter(({ is }) => is === "note").length;
      if (wrong.length === 0) return `Nothing is wrong${notes > 0 ? `; ${notes} to know` : ""}.`;
      return { text: `Wrong: ${wrong.join(", ")}.`, isBad: true };
    });
  const download = (): void =>
    void page.act(async () => {
      const report = await ask<object>("operator/report");
      const link = document.createElement("a");
      const url = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)]));
      Object.assign(link, { href: url, download: "report.json" }).click();
      URL.revokeObjectURL(url);
      return "The report has no secret, no code, and no address of a person. Look at it before you send it.";
    });
  return html`
    <h1 class="plain" tabindex="-1">Server</h1>
    <h2>Instances</h2>
    <ul class="course">
      ${(page.situation?.instances ?? []).map(
        ({ name, version, since, seen }) => html`<li>
          <span>${name}</span>
          <span>
            ${version}, since ${timeWords(since)}
            <span class="quiet">heard of ${spanWords(Date.now() - Date.parse(seen))} ago</span>
          </span>
        </li>`,
      )}
    </ul>
    <h2>Who may do what</h2>
    <ul class="course">
      ${(inForce?.holders ?? []).map(
        ({ name, may, since }) => html`<li>
          <span>${name}</span>
          <span>${MAY[may]}${since ? html`<span class="quiet">, since ${timeWords(since)}</span>` : nothing}</span>
        </li>`,
      )}
    </ul>
    <h2>What doctor finds</h2>
    <p class="quiet">It tries the settings, the ledger, the service, each site’s addresses and this server’s own, now.</p>
    <p>
      <button type="button" class="main" aria-disabled=${page.busy} @click=${examine}>Examine</button>
      <button type="button" aria-disabled=${page.busy} @click=${download}>Download a report</button>
    </p>
    ${
      findings
        ? html`<ul class="course">
          ${findings.map(
            ({ is, part, says }) => html`<li>
              <span class=${is === "wrong" ? "wrong" : ""}>${STANDS[is]}: ${part}</span>
              <span>${says}</span>
            </li>`,
          )}
        </ul>`
        : nothing
    }
    <h2>Settings in force</h2>
    <dl class="card">
      ${(inForce?.settings ?? []).map(
        ({ name, value }) => html`<dt>${name}</dt>
          <dd class=${value === "none" ? "quiet" : ""}>${value}</dd>`,
      )}
    </dl>
  `;
}
