/** The data for the page: only the members that it shows. Pure. */
import { type Action, actionsFor } from "./actions.ts";
import type { PortalOrder } from "./orders.ts";
import type { Agreement, Customer } from "./site.ts";
import type { Order, Promotion, Redemption } from "./token-server.ts";

interface Money {
  readonly amount: number;
  readonly currency?: string;
}

export interface RedemptionView {
  readonly order_id: string;
  readonly attempt: number;
  readonly state: string;
  readonly testing: boolean;
  readonly promotion_id: string;
  readonly sku?: string;
  readonly value?: Money;
  readonly updated?: string;
  readonly redeemed?: string;
  readonly refunded?: string;
  /** Unknown for orders of an earlier start. */
  readonly customer?: Customer;
}

export function viewRedemption(redemption: Redemption, kept: PortalOrder | undefined): RedemptionView {
  return {
    order_id: redemption.order_id,
    attempt: redemption.attempt,
    state: redemption.state,
    testing: redemption.testing,
    promotion_id: redemption.promotion.id,
    sku: redemption.reward.sku,
    value: redemption.value,
    updated: redemption.updated_datetime,
    redeemed: redemption.redeemed_datetime ?? undefined,
    refunded: redemption.refunded_datetime ?? undefined,
    customer: kept?.customer,
  };
}

/** An order without a redemption. */
export interface WaitingView {
  readonly order_id: string;
  readonly customer: Customer;
  readonly promotion_id: string;
  readonly made: string;
}

export const viewWaiting = ({ order_id, customer, values, made_at }: PortalOrder): WaitingView => ({
  order_id,
  customer,
  promotion_id: values.promotion_id,
  made: new Date(made_at).toISOString(),
});

export interface OrderView {
  readonly order_id: string;
  readonly state: string;
  readonly delivery: string;
  readonly testing: boolean;
  readonly promotion: { readonly id: string; readonly name?: string };
  readonly sku?: string;
  readonly reward_name?: string;
  readonly value?: Money;
  /** The chosen amount in whole units, until the service gives a value. */
  readonly amount?: string;
  readonly hold_expires_at?: string;
  /** The redemption's id, which the service's support asks for. */
  readonly reference?: string;
  readonly customer?: Customer;
  readonly message?: string;
  readonly sender_name?: string;
  readonly actions: readonly Action[];
  /** Oldest first; null: the history could not be read. */
  readonly history: readonly RedemptionView[] | null;
}

export function viewOrder(
  order: Order,
  history: readonly Redemption[] | null,
  kept: PortalOrder | undefined,
): OrderView {
  const { message, sender_name } = kept?.values.customization?.pdf ?? {};
  return {
    order_id: order.order_id,
    state: order.state,
    delivery: order.delivery,
    testing: order.testing ?? false,
    promotion: order.promotion,
    sku: order.sku,
    reward_name: order.reward_name,
    value: order.value,
    amount: order.amount,
    hold_expires_at: order.hold_expires_at,
    reference: order.reference,
    customer: kept?.customer,
    message,
    sender_name,
    actions: actionsFor(order.state, {
      isKept: kept !== undefined,
      mayBePaid: history?.some(({ redeemed_datetime }) => redeemed_datetime != null) ?? true,
    }),
    history: history?.map((each) => viewRedemption(each, undefined)) ?? null,
  };
}

export interface PromotionView {
  readonly id: string;
  readonly name: string;
  readonly available: boolean;
  readonly deliveries: readonly string[];
  readonly has_document: boolean;
  readonly rewards: readonly Promotion["rewards"][number][];
}

export function viewPromotion(promotion: Promotion, agreed: Agreement): PromotionView {
  return {
    id: promotion.id,
    name: promotion.name ?? promotion.id,
    available: promotion.available,
    deliveries: agreed.deliveries,
    has_document: agreed.has_document,
    rewards: promotion.rewards,
  };
}
