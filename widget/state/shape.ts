/** The main action of a reward, derived from the shape of its codes. All other actions are secondary. */
import { type Codes, displayOf } from "../../shared/usages.ts";

/** `till`: shown in a shop. `open`: a link to follow. `copy`: typed or pasted somewhere online. */
export type MainAction = "till" | "open" | "copy";

/** A card's number as a cashier types it: digits, perhaps in groups. */
const CARD_NUMBER = /^\d(?:[ -]?\d){11,}$/;

export function mainActionOf({ items, barcode }: Codes): MainAction {
  if (items.some(({ usage }) => displayOf(usage) === "link")) return "open";
  const [first, second] = items;
  // A number with a PIN and no barcode is also a card's.
  return barcode || (first && second && CARD_NUMBER.test(first.value)) ? "till" : "copy";
}
