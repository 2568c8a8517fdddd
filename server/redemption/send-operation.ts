/** Sends an operation of an attempt as one call. The parameters come only from the row (integrity I3). */
import type { Leaving } from "../fulfillment/calls.ts";
import type { OrderRequest } from "../fulfillment/changes.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import type { Outcome } from "../fulfillment/outcome.ts";
import type { Attempt, Operation, Order } from "./model.ts";

export async function sendOperation(
  fulfillment: Fulfillment,
  { pins }: Order,
  attempt: Attempt,
  operation: Operation,
  leaving: Leaving,
): Promise<Outcome> {
  const orderId = attempt.upstream_order_id;
  const redemptionId = attempt.redemption_id ?? "";
  const { email } = pins;
  // A session restores a forgotten address before a confirmation; this check only prevents a call without an address.
  if (email === null && operation !== "cancel" && operation !== "refund") return { kind: "not_sent" };
  const request: OrderRequest = {
    promotionId: pins.promotion_id,
    sku: attempt.sku,
    orderId,
    email: email ?? "",
    ...(attempt.amount !== null && { amount: attempt.amount }),
    ...(pins.customization && { customization: pins.customization }),
  };
  switch (operation) {
    case "book":
      return fulfillment.book(request, leaving);
    case "create":
      return fulfillment.create(request, leaving);
    case "redeem":
      return fulfillment.redeem({ redemptionId, orderId, email: email ?? "" }, leaving);
    case "activate":
      return fulfillment.activate({ redemptionId, orderId, email: email ?? "" }, leaving);
    case "cancel":
      return fulfillment.cancel({ redemptionId, orderId }, leaving);
    case "refund":
      return fulfillment.refund({ redemptionId, orderId }, leaving);
    default:
      return operation satisfies never;
  }
}
