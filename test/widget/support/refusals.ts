/** What follows when the server refuses a choice. */
import type { FailureCode } from "../../../widget/state/failure.ts";
import type { Screen, Task } from "../../../widget/state/state.ts";

export type Refusal = readonly [code: FailureCode, screen: Screen["name"], task: Task["do"] | undefined];

/** The refusals that lead to the same screen whether the choice was to be reserved or mailed. */
export const REFUSALS_OF_A_CHOICE: readonly Refusal[] = [
  ["out_of_stock", "open", "catalog"],
  ["reward_unavailable", "open", "catalog"],
  ["reward_not_found", "open", "catalog"],
  // A fixed-value reward is worth more than the session allows.
  ["amount_out_of_range", "open", "catalog"],
  ["order_finished", "loading", "order"],
  ["order_processing", "loading", "order"],
  ["delivery_mismatch", "loading", "order"],
];
