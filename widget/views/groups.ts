/** The session's groups as chips above the cards. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import { groupsOf } from "../catalog/groups.ts";
import type { View } from "./view.ts";

/** One chip a group of the session, and one for all. */
export function groupsView(
  { state, t, send }: View,
  catalog: readonly Reward[],
): TemplateResult | typeof nothing {
  const groups = groupsOf(catalog, state.order);
  if (groups.length < 2) return nothing;
  const chip = (label: string, name?: string) =>
    html`<button part="group button" class="chip" type="button" dir="auto" aria-pressed=${name === state.search.group} @click=${() => send({ type: "group", name })}>${label}</button>`;
  return html`<div class="chips" role="group" aria-label=${t("pick_title")}>${chip(t("all"))}${groups.map(({ name = "" }) => chip(name, name))}</div>`;
}
