/**
 * From the answer of a changing call to what it proves. The only place that knows.
 * Source: integrity rules 2, 3 and 6; interface R1 to R4 and Errors.
 */
import type { Answer } from "./answer.ts";
import type { Outcome } from "./outcome.ts";
import { dataEnvelope, type Redemption, readRedemption } from "./schemas.ts";

/** What the answer must be about. */
export interface Expected {
  /** Known for calls on a redemption; not yet for those that make one. */
  readonly redemptionId?: string;
  readonly orderId: string;
}

export function understand(answer: Answer, expected: Expected): Outcome {
  switch (answer.kind) {
    case "data": {
      const redemption = redemptionOf(answer.body);
      if (!redemption) return { kind: "unknown", cause: "garbled" };
      return isAbout(redemption, expected) ? { kind: "answered", redemption } : { kind: "foreign" };
    }
    case "refused":
      return answer;
    case "unclear":
      return { ...answer, kind: "unknown" };
    case "not_sent":
      return answer;
    default:
      return answer satisfies never;
  }
}

/** The redemption in a success body; undefined when there is none that can be read. */
export function redemptionOf(body: unknown): Redemption | undefined {
  return readRedemption(dataEnvelope.safeParse(body).data?.data);
}

/** An absent order id proves nothing against an answer: the interface promises `id` and `state` only for Redeem. */
function isAbout(redemption: Redemption, { redemptionId, orderId }: Expected): boolean {
  if (redemptionId !== undefined && redemption.id !== redemptionId) return false;
  return redemption.order_id === undefined || redemption.order_id === orderId;
}
