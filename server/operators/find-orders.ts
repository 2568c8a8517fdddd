/** How an operator finds an order: by the site's number, the service's reference, the member, or the person who acted. Source: docs/operate/index.md, "One order". */
import { z } from "zod";
import { field } from "../../shared/wire/field.ts";
import { actorName, type Event, orderState } from "../../shared/wire.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { ProblemError } from "../problems/problem.ts";
import { stateOf } from "../redemption/view.ts";
import type { OrderKey, Row } from "../rows/order.ts";
import { type OperatorOrder, operatorOrderOf } from "./operator-order.ts";

/** More are told apart by a narrower question. */
const FOUND_MOST = 50;
/** Deeds of an order that are shown. */
const DEEDS_MOST = 200;
const text = z.string().min(1).max(128);
const WAYS = ["order_id", "reference", "user_id", "actor"] as const;

export const findQuery = z.object({
  order_id: field(text.optional(), "By the site's own id", "1042"),
  reference: field(text.optional(), "By the redemption's id at the service", "AB12C-34D5E"),
  user_id: field(text.optional(), "By the site's own id of the user", "member-81"),
  actor: field(actorName.optional(), "By the person whom the site named", "counter 3"),
});
export type FindQuery = z.infer<typeof findQuery>;

export const foundOrder = z
  .object({
    site: field(z.string(), "The site's id", "shop"),
    order_id: field(z.string(), "The site's own id of the order", "1042"),
    state: field(orderState, "The order as its user sees it", "redeemed"),
    updated_at: field(z.iso.datetime(), "When its row was last stored", "2026-11-22T12:00:00.000Z"),
  })
  .meta({ id: "FoundOrder", description: "An order that an operator looked for" });
export type FoundOrder = z.infer<typeof foundOrder>;

type Reads = Pick<Ledger, "readOrder" | "claimsOf" | "ordersOf" | "audit" | "eventsOf">;

/** @throws ProblemError invalid_request unless one way is named */
export async function findOrders(ledger: Reads, site: string, query: FindQuery): Promise<FoundOrder[]> {
  const named = WAYS.filter((way) => query[way] !== undefined);
  if (named.length !== 1)
    throw new ProblemError("invalid_request", {
      errors: [{ path: named[1] ?? "order_id", message: `expected one of ${WAYS.join(", ")}` }],
    });
  const rows = await rowsOf(ledger, site, query);
  return rows.map((row) => ({
    site,
    order_id: row.order.order_id,
    state: stateOf(row),
    updated_at: new Date(row.order.updated_at).toISOString(),
  }));
}

async function rowsOf(ledger: Reads, site: string, query: FindQuery): Promise<Row[]> {
  const { order_id, reference, user_id, actor } = query;
  if (user_id !== undefined) return ledger.ordersOf(site, { user_id }, FOUND_MOST);
  const claims = reference === undefined ? [] : await ledger.claimsOf([reference]);
  const deeds = actor === undefined ? [] : await ledger.audit({ site, actor }, FOUND_MOST);
  const ids = [
    ...(order_id === undefined ? [] : [order_id]),
    ...claims.filter((claim) => claim.site === site).map((claim) => claim.order_id),
    ...deeds.flatMap((deed) => deed.order_id ?? []),
  ];
  const rows = await Promise.all([...new Set(ids)].map((id) => ledger.readOrder({ site, order_id: id })));
  return rows.flatMap((row) => row ?? []);
}

/** @throws ProblemError order_not_found */
export async function readOperatorOrder(ledger: Reads, key: OrderKey): Promise<OperatorOrder> {
  const row = await ledger.readOrder(key);
  if (!row) throw new ProblemError("order_not_found");
  const { site, order_id } = key;
  const [events, deeds] = await Promise.all([
    ledger.eventsOf(site, [order_id]),
    ledger.audit({ site, order_id }, DEEDS_MOST),
  ]);
  return operatorOrderOf(
    row,
    events.map(({ body, delivered_at }) => ({ ...(JSON.parse(body) as Event), delivered_at })),
    deeds,
  );
}
