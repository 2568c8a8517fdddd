/** Asks the page whether a pressed confirmation may be sent. Source: docs/element.md, "Before a confirmation". */
import type { BeforeConfirm, RewardEventDetail } from "../events.ts";
import type { Failure } from "../state/failure.ts";
import type { State } from "../state/state.ts";
import { tellOnce } from "./mistakes.ts";

/** What a press of `confirm` would be for now. */
export const confirmationOf = ({ order, screen }: State): string =>
  JSON.stringify([
    order?.order_id,
    order?.attempt,
    order?.sku,
    order?.amount,
    screen.name === "confirming" && screen.choice,
  ]);

/** Whether the page is being asked about what stands on the screen. */
export const isAsking = (state: State): boolean => state.asking?.about === confirmationOf(state);

const FAILED: Failure = { code: "unreadable" };

/** Whether it may be sent; a failure if the page's function did not say so. Only true lets a confirmation go on. */
export async function mayConfirm(
  beforeConfirm: BeforeConfirm,
  detail: RewardEventDetail,
): Promise<boolean | Failure> {
  try {
    const answer: unknown = await beforeConfirm(detail);
    if (typeof answer === "boolean") return answer;
    tellOnce(
      "beforeConfirm has to give true or false, or a promise of it. Nothing was confirmed.",
      undefined,
    );
  } catch (error) {
    tellOnce("beforeConfirm failed, and nothing was confirmed; what it threw follows.", error);
  }
  return FAILED;
}
