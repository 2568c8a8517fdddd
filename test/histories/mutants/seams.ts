/**
 * The seams of planted mistakes: each module of which a mistake replaces an export, and the three interfaces through which
 * the redemption rules meet the rest of the world (the service's client, the ledger, the network).
 */

import type * as DeskModule from "../../../server/attention/desk.ts";
import type * as Auth from "../../../server/fulfillment/auth.ts";
import type * as Client from "../../../server/fulfillment/client.ts";
import type { Fulfillment, FulfillmentClientOptions } from "../../../server/fulfillment/client.ts";
import type { Outcome } from "../../../server/fulfillment/outcome.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import type * as TokenStoreModule from "../../../server/fulfillment/token-store.ts";
import type { Transport } from "../../../server/fulfillment/transport.ts";
import type * as Usable from "../../../server/fulfillment/usable.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import type * as LedgerProofModule from "../../../server/ledger-proof/ledger-proof.ts";
import type * as OrdersModule from "../../../server/orders/orders.ts";
import type * as ProductsModule from "../../../server/orders/products.ts";
import type * as View from "../../../server/orders/view.ts";
import type * as Absorb from "../../../server/redemption/absorb.ts";
import type * as AttentionRules from "../../../server/redemption/attention.ts";
import type * as Decide from "../../../server/redemption/decide.ts";
import type * as Evidence from "../../../server/redemption/evidence.ts";
import type * as HoldOrLink from "../../../server/redemption/hold-or-link.ts";
import type * as Next from "../../../server/redemption/next.ts";
import type * as Reconciler from "../../../server/redemption/reconciler.ts";
import type * as RecoveryLookup from "../../../server/redemption/recovery-lookup.ts";
import type * as RowTimesModule from "../../../server/redemption/row-times.ts";
import type * as RunnerModule from "../../../server/redemption/runner.ts";
import type * as Sends from "../../../server/redemption/sends.ts";
import type * as UpstreamOrderId from "../../../server/redemption/upstream-order-id.ts";
import type * as ServerModule from "../../../server/server.ts";
import type { ServerOptions } from "../../../server/server.ts";
import type * as Timing from "../../../server/timing.ts";
import type * as Usages from "../../../shared/usages.ts";
import type { Plant } from "../seams.ts";
import { seamsOf } from "./mutant.ts";

export const absorbing = seamsOf<typeof Absorb>();
export const attention = seamsOf<typeof AttentionRules>();
export const auth = seamsOf<typeof Auth>();
export const client = seamsOf<typeof Client>();
export const deciding = seamsOf<typeof Decide>();
export const holdOrLink = seamsOf<typeof HoldOrLink>();
export const desk = seamsOf<typeof DeskModule>();
export const evidence = seamsOf<typeof Evidence>();
export const ledgerProof = seamsOf<typeof LedgerProofModule>();
export const lookup = seamsOf<typeof RecoveryLookup>();
export const orders = seamsOf<typeof OrdersModule>();
export const products = seamsOf<typeof ProductsModule>();
export const reconciler = seamsOf<typeof Reconciler>();
export const rowTimes = seamsOf<typeof RowTimesModule>();
export const runner = seamsOf<typeof RunnerModule>();
export const sends = seamsOf<typeof Sends>();
export const server = seamsOf<typeof ServerModule>();
export const stepping = seamsOf<typeof Next>();
export const timing = seamsOf<typeof Timing>();
export const tokenStore = seamsOf<typeof TokenStoreModule>();
export const upstreamIds = seamsOf<typeof UpstreamOrderId>();
export const usable = seamsOf<typeof Usable>();
export const usages = seamsOf<typeof Usages>();
export const view = seamsOf<typeof View>();

/** Operations of the service's client, for one process of the server. */
export function atService(
  change: (service: Fulfillment, options: FulfillmentClientOptions) => Partial<Fulfillment>,
): Plant {
  return client.createFulfillmentClient((create) => (options) => {
    const service = create(options);
    return { ...service, ...change(service, options) };
  });
}

/** Methods of the ledger, for one process of the server. */
export function atLedger(change: (ledger: Ledger) => Partial<Ledger>): Plant {
  return server.createServer((create) => (options) => {
    const { ledger } = options;
    return create(ledger ? { ...options, ledger: overlaid(ledger, change(ledger)) } : options);
  });
}

/** The network of one process of the server. */
export function atNetwork(change: (transport: Transport, options: ServerOptions) => Transport): Plant {
  return server.createServer((create) => (options) => {
    const { transport } = options;
    return create(transport ? { ...options, transport: change(transport, options) } : options);
  });
}

function overlaid<T extends object>(below: T, above: Partial<T>): T {
  return new Proxy(below, {
    get: (_, name: keyof T & string) => above[name] ?? below[name],
  });
}

/** A made-up answer to a changing call. */
export function answeredAs(
  state: string,
  { redemptionId, orderId }: { readonly redemptionId: string; readonly orderId: string },
): Outcome {
  const redemption: Redemption = {
    id: redemptionId,
    order_id: orderId,
    state,
    testing: false,
    debited: false,
    has_codes: false,
    was_redeemed: state === "redeemed",
    codes: { usages: undefined, barcode_type: undefined, codes: [], expiration_datetime: undefined },
  };
  return { kind: "answered", redemption };
}
