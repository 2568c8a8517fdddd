/** Asks the service about an attempt: by redemption id, or, if that is unknown, by order id. */
import { UpstreamError } from "../fulfillment/client.ts";
import type { Observation } from "./absorb.ts";
import { attemptOf, type Order } from "./model.ts";
import type { Action, Moment } from "./next.ts";
import { type OwnershipOptions, sight } from "./ownership.ts";

export type Question = Extract<Action, { do: "list" | "read" }>;

/** The service's answer, with the revision under which it was asked for. Never rejects. */
export async function observe(
  order: Order,
  question: Question,
  options: OwnershipOptions & Pick<Moment, "now" | "isGateOpen">,
): Promise<Observation> {
  const { fulfillment, isGateOpen, now } = options;
  const attempt = attemptOf(order, question.n);
  const asOf = attempt?.evidence.revision;
  try {
    if (question.do === "read") {
      const redemption = await fulfillment.readRedemption(question.redemptionId);
      return { kind: "read", redemption, askedAt: now, isGateOpen, asOf };
    }
    const orderId = attempt?.upstream_order_id ?? "";
    const promotionId = order.pins.promotion_id;
    const listed = await fulfillment.findRedemptions({ promotionId, orderId });
    const found = await sight(order, listed, options);
    return { kind: "listed", found, askedAt: now, isGateOpen, asOf };
  } catch (error) {
    const isMissing = error instanceof UpstreamError && error.code === "not_found";
    return isMissing && question.do === "read" ? { kind: "missing", asOf } : { kind: "unreadable" };
  }
}

/** The observation with another `askedAt`, service time, epoch ms: the service clock may have been corrected since the question. */
export const askedAs = (observation: Observation, askedAt: number): Observation =>
  observation.kind === "listed" || observation.kind === "read" ? { ...observation, askedAt } : observation;
