/**
 * What the partner knows by itself: its own promotions with what was agreed about each, and whom it serves. A real one has
 * it from its contract and its customer database.
 */
import type { Delivery } from "../../shared/wire.ts";
import { PROMOTIONS } from "../fulfillment/app.ts";

export const PORTAL_SITE_ID = "portal";

/** Where the partner's customers find help. Neither the partner nor its help exists. */
export const SUPPORT_URL = "https://help.corvane.example/";

/** One promotion of the partner. */
export interface Agreement {
  readonly promotion_id: string;
  /** Whether a promotion mails its users, no route says; the partner had it set up. */
  readonly deliveries: readonly Delivery[];
  /** Whether its rewards come with a printable document, which can carry a message. */
  readonly has_document: boolean;
}

const agreement = (
  promotion: number,
  deliveries: readonly Delivery[],
  { has_document = true } = {},
): Agreement => ({ promotion_id: String(promotion), deliveries, has_document });

export const AGREEMENTS: readonly Agreement[] = [
  agreement(PROMOTIONS.main, ["redeem", "activate"]),
  agreement(PROMOTIONS.activating, ["activate"]),
  agreement(PROMOTIONS.notifying, ["notify"]),
  agreement(PROMOTIONS.notifyingFrench, ["notify"]),
  agreement(PROMOTIONS.balances, ["redeem"], { has_document: false }),
  agreement(PROMOTIONS.notStarted, ["redeem"], { has_document: false }),
];

export interface Customer {
  readonly name: string;
  readonly email: string;
}

/** Customers to choose from; any other can be typed. */
export const CUSTOMERS: readonly Customer[] = [
  { name: "Amara Diallo", email: "amara.diallo@customer.example" },
  { name: "Jonas Winterfeld", email: "jonas.winterfeld@customer.example" },
  { name: "Chiyo Nakagawa", email: "chiyo.nakagawa@customer.example" },
  { name: "Océane Lefèvre", email: "oceane.lefevre@customer.example" },
];

/** An order that somebody else at the desk has opened: the customer has still to choose. */
export interface Sample {
  /** Its number follows from this, and is the same after a restart. */
  readonly form_key: string;
  readonly customer: string;
  readonly promotion: number;
  readonly delivery: Delivery;
  readonly max_amount?: string;
}

/** What a visitor of the demo finds on the desk, one of each delivery. */
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
