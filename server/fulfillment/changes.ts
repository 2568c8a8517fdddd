/**
 * The operations of the service that change redemptions. They never throw: the result is an Outcome. Each is sent once;
 * server/redemption repeats calls.
 * Source: docs/proof/interface.md, "Operations", whose names the members below cite, and R1 to R9.
 */
import { CHANGE_TIMEOUT } from "../timing.ts";
import type { Caller, Leaving } from "./calls.ts";
import { type Expected, type Outcome, understand } from "./outcome.ts";
import { type PathSettings, redemptionPath, redemptionsPath, rewardRedemptionsPath } from "./paths.ts";

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
   * Codes at once, also of a booked redemption with equal values; idempotent. The server redeems a hold by its id, and never calls
   * this. Source: Create and redeem, R1 to R4.
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

export function createChanges(caller: Caller, paths: PathSettings): Changes {
  const change = async (
    operation: string,
    sent: { readonly path: () => string; readonly body?: unknown },
    expected: Expected,
    leaving: Leaving | undefined,
  ): Promise<Outcome> => {
    const call = { operation, method: "POST", ...sent, timeoutMs: CHANGE_TIMEOUT, leaving } as const;
    return understand(await caller.call(call), expected);
  };
  /** An order whose reward is in the path, which ends with `end`. */
  const order = (operation: string, end: string, request: OrderRequest, leaving?: Leaving) => {
    const path = () => `${rewardRedemptionsPath(request.promotionId, request.sku)}${end}`;
    return change(operation, { path, body: orderBody(request) }, { orderId: request.orderId }, leaving);
  };
  const act = (operation: string, request: ActionRequest, leaving?: Leaving, body?: unknown) => {
    const { redemptionId, orderId } = request;
    const path = () => `${redemptionPath(redemptionId)}/actions/${operation}`;
    return change(operation, { path, body }, { redemptionId, orderId }, leaving);
  };

  return {
    book: (request, leaving) => order("book", "/book", request, leaving),
    create(request, leaving) {
      if (paths.createForm === "reward_in_path") return order("create", "", request, leaving);
      const path = () => redemptionsPath(request.promotionId);
      const body = orderBody(request, request.sku);
      return change("create", { path, body }, { orderId: request.orderId }, leaving);
    },
    createAndRedeem: (request, leaving) => order("create_and_redeem", "/redeem", request, leaving),
    redeem: (request, leaving) => act("redeem", request, leaving, userBody(request)),
    activate: (request, leaving) => act("activate", request, leaving, userBody(request)),
    cancel: (request, leaving) => act("cancel", request, leaving),
    refund: (request, leaving) => act("refund", request, leaving),
  };
}

const userBody = ({ email }: UserActionRequest) => ({ data: { user: { email } } });

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
