/** Asks the page whether a pressed confirmation may be sent. Source: contract, `beforeConfirm`. */
import type { BeforeConfirm, RewardEventDetail } from "../events.ts";
import type { Failure } from "../state/failure.ts";
import { tellOnce } from "./mistakes.ts";

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
