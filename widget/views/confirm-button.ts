/** The button that confirms for good, at the thumb together with what that means, so that it never covers the words. */
import { html, nothing, type TemplateResult } from "lit";
import type { TextKey } from "../texts/texts.ts";
import { helpView } from "./help.ts";
import { isDeliberate, type View } from "./view.ts";

/**
 * Where it is only just there it takes no press yet, and looks as it will.
 * @param words what confirming means
 * @param isReady whether it can be confirmed, as far as the order is concerned
 * @param other a button beside it
 */
export const confirmActions = (
  view: View,
  label: TextKey,
  words: readonly TextKey[],
  isReady: boolean,
  other: unknown,
): TemplateResult => html`
  <div class="foot">
    <div class="final" id="final">${words.map((each) => html`<p>${view.t(each)}</p>`)}</div>
    <div class="actions">
    <button part="confirm button primary" class="main ${isReady && view.state.isNew ? "soon" : ""}" type="button" aria-describedby="final" aria-disabled=${isReady && !view.state.isNew ? "false" : "true"} @click=${(press: MouseEvent) => isDeliberate(press) && view.send({ type: "confirm" })}>
      ${view.t(label)}
    </button>
    ${other}
    </div>
  </div>
  ${view.state.failure ? nothing : helpView(view)}
`;
