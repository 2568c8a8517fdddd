/** Copying: said to have happened only when it did. Otherwise the text is selected for the person to copy. */
import { displayOf, type Usage } from "../shared/usages.ts";
import type { View } from "./views/view.ts";

export async function copy(view: View, press: Event, usage: Usage, value: string): Promise<void> {
  const item = (press.currentTarget as Element).closest("[part=code]");
  try {
    await navigator.clipboard.writeText(value);
    view.send({ type: "copied", usage, outcome: "copied" });
  } catch {
    if (displayOf(usage) === "secret") view.send({ type: "reveal", usage });
    view.send({ type: "copied", usage, outcome: "selected" });
    await view.drawn();
    const text = item?.querySelector("[part=code-value]");
    if (text) getSelection()?.selectAllChildren(text);
  }
}
