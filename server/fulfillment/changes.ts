/**
 * The operations of the service that change redemptions. They never throw: the result is an Outcome. Each is sent once;
 * server/redemption repeats calls.
 * Source: interface, Endpoints, request bodies and rules R1 to R9.
 */
import { CHANGE_TIMEOUT } from "../timing.ts";
import type { Caller, Leaving } from "./calls.ts";
import type { Outcome } from "./outcome.ts";
import {
  type PathSettings,
  redemptionPath,
  redemptionsPath,
  rewardRedemptionsPath,
  UnusableId,
} from "./paths.ts";
import type { ServiceClock } from "./service-clock.ts";
import { type Expected, PROMISED, understand } from "./understand.ts";

/** An order for one reward: the input of Book, Create and Create and redeem. R4: equal values are the same order. */
export interface OrderRequest {
  readonly promotionId: string;
  readonly sku: string;
  readonly orderId: string;
  /** Sent byte for byte as given. */
  readonly email: string;
  /** Whole units; for free-value rewards only. */
  readonly amount?: string;
  readonly customization?: {
    readonly pdf: { readonly message?: string; readonly sender_name?: string };
  };
}

export interface ActionRequest {
  readonly redemptionId: string;
  /** The order id that the answer must have; not sent. */
  readonly orderId: string;
}

export interface UserActionRequest extends ActionRequest {
  readonly email: string;
}

export interface Changes {
  /** Reserves a code where possible. Source: Book, R5. */
  book(request: OrderRequest, leaving?: Leaving): Promise<Outcome>;
  /** Makes a pending redemption; the service mails the user a link if the promotion says so. Source: Create a redemption. */
  create(request: OrderRequest, leaving?: Leaving): Promise<Outcome>;
  /**
   * Codes at once, also of a booked redemption with equal values; idempotent. Source: Create and redeem, R1 to R4.
   */
  createAndRedeem(request: OrderRequest, leaving?: Leaving): Promise<Outcome>;
  /** Turns a booked or pending redemption into codes; idempotent. Source: Redeem, R1, R2. */
  redeem(request: UserActionRequest, leaving?: Leaving): Promise<Outcome>;
  /** Turns a booked redemption into a link, behind which the code is made when the user opens it. Source: Activate, R6. */
  activate(request: UserActionRequest, leaving?: Leaving): Promise<Outcome>;
  /** Source: Cancel, R7. */
  cancel(request: ActionRequest, leaving?: Leaving): Promise<Outcome>;
  /** A redemption that cannot be refunded is answered unchanged: the state shows it. Source: Refund, R8. */
  refund(request: ActionRequest, leaving?: Leaving): Promise<Outcome>;
}

export interface ChangesOptions {
  readonly caller: Caller;
  readonly paths: PathSettings;
  readonly serviceClock: ServiceClock;
}

interface Sent {
  readonly path: string;
  readonly body?: unknown;
}

export function createChanges({ caller, paths, serviceClock }: ChangesOptions): Changes {
  /** Sends a call once and interprets the answer. */
  async function change(
    operation: string,
    sent: () => Sent,
    expected: Expected,
    leaving: Leaving | undefined,
  ): Promise<Outcome> {
    let call: Sent;
    try {
      call = sent();
    } catch (error) {
      // An id that fits no path counts as a 404: it names nothing, and nothing was sent.
      if (error instanceof UnusableId) return { kind: "refused", status: 404, error: "not_found" };
      throw error;
    }
    const answer = await caller.call({
      operation,
      method: "POST",
      ...call,
      timeoutMs: CHANGE_TIMEOUT,
      leaving,
    });
    const outcome = understand(answer, expected);
    if (outcome.kind === "answered") serviceClock.noteChange(outcome.redemption.changed_at);
    return outcome;
  }

  return {
    book(request, leaving) {
      const { promotionId, sku, orderId } = request;
      const path = () => `${rewardRedemptionsPath(promotionId, sku)}/book`;
      return change("book", () => ({ path: path(), body: orderBody(request) }), { orderId }, leaving);
    },

    create(request, leaving) {
      const { promotionId, sku, orderId } = request;
      const sent = (): Sent => {
        // Built in either form: a SKU that fits no path names no reward in a body either.
        const inPath = rewardRedemptionsPath(promotionId, sku);
        return paths.createForm === "reward_in_path"
          ? { path: inPath, body: orderBody(request) }
          : { path: redemptionsPath(promotionId), body: orderBody(request, sku) };
      };
      return change("create", sent, { orderId, promise: PROMISED.create }, leaving);
    },

    createAndRedeem(request, leaving) {
      const { promotionId, sku, orderId } = request;
      const end = paths.createAndRedeemForm === "actions" ? "/actions/redeem" : "/redeem";
      const sent = () => ({
        path: `${rewardRedemptionsPath(promotionId, sku)}${end}`,
        body: orderBody(request),
      });
      return change("create_and_redeem", sent, { orderId, promise: PROMISED.create_and_redeem }, leaving);
    },

    redeem({ redemptionId, orderId, email }, leaving) {
      const sent = () => ({ path: actionPath(redemptionId, "redeem"), body: userBody(email) });
      return change("redeem", sent, { redemptionId, orderId }, leaving);
    },

    activate({ redemptionId, orderId, email }, leaving) {
      const sent = () => ({ path: actionPath(redemptionId, "activate"), body: userBody(email) });
      return change("activate", sent, { redemptionId, orderId, promise: PROMISED.activate }, leaving);
    },

    cancel({ redemptionId, orderId }, leaving) {
      const sent = () => ({ path: actionPath(redemptionId, "cancel") });
      return change("cancel", sent, { redemptionId, orderId }, leaving);
    },

    refund({ redemptionId, orderId }, leaving) {
      const sent = () => ({ path: actionPath(redemptionId, "refund") });
      return change("refund", sent, { redemptionId, orderId }, leaving);
    },
  };
}

const actionPath = (redemptionId: string, action: "activate" | "redeem" | "cancel" | "refund"): string =>
  `${redemptionPath(redemptionId)}/actions/${action}`;

const userBody = (email: string) => ({ data: { user: { email } } });

/** @param sku if the reward is in the body, not in the path */
function orderBody({ orderId, email, amount, customization }: OrderRequest, sku?: string) {
  return {
    data: {
      order_id: orderId,
      user: { email },
      ...(sku !== undefined && { reward: { sku } }),
      ...(amount !== undefined && { value: { amount } }),
      ...(customization !== undefined && { customization }),
    },
  };
}
