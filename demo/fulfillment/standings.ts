/** The data that the control shows: the billing record, mails, promotions, rewards. */
import { type MailText, mailText } from "./mail.ts";
import type { CodeItem } from "./resources.ts";
import type { Service } from "./service.ts";
import { inStock, type Mail, type RedemptionRecord } from "./store.ts";

/** One created code: the client is billed for it, whatever answer the caller got. */
export interface CodeRecord {
  readonly redemption_id: string;
  readonly order_id: string;
  readonly promotion_id: number;
  readonly sku: string;
  readonly email: string | undefined;
  readonly amount: number;
  readonly currency: string;
  readonly created_at: number;
  readonly state: string;
  readonly debited: boolean;
  readonly codes: readonly CodeItem[];
}

/** A sent mail. */
export type Message = Mail & MailText;

export interface PromotionStanding {
  readonly id: number;
  readonly name: string;
  readonly locale: string;
  readonly client_id: number;
  readonly status: string;
  readonly state: string;
  /** Milliseconds since 1970, like all times of the control. */
  readonly starts_at: number;
  readonly ends_at: number | null;
  readonly notifies: boolean;
  readonly allow_pdf: boolean;
  /** `testing` of its new redemptions; undefined: the service's setting. */
  readonly testing: boolean | undefined;
  readonly rewards: number;
}

export interface RewardStanding {
  readonly sku: string;
  readonly name: string;
  readonly in_stock: boolean;
  /** `null` means budget-managed. */
  readonly stock_quantity: number | null;
  readonly offers: readonly {
    readonly promotion_id: number;
    readonly status: string;
    readonly state: string;
  }[];
}

export interface Counts {
  readonly redemptions: number;
  readonly codes: number;
  readonly calls: number;
  readonly mails: number;
  readonly faults: number;
}

export function codeRecords(records: readonly RedemptionRecord[]): CodeRecord[] {
  return records.flatMap((record) =>
    record.codes
      ? {
          redemption_id: record.id,
          order_id: record.orderId,
          promotion_id: record.promotionId,
          sku: record.reward.sku,
          email: record.email,
          amount: record.amount,
          currency: record.reward.currency,
          created_at: record.codes.issuedAt,
          state: record.state,
          debited: record.debited,
          codes: record.codes.items,
        }
      : [],
  );
}

export function messages({ store, settings }: Service): Message[] {
  const site = settings.publicUrl();
  return store.outbox.flatMap((mail) => {
    const record = store.redemptions.get(mail.redemptionId);
    const promotion = record && store.promotions.get(record.promotionId);
    return promotion ? [{ ...mail, ...mailText(record, promotion, { url: mail.url, site }) }] : [];
  });
}

export function promotionStandings({ store }: Service): PromotionStanding[] {
  return [...store.promotions.values()].map((promotion) => ({
    id: promotion.id,
    name: promotion.name,
    locale: promotion.locale,
    client_id: promotion.client.id,
    status: promotion.status,
    state: promotion.state,
    starts_at: promotion.startsAt,
    ends_at: promotion.endsAt,
    notifies: promotion.notifies,
    allow_pdf: promotion.allowPdf,
    testing: promotion.testing,
    rewards: promotion.offers.length,
  }));
}

export function rewardStandings({ store }: Service): RewardStanding[] {
  const offers = new Map<string, RewardStanding["offers"][number][]>();
  for (const { id, offers: offered } of store.promotions.values()) {
    for (const { sku, status, state } of offered) {
      offers.set(sku, [...(offers.get(sku) ?? []), { promotion_id: id, status, state }]);
    }
  }
  return [...store.stock].map(([sku, stock]) => ({
    sku,
    name: store.catalog.get(sku)?.name ?? sku,
    in_stock: inStock(stock),
    stock_quantity: stock.quantity,
    offers: offers.get(sku) ?? [],
  }));
}
