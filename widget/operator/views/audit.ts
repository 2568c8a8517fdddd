/** Who did what. */
import { html, nothing, type TemplateResult } from "lit";
import { addressOf, ask, queryOf } from "../api.ts";
import type { RewardOperator } from "../reward-operator.ts";
import type { AuditEntry } from "../wire.ts";
import { timeWords, whatWords } from "../words.ts";

/** As many as one answer has. */
const PAGE = 100;
/** As many as a file has. */
const NEWEST = { format: "csv", per_page: "1000" };

export function auditView(page: RewardOperator): TemplateResult {
  const { audit = [] } = page;
  const filter = (form: HTMLFormElement | null, more: Readonly<Record<string, string>> = {}): string => {
    const asked = new FormData(form ?? undefined);
    const [site, order_id, who] = ["site", "order_id", "who"].map((name) =>
      String(asked.get(name) ?? "").trim(),
    );
    return queryOf({ site: site ?? "", order_id: order_id ?? "", who: who ?? "", ...more });
  };
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    void page.act(async () => {
      page.audit = await ask<AuditEntry[]>(`v1/audit${filter(form)}`);
      return page.audit.length === 0 ? "Nothing of it is on record." : undefined;
    });
  };
  const older = (event: Event): void => {
    const form = (event.target as HTMLElement).closest("main")?.querySelector("form") ?? null;
    void page.act(async () => {
      const more = await ask<AuditEntry[]>(`v1/audit${filter(form, { after: audit.at(-1)?.id ?? "" })}`);
      page.audit = [...audit, ...more];
      return more.length === 0 ? "That was all." : undefined;
    });
  };
  /** Of what the form says when it is pressed. */
  const asFile = (event: Event): void => {
    const link = event.currentTarget as HTMLAnchorElement;
    link.href = addressOf(`v1/audit${filter(link.closest("form"), NEWEST)}`);
  };
  return html`
    <h1 class="plain" tabindex="-1">Who did what</h1>
    <form class="card" role="search" @submit=${send}>
      <label>Site <input name="site" maxlength="24" autocomplete="off" /></label>
      <label>Order <input name="order_id" maxlength="80" autocomplete="off" /></label>
      <label>Key or site <input name="who" maxlength="64" autocomplete="off" /></label>
      <button class="main" aria-disabled=${page.busy}>Show</button>
      <a href=${addressOf(`v1/audit${queryOf(NEWEST)}`)} download="audit.csv" @click=${asFile}
        >The newest thousand of these as a file</a
      >
    </form>
    <ol class="course">
      ${audit.map(entryOf)}
    </ol>
    ${
      audit.length > 0 && audit.length % PAGE === 0
        ? html`<p><button type="button" aria-disabled=${page.busy} @click=${older}>Older ones</button></p>`
        : nothing
    }
  `;
}

const entryOf = ({
  time,
  who,
  actor,
  what,
  reason,
  site,
  order_id,
  grant_id,
}: AuditEntry): TemplateResult => {
  const by = [who ?? "Nobody that is known", actor].filter(Boolean).join(", ");
  const about = order_id ?? grant_id;
  return html`<li>
    <time datetime=${time}>${timeWords(time)}</time>
    <span>
      <bdi>${by}</bdi>: <b>${whatWords(what)}</b>
      ${
        site && order_id
          ? html`of <a href="#/orders/${site}/${encodeURIComponent(order_id)}">${order_id}</a> of ${site}`
          : (about ?? (site ? `, site ${site}` : ""))
      }${reason ? html`: <bdi>${reason}</bdi>` : ""}
    </span>
  </li>`;
};
