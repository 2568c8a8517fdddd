/**
 * Interprets the answer to a changing call: the only place that decides what an answer proves.
 * Source: integrity rules 2, 3 and 6; interface R1 to R4 and Errors.
 */
import type { Answer } from "./answer.ts";
import type { Outcome, Unexpected } from "./outcome.ts";
import { dataIn, type Redemption, readRedemption } from "./schemas.ts";

/** The ids that the answer must have. */
export interface Expected {
  /** Known for calls on a redemption; not for calls that make one. */
  readonly redemptionId?: string;
  readonly orderId: string;
  /** Default: only the ids are promised. */
  readonly promise?: Promised;
}

/** The interface's promise about the redemption in a success answer. */
export interface Promised {
  readonly state: string;
  readonly url?: true;
}

/**
 * The promises of operations. Refund has none: a redemption that cannot be refunded is answered unchanged, in any state (R8).
 * server/redemption judges the promises of Book and Redeem, state by state.
 * Source: interface, Operation details and R6.
 */
export const PROMISED = {
  create: { state: "pending" },
  create_and_redeem: { state: "redeemed" },
  activate: { state: "pending", url: true },
} as const satisfies Record<string, Promised>;

export function understand(answer: Answer, expected: Expected): Outcome {
  switch (answer.kind) {
    case "data": {
      const redemption = redemptionOf(answer.body);
      if (!redemption) return { kind: "unknown", cause: "garbled" };
      if (!isAbout(redemption, expected)) return { kind: "about_another" };
      const unexpected = expected.promise && unexpectedIn(redemption, expected.promise);
      return { kind: "answered", redemption, ...(unexpected && { unexpected }) };
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

/** The redemption in a success body; undefined if no readable one is there. */
export function redemptionOf(body: unknown): Redemption | undefined {
  return readRedemption(dataIn(body));
}

/** An absent order id proves nothing against an answer: the interface promises `id` and `state` only for Redeem. */
function isAbout(redemption: Redemption, { redemptionId, orderId }: Expected): boolean {
  if (redemptionId !== undefined && redemption.id !== redemptionId) return false;
  return redemption.order_id === undefined || redemption.order_id === orderId;
}

function unexpectedIn({ state, url }: Redemption, promise: Promised): Unexpected | undefined {
  if (state !== promise.state) return "state";
  return promise.url && !url ? "no_url" : undefined;
}
