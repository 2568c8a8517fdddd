/** What is about to be confirmed: the reward and its worth, and the button that confirms it for good. */
import { html, nothing, type TemplateResult } from "lit";
import { rewardOf } from "../selectors.ts";
import type { TextKey } from "../texts/texts.ts";
import { pictureView } from "./picture.ts";
import { isByPointer, isDeliberate, type View } from "./view.ts";

export interface Summary {
  readonly sku: string | undefined;
  /** The reward's name, where the order knows it. */
  readonly name: string | undefined;
  /** Its worth as it is written, as far as it is known. */
  readonly value: string | undefined;
}

/** @param more another row of the list */
export function summaryView(
  view: View,
  { sku, name, value }: Summary,
  more: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const { state, t } = view;
  const reward = rewardOf(state, sku);
  return html`
    <div part="summary" class="summary">
      ${reward ? pictureView(reward) : state.task ? html`<span part="card" class="picture skeleton"></span>` : nothing}
      <dl>
        <div><dt>${t("reward")}</dt><dd lang=${view.serviceLang} dir="auto">${name ?? reward?.name ?? sku}</dd></div>
        ${value ? html`<div><dt>${t("amount")}</dt><dd>${value}</dd></div>` : nothing}
        ${more}
      </dl>
    </div>
  `;
}

/** Described by the sentence with the id `final`. */
export const confirmButton = (view: View, label: TextKey, isReady: boolean): TemplateResult => html`
  <button part="confirm button primary" class="main" type="button" aria-describedby="final" aria-disabled=${isReady ? "false" : "true"} @click=${(press: MouseEvent) => isDeliberate(press) && view.send({ type: "confirm", byPointer: isByPointer(press) })}>
    ${view.t(label)}
  </button>
`;
