/**
 * The partner's own data: its promotions with the agreement about each, and its customers. A real partner has them from
 * its contract and its customer database.
 */
import type { Delivery } from "../../shared/wire.ts";
import { PROMOTIONS } from "../fulfillment/app.ts";

export const PORTAL_SITE_ID = "portal";

/** One promotion of the partner. */
export interface Agreement {
  readonly promotion_id: string;
  /** No route tells whether a promotion mails its users; the partner had it set up. */
  readonly deliveries: readonly Delivery[];
  /** Whether its rewards have a printable document, which can contain a message. */
  readonly has_document: boolean;
  /** ISO 4217: the currency of its rewards, which the partner knows before a redemption tells it. */
  readonly currency: string;
}

const agreement = (
  promotion: number,
  deliveries: readonly Delivery[],
  { has_document = true, currency = "USD" } = {},
): Agreement => ({ promotion_id: String(promotion), deliveries, has_document, currency });

export const AGREEMENTS: readonly Agreement[] = [
  agreement(PROMOTIONS.main, ["redeem", "activate"]),
  agreement(PROMOTIONS.activating, ["activate"]),
  agreement(PROMOTIONS.notifying, ["notify"]),
  agreement(PROMOTIONS.notifyingFrench, ["notify"], { currency: "EUR" }),
  agreement(PROMOTIONS.balances, ["redeem"], { has_document: false }),
  agreement(PROMOTIONS.notStarted, ["redeem"], { has_document: false }),
];

export const currencyOf = (promotionId: string): string | undefined =>
  AGREEMENTS.find(({ promotion_id }) => promotion_id === promotionId)?.currency;

export interface Customer {
  readonly name: string;
  readonly email: string;
}

/** Customers to choose from; any other address can be typed. */
export const CUSTOMERS: readonly Customer[] = [
  { name: "Amara Diallo", email: "amara.diallo@customer.example" },
  { name: "Jonas Winterfeld", email: "jonas.winterfeld@customer.example" },
  { name: "Chiyo Nakagawa", email: "chiyo.nakagawa@customer.example" },
  { name: "Océane Lefèvre", email: "oceane.lefevre@customer.example" },
];

/** An order that a colleague has opened: the customer has still to choose. */
export interface Sample {
  /** Determines the order's number, which is the same after a restart. */
  readonly form_key: string;
  readonly customer: string;
  readonly promotion: number;
  readonly delivery: Delivery;
  readonly max_amount?: string;
}

/** The orders that a visitor of the demo finds, one for each delivery. */
export const SAMPLES: readonly Sample[] = [
  {
    form_key: "sample-shown",
    customer: "amara.diallo@customer.example",
    promotion: PROMOTIONS.main,
    delivery: "redeem",
    max_amount: "50",
  },
  {
    form_key: "sample-link",
    customer: "chiyo.nakagawa@customer.example",
    promotion: PROMOTIONS.activating,
    delivery: "activate",
  },
  {
    form_key: "sample-mailed",
    customer: "oceane.lefevre@customer.example",
    promotion: PROMOTIONS.notifyingFrench,
    delivery: "notify",
  },
];
