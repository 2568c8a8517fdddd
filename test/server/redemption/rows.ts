/** Rows and redemptions for tests of the pure rules. */
import { type Redemption, readRedemption } from "../../../server/fulfillment/schemas.ts";
import {
  type Attempt,
  type Known,
  newOrder,
  type Order,
  type Phase,
  type Pins,
  type Row,
  UNPINNED,
  UNSEEN,
  type Wanted,
} from "../../../server/rows/order.ts";

export const NOW = Date.UTC(2026, 10, 20, 12);
export const SKU = "GIFT-20";

/** Attempt 1 in a phase, opened at `NOW`; what the service has named is known from `held` on. */
export const attempt = (phase: Phase, more: Partial<Attempt> = {}): Attempt => ({
  ...UNSEEN,
  n: 1,
  upstream_order_id: `shop.o.${more.n ?? 1}`,
  sku: SKU,
  amount: null,
  reward_name: "Gift card",
  currency: null,
  opened_at: NOW,
  confirmed_at: phase === "booking" || phase === "held" ? null : NOW,
  phase,
  redemption_id: phase === "booking" ? null : `R-${more.n ?? 1}`,
  ...more,
});

interface Parts {
  readonly pins?: Partial<Pins>;
  readonly wanted?: Partial<Wanted>;
  readonly known?: Partial<Known>;
}

/** An order whose current attempt is the last one. */
export function orderOf(attempts: readonly Attempt[] = [], { pins, wanted, known }: Parts = {}): Order {
  const all: Pins = {
    promotion_id: "4001",
    email: "user@example.com",
    delivery: "redeem",
    ...UNPINNED,
    ...pins,
  };
  const order = newOrder({ site: "shop", order_id: "o" }, all, {}, NOW);
  const last = attempts.at(-1)?.n ?? null;
  return {
    ...order,
    wanted: { ...order.wanted, ...wanted },
    known: { ...order.known, attempts, current: last, last_n: last ?? 0, ...known },
  };
}

export const rowOf = (order: Order, more: Partial<Row> = {}): Row => ({
  order,
  lease: null,
  now: NOW,
  recovered_at: null,
  ...more,
});

const CODES = {
  reward_format: { usages: ["primary"] },
  reward_codes: { codes: [{ usage: "primary", format: "string", name: "Code", value: "A1" }] },
};

/** As the service answers, with codes where it is redeemed. */
export function redemption(state: string, more: Record<string, unknown> = {}): Redemption {
  const read = readRedemption({
    id: "R-1",
    order_id: "shop.o.1",
    state,
    reward: { sku: SKU },
    promotion: { id: "4001" },
    value: { amount: 20, currency: "USD" },
    debited: false,
    redeemed_datetime: state === "redeemed" ? new Date(NOW).toISOString() : null,
    ...(state === "redeemed" && CODES),
    ...more,
  });
  if (!read) throw new Error("unreadable");
  return read;
}

/** The rows of a table of words: the first word names the row, the heading the columns. */
export function table(text: string): { row: string; column: string; cell: string }[] {
  const [head = [], ...rows] = text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([row = "", ...cells]) =>
    cells.map((cell, n) => ({ row, column: head[n + 1] ?? "", cell })),
  );
}
