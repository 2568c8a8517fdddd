/**
 * The operations of the service that change redemptions. They never throw: the result is an Outcome. Each is sent once;
 * server/redemption repeats calls.
 * Source: interface, Endpoints, request bodies and rules R1 to R9.
 */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { CHANGE_TIMEOUT, READ_TIMEOUT } from "../timing.ts";
import type { Answer } from "./answer.ts";
import type { Caller, Leaving } from "./calls.ts";
import { TwoForms } from "./order-forms.ts";
import type { Outcome } from "./outcome.ts";
import {
  type CreateAndRedeemForm,
  type CreateForm,
  type PathSettings,
  promotionPath,
  redemptionPath,
  redemptionsPath,
  rewardRedemptionsPath,
  UnusableId,
} from "./paths.ts";
import type { ResourceReader } from "./resource-reader.ts";
import { readPromotion } from "./schemas.ts";
import type { ServiceClock } from "./service-clock.ts";
import { type Expected, PROMISED, understand } from "./understand.ts";
import { closedBecause, unusableBecause } from "./usable.ts";

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
  /**
   * Makes a pending redemption; the service mails the user a link if the promotion says so. Either form of the path, see
   * order-forms.ts. Source: Create a redemption.
   */
  create(request: OrderRequest, leaving?: Leaving): Promise<Outcome>;
  /**
   * Codes at once, also of a booked redemption with equal values; idempotent. Either form of its path. Source: Create
   * and redeem, R1 to R4.
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
  readonly reader: ResourceReader;
  readonly paths: PathSettings;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly log: Log;
}

interface Sent {
  readonly path: string;
  readonly body?: unknown;
}

export function createChanges({ caller, reader, paths, clock, serviceClock, log }: ChangesOptions): Changes {
  const onOther = (operation: string) => (form: string) =>
    log.warn("the service takes the other form of a path: the setting can name it", {
      operation,
      reason: form,
    });
  const createForms = new TwoForms<CreateForm>({
    preferred: paths.createForm,
    other: paths.createForm === "reward_in_body" ? "reward_in_path" : "reward_in_body",
    onOther: onOther("create"),
  });
  const createAndRedeemForms = new TwoForms<CreateAndRedeemForm>({
    preferred: paths.createAndRedeemForm,
    other: paths.createAndRedeemForm === "plain" ? "actions" : "plain",
    onOther: onOther("create_and_redeem"),
  });

  const send = (operation: string, sent: Sent, timeoutMs: number, leaving?: Leaving) =>
    caller.call({ operation, method: "POST", ...sent, timeoutMs, leaving });

  const heard = (outcome: Outcome): Outcome => {
    if (outcome.kind === "answered") serviceClock.noteChange(outcome.redemption.changed_at);
    return outcome;
  };

  /** Sends a call once and interprets the answer. */
  function change(
    operation: string,
    sent: () => Sent,
    expected: Expected,
    leaving: Leaving | undefined,
  ): Promise<Outcome> {
    return orNotFound(async () =>
      heard(understand(await send(operation, sent(), CHANGE_TIMEOUT, leaving), expected)),
    );
  }

  /** The same for an operation with two forms; both calls and the read of the promotion share the deadline of one call. */
  function changeInForms<F extends string>(
    operation: keyof typeof PROMISED,
    forms: TwoForms<F>,
    sent: (form: F) => Sent,
    request: OrderRequest,
    leaving: Leaving | undefined,
  ): Promise<Outcome> {
    const deadline = clock.monotonic() + CHANGE_TIMEOUT;
    const left = () => deadline - clock.monotonic();
    let first: Answer | undefined;
    let isHeldBack = false;
    return orNotFound(async () => {
      const last = await forms.send(
        async (form) => {
          isHeldBack = first !== undefined && leaving?.again !== undefined && !(await leaving.again("form"));
          if (isHeldBack) return { kind: "not_sent" };
          const answer = await send(operation, sent(form), left(), leaving);
          first ??= answer;
          return answer;
        },
        () => isOffered(request, Math.min(READ_TIMEOUT, left())),
      );
      // The first call left, whatever happened to the second.
      const answer = isHeldBack && first ? first : last;
      return heard(understand(answer, { orderId: request.orderId, promise: PROMISED[operation] }));
    });
  }

  /** Whether the promotion is open and offers the reward; false also if that is unknown. */
  async function isOffered({ promotionId, sku }: OrderRequest, timeoutMs: number): Promise<boolean> {
    try {
      const path = () => promotionPath(promotionId);
      const promotion = await reader.get("get_promotion", path, readPromotion, timeoutMs);
      return (
        promotion.id === promotionId &&
        !closedBecause(promotion, serviceClock.now()) &&
        promotion.rewards.some((reward) => reward.sku === sku && !unusableBecause(reward))
      );
    } catch {
      return false;
    }
  }

  return {
    book(request, leaving) {
      const { promotionId, sku, orderId } = request;
      const path = () => `${rewardRedemptionsPath(promotionId, sku)}/book`;
      return change("book", () => ({ path: path(), body: orderBody(request) }), { orderId }, leaving);
    },

    create(request, leaving) {
      const sent = (form: CreateForm): Sent => {
        // Built for both forms: a SKU that fits no path names no reward in a body either.
        const inPath = rewardRedemptionsPath(request.promotionId, request.sku);
        switch (form) {
          case "reward_in_body":
            return { path: redemptionsPath(request.promotionId), body: orderBody(request, request.sku) };
          case "reward_in_path":
            return { path: inPath, body: orderBody(request) };
          default:
            return form satisfies never;
        }
      };
      return changeInForms("create", createForms, sent, request, leaving);
    },

    createAndRedeem(request, leaving) {
      const sent = (form: CreateAndRedeemForm): Sent => ({
        path: `${rewardRedemptionsPath(request.promotionId, request.sku)}${CREATE_AND_REDEEM_ENDS[form]}`,
        body: orderBody(request),
      });
      return changeInForms("create_and_redeem", createAndRedeemForms, sent, request, leaving);
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

const CREATE_AND_REDEEM_ENDS: Record<CreateAndRedeemForm, string> = {
  plain: "/redeem",
  actions: "/actions/redeem",
};

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

/** An id that fits no path counts as a 404: it names nothing, and nothing was sent. */
async function orNotFound(change: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof UnusableId) return { kind: "refused", status: 404, error: "not_found" };
    throw error;
  }
}
