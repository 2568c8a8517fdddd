/** How many rewards there are of what is looked for, in sight and for those who do not see it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import { findRewards } from "../catalog/search.ts";
import type { View } from "./view.ts";

export function foundView(view: View): TemplateResult | typeof nothing {
  const words = foundText(view);
  if (!words) return nothing;
  const { catalog = [], search } = view.state;
  const isNone = countOf(catalog, search.query) === 0;
  return html`
    <p class="stock found">${words}</p>
    ${isNone ? html`<button part="back button secondary" class="plain" type="button" @click=${() => view.send({ type: "search", query: "" })}>${view.t("back")}</button>` : nothing}
  `;
}

/** The same, to be announced. */
export function foundText(view: View): string {
  const { state, t } = view;
  const { query } = state.search;
  if (!state.catalog?.length || query.trim() === "") return "";
  const count = countOf(state.catalog, query);
  return count === 0 ? t("found_none", { query }) : t("found", { count });
}

/** What was found; where that is nothing, all there is to choose from, below the words that say so. */
export function rewardsToShow(catalog: readonly Reward[], query: string): readonly Reward[] {
  const found = findRewards(catalog, query);
  return found.length > 0 ? found : catalog;
}

interface Counted {
  readonly query: string;
  readonly count: number;
}

/** What was counted last of each catalog: it is asked for twice at each key, and a catalog may be long. */
const counted = new WeakMap<readonly Reward[], Counted>();

/** Rewards, not tiles: the tile of a brand has a chip for each of its rewards. */
function countOf(catalog: readonly Reward[], query: string): number {
  const known = counted.get(catalog);
  if (known?.query === query) return known.count;
  const { length: count } = findRewards(catalog, query);
  counted.set(catalog, { query, count });
  return count;
}
