/** Asks the page whether a pressed confirmation may be sent. Source: docs/element/events.md, "Before a confirmation". */
import type { Choice } from "../../shared/wire.ts";
import type { BeforeConfirm, RewardEventDetail } from "../events.ts";
import type { RedemptionController } from "../redemption-controller.ts";
import type { Failure } from "../state/failure.ts";
import { worthOf } from "../state/news.ts";
import type { State } from "../state/state.ts";
import { tellOnce } from "./mistakes.ts";

/** What a press of `confirm` would be for now. */
const confirmationOf = ({ order, screen }: State): string =>
  JSON.stringify([
    order?.order_id,
    order?.attempt,
    order?.sku,
    order?.amount,
    screen.name === "confirming" && screen.choice,
  ]);

/** Whether the page is being asked about what stands on the screen. */
export const isAsking = (state: State): boolean => state.asking?.about === confirmationOf(state);

/** Nothing is booked: the choice is all that is known. */
const choiceDetail = ({ sku, amount }: Choice): RewardEventDetail => ({
  sku,
  ...(amount !== undefined && { amount }),
});

const FAILED: Failure = { code: "unreadable" };

/** The part of the controller that is needed here. */
type Asking = Pick<RedemptionController, "state" | "send" | "detail">;

/** Sends the confirmation if the page allows it, and what was pressed still stands on the screen. */
export async function askFirst(redemption: Asking, beforeConfirm: BeforeConfirm): Promise<void> {
  const { state } = redemption;
  const about = confirmationOf(state);
  if (state.asking?.about === about) return;
  const asking = { about };
  redemption.send({ type: "asking", asking });
  const { screen } = redemption.state;
  const detail = redemption.detail(
    screen.name === "confirming" ? choiceDetail(screen.choice) : worthOf(state),
  );
  const answer = await mayConfirm(beforeConfirm, detail);
  if (redemption.state.asking !== asking) return;
  // Another tab, or another session, may have changed what stands on the screen: the press was not for that.
  const isMeant = confirmationOf(redemption.state) === about;
  const failure = isMeant && typeof answer === "object" ? answer : undefined;
  redemption.send({ type: "asking", failure });
  if (isMeant && answer === true) redemption.send({ type: "confirm" });
}

/** Whether it may be sent; a failure if the page's function did not say so. Only true lets a confirmation go on. */
async function mayConfirm(
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
