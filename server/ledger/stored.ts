/** How rows are stored: the same columns in both databases, and the order as the model has it. */
import type { Order, Row } from "../redemption/model.ts";
import { LedgerUnavailable } from "./ledger.ts";
import { storedRow } from "./stored-json.ts";
import { written } from "./text.ts";

/** The columns that queries look at, and the whole order as JSON. */
export const columnsOf = (order: Order) => {
  const { version: _, ...body } = order;
  return {
    site: order.site,
    order_id: order.order_id,
    due_at: order.due_at,
    attention: order.attention,
    attention_since: order.attention_since,
    promotion_id: written(order.pins.promotion_id),
    email: order.pins.email === null ? null : written(order.pins.email),
    updated_at: order.updated_at,
    body: JSON.stringify(body),
  };
};

/** The redemptions that the attempts of an order claim. */
export const claimsOf = ({ known }: Order): { id: string; n: number; sku: string }[] =>
  known.attempts.flatMap(({ redemption_id, n, sku }) =>
    redemption_id === null ? [] : [{ id: written(redemption_id), n, sku: written(sku) }],
  );

export interface RowColumns {
  readonly version: number;
  readonly body: unknown;
  readonly lease: string | null;
  readonly lease_until: number | null;
  readonly now: number;
  readonly recovered_at: string | null;
}

/** @throws LedgerUnavailable `damaged` */
export function rowOf({ version, body, lease, lease_until, now, recovered_at }: RowColumns): Row {
  const order = storedRow<Omit<Order, "version">>(body, ({ pins, wanted, known }) =>
    Boolean(pins && wanted && Array.isArray(known?.attempts)),
  );
  return present({ ...order, version: Number(version) }, { lease, lease_until, now, recovered_at });
}

/** @throws LedgerUnavailable `damaged` */
export function present(
  order: Order,
  { lease, lease_until, now, recovered_at }: Omit<RowColumns, "body" | "version">,
): Row {
  const recovered = recovered_at === null ? null : Number(recovered_at);
  if (Number.isNaN(recovered)) throw new LedgerUnavailable("damaged");
  return {
    order,
    lease: lease === null || lease_until === null ? null : { name: lease, until: Number(lease_until) },
    now: Number(now),
    recovered_at: recovered,
  };
}
