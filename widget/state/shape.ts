/** What a person does with a reward, read off the shape of its codes: there is one main action, and the rest is at hand. */
import { type Codes, displayOf } from "../../shared/usages.ts";

/** `till`: shown in a shop. `open`: a link to follow. `copy`: typed or pasted somewhere online. */
export type MainAction = "till" | "open" | "copy";

/** A card's number, as a cashier types it: digits, perhaps in groups. */
const CARD_NUMBER = /^\d(?:[ -]?\d){11,}$/;

export function mainActionOf({ items, barcode }: Codes): MainAction {
  if (items.some(({ usage }) => displayOf(usage) === "link")) return "open";
  const [first, second] = items;
  // A number with a PIN and no barcode is a card's all the same.
  return barcode || (first && second && CARD_NUMBER.test(first.value)) ? "till" : "copy";
}
