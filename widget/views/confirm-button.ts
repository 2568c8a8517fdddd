/**
 * The button that confirms for good, at the thumb. The words about the confirmation stand beside it, so that it never
 * covers them.
 */
import { html, nothing, type TemplateResult } from "lit";
import { isAsking } from "../page/before-confirm.ts";
import { isSending } from "../state/selectors.ts";
import type { TextKey } from "../texts/texts.ts";
import { helpView } from "./help.ts";
import { isDeliberate, type View } from "./view.ts";

/** What the confirmation means. */
interface Words {
  /** What holds until then. A failure's alert says this itself. */
  readonly before: TextKey;
  readonly final: TextKey;
}

/**
 * A button that just appeared takes no press yet, but looks as usual. After a press it is busy until there is an
 * answer, or a message about waiting.
 * @param isReady whether the order's state allows the confirmation
 * @param other a button beside it
 */
export const confirmActions = (
  view: View,
  label: TextKey,
  words: Words,
  isReady: boolean,
  other: unknown,
): TemplateResult => {
  const isBusy = isSending(view.state.task) || isAsking(view.state);
  const isOpen = isReady && !isBusy;
  const { isNew, failure } = view.state;
  return html`
  <div class="foot">
    <div class="final" id="final">${failure ? nothing : html`<p>${view.t(words.before)}</p>`}<p>${view.t(words.final)}</p></div>
    <div class="actions">
    <button part="confirm button primary" class="main ${isBusy ? "busy" : isReady && isNew ? "soon" : ""}" type="button" aria-describedby="final" aria-busy=${isBusy ? "true" : nothing} aria-disabled=${isOpen && !isNew ? "false" : "true"} @click=${(press: MouseEvent) => isDeliberate(press) && view.send({ type: "confirm" })}>
      ${view.t(isBusy ? "preparing" : label)}
    </button>
    ${other}
    </div>
  </div>
  ${failure ? nothing : helpView(view)}
`;
};
