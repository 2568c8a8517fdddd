/** The number of found rewards, visible and for screen readers. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import { findRewards } from "../catalog/search.ts";
import type { KnownOrder } from "../state/state.ts";
import type { View } from "./view.ts";

export function foundView(view: View): TemplateResult | typeof nothing {
  const words = foundText(view);
  if (!words) return nothing;
  const { catalog = [], search, order } = view.state;
  const isNone = countOf(catalog, search.query, order) === 0;
  return html`
    <p class="stock found">${words}</p>
    ${isNone ? html`<p class="small">${view.t("found_all")}</p><button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "search", query: "" })}>${view.t("back")}</button>` : nothing}
  `;
}

/** The same text for the announcement. */
export function foundText(view: View): string {
  const { state, t } = view;
  const { query } = state.search;
  if (!state.catalog?.length || query.trim() === "") return "";
  const count = countOf(state.catalog, query, state.order);
  return count === 0 ? t("found_none", { query }) : t("found", { count });
}

/** The found rewards. If there are none, all rewards, below a text that says so. */
export function rewardsToShow(
  catalog: readonly Reward[],
  query: string,
  order?: KnownOrder,
): readonly Reward[] {
  const found = findRewards(catalog, query, order);
  return found.length > 0 ? found : catalog;
}

interface Counted {
  readonly query: string;
  readonly count: number;
}

/** Cached per catalog: each key asks twice for the count, and a catalog may be long. */
const counted = new WeakMap<readonly Reward[], Counted>();

/** Counts rewards, not tiles: a brand's tile has a chip for each of its rewards. */
function countOf(catalog: readonly Reward[], query: string, order: KnownOrder | undefined): number {
  const known = counted.get(catalog);
  if (known?.query === query) return known.count;
  const { length: count } = findRewards(catalog, query, order);
  counted.set(catalog, { query, count });
  return count;
}
