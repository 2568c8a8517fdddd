/** The button that confirms for good, at the thumb together with what that means, so that it never covers the words. */
import { html, nothing, type TemplateResult } from "lit";
import { isSending } from "../state/selectors.ts";
import type { TextKey } from "../texts/texts.ts";
import { helpView } from "./help.ts";
import { isDeliberate, type View } from "./view.ts";

/**
 * Where it is only just there it takes no press yet, and looks as it will. Once it was pressed it is busy, until there is an
 * answer or something to tell about waiting for one.
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
): TemplateResult => {
  const isBusy = isSending(view.state.task);
  const isOpen = isReady && !isBusy;
  const { isNew } = view.state;
  return html`
  <div class="foot">
    <div class="final" id="final">${words.map((each) => html`<p>${view.t(each)}</p>`)}</div>
    <div class="actions">
    <button part="confirm button primary" class="main ${isBusy ? "busy" : isReady && isNew ? "soon" : ""}" type="button" aria-describedby="final" aria-busy=${isBusy ? "true" : nothing} aria-disabled=${isOpen && !isNew ? "false" : "true"} @click=${(press: MouseEvent) => isDeliberate(press) && view.send({ type: "confirm" })}>
      ${view.t(isBusy ? "preparing" : label)}
    </button>
    ${other}
    </div>
  </div>
  ${view.state.failure ? nothing : helpView(view)}
`;
};
