/** How many rewards there are of what is looked for, in sight and for those who do not see it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Reward } from "../../shared/wire.ts";
import { findRewards } from "../search.ts";
import type { View } from "./view.ts";

export function foundView(view: View, found: readonly Reward[] | undefined): TemplateResult | typeof nothing {
  const words = wordsFor(view, found);
  return words ? html`<p class="stock found">${words}</p>` : nothing;
}

/** The same, to be announced. */
export const foundText = (view: View): string =>
  wordsFor(view, findRewards(view.state.catalog ?? [], view.state.search.query));

function wordsFor({ state, t }: View, found: readonly Reward[] | undefined): string {
  const { query } = state.search;
  const count = found?.length;
  if (!state.catalog || count === undefined || query.trim() === "") return "";
  return count === 0 ? t("found_none", { query }) : t("found", { count });
}
