/** The button that confirms for good, at the thumb; described by the sentence with the id `final`. */
import { html, type TemplateResult } from "lit";
import type { TextKey } from "../texts/texts.ts";
import { isByPointer, isDeliberate, type View } from "./view.ts";

/** @param other a button beside it */
export const confirmActions = (
  view: View,
  label: TextKey,
  isReady: boolean,
  other: unknown,
): TemplateResult => html`
  <div class="actions foot">
    <button part="confirm button primary" class="main" type="button" aria-describedby="final" aria-disabled=${isReady ? "false" : "true"} @click=${(press: MouseEvent) => isDeliberate(press) && view.send({ type: "confirm", byPointer: isByPointer(press) })}>
      ${view.t(label)}
    </button>
    ${other}
  </div>
`;
