/**
 * The seams of planted mistakes: each module of which a mistake replaces an export, and the three interfaces through which
 * the redemption rules meet the rest of the world (the service's client, the ledger, the network).
 */

import type * as Auth from "../../../server/fulfillment/auth.ts";
import type * as Client from "../../../server/fulfillment/client.ts";
import type { Fulfillment, FulfillmentClientOptions } from "../../../server/fulfillment/client.ts";
import type { Outcome } from "../../../server/fulfillment/outcome.ts";
import type { Redemption } from "../../../server/fulfillment/schemas.ts";
import type * as TokenStoreModule from "../../../server/fulfillment/token-store.ts";
import type { Transport } from "../../../server/fulfillment/transport.ts";
import type * as Usable from "../../../server/fulfillment/usable.ts";
import type * as Believed from "../../../server/ledger/believed.ts";
import type { Ledger } from "../../../server/ledger/ledger.ts";
import type * as Recovery from "../../../server/ledger/recovery.ts";
import type * as AttentionListModule from "../../../server/operators/attention-list.ts";
import type * as Answers from "../../../server/redemption/answers.ts";
import type * as CourseModule from "../../../server/redemption/course.ts";
import type * as Decide from "../../../server/redemption/decide.ts";
import type * as Events from "../../../server/redemption/events.ts";
import type * as Limits from "../../../server/redemption/limits.ts";
import type * as LookUp from "../../../server/redemption/look-up.ts";
import type * as AttentionRules from "../../../server/redemption/needs-person.ts";
import type * as OrdersModule from "../../../server/redemption/orders.ts";
import type * as PerformModule from "../../../server/redemption/perform.ts";
import type * as ProductsModule from "../../../server/redemption/products.ts";
import type * as Reconciler from "../../../server/redemption/reconciler.ts";
import type * as ServiceChangesModule from "../../../server/redemption/service-changes.ts";
import type * as UpstreamOrderId from "../../../server/redemption/upstream-order-id.ts";
import type * as View from "../../../server/redemption/view.ts";
import type * as ServerModule from "../../../server/server.ts";
import type { ServerOptions } from "../../../server/server.ts";
import type * as Timing from "../../../server/timing.ts";
import type * as Usages from "../../../shared/usages.ts";
import type { Plant } from "../seams.ts";
import { seamsOf } from "./mutant.ts";

export const answers = seamsOf<typeof Answers>();
export const attention = seamsOf<typeof AttentionRules>();
export const believing = seamsOf<typeof Believed>();
export const auth = seamsOf<typeof Auth>();
export const performing = seamsOf<typeof PerformModule>();
export const client = seamsOf<typeof Client>();
export const course = seamsOf<typeof CourseModule>();
export const deciding = seamsOf<typeof Decide>();
export const attentionList = seamsOf<typeof AttentionListModule>();
export const events = seamsOf<typeof Events>();
export const limits = seamsOf<typeof Limits>();
export const lookUp = seamsOf<typeof LookUp>();
export const orders = seamsOf<typeof OrdersModule>();
export const products = seamsOf<typeof ProductsModule>();
export const reconciler = seamsOf<typeof Reconciler>();
export const recovery = seamsOf<typeof Recovery>();
export const serviceChanges = seamsOf<typeof ServiceChangesModule>();
export const server = seamsOf<typeof ServerModule>();
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
    return create({ ...options, ledger: overlaid(ledger, change(ledger)) });
  });
}

/** The network of one process of the server. */
export function atNetwork(change: (transport: Transport, options: ServerOptions) => Transport): Plant {
  return server.createServer((create) => (options) => {
    const { network } = options;
    return create({ ...options, network: { ...network, service: change(network.service, options) } });
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
    redeemed_datetime: state === "redeemed" ? undefined : null,
    codes: { usages: undefined, barcode_type: undefined, codes: [], expiration_datetime: undefined },
  };
  return { kind: "answered", redemption };
}
