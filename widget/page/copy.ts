/**
 * Copies a text, and reports success only if the copying succeeded. Otherwise the text is selected for the user to
 * copy. A link whose address is not written out gets the focus, because the browser's menu of the link copies it.
 */
import type { Usage } from "../../shared/usages.ts";
import { isShown } from "../state/selectors.ts";
import type { View } from "../views/view.ts";

export async function copy(view: View, press: Event, usage: Usage, value: string): Promise<void> {
  const button = press.currentTarget as Element;
  const item = button.closest("[part~=code]");
  try {
    await navigator.clipboard.writeText(value);
    view.send({ type: "copied", usage, outcome: "copied" });
  } catch {
    if (!isShown(view.state, usage)) view.send({ type: "reveal", usage });
    view.send({ type: "copied", usage, outcome: "selected" });
    await view.drawn();
    const text = item?.querySelector("[part~=code-value]");
    if (text) getSelection()?.selectAllChildren(text);
    else (button.getRootNode() as ParentNode).querySelector<HTMLElement>("[part~=link]")?.focus();
  }
}
