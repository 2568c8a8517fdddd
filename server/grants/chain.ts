/**
 * The chain of a grant's orders: what they take of its amount, and whether the next one may be opened. Pure.
 * Source: docs/points/grants.md, "The chain"; docs/proof/rules.md, rule 18 and I21.
 */
import type { GrantState, Order as OrderView } from "../../shared/wire.ts";
import { isLookedUpFirst } from "../redemption/decide.ts";
import { stateOf } from "../redemption/view.ts";
import { grantOf, grantOrderId, placeOf } from "../rows/grant.ts";
import { currentAttempt, type GrantPart, newOrder, type Order, type Row } from "../rows/order.ts";

/** Sums are made in ten-thousandths of a unit: no currency has more than four decimals (ISO 4217), and floats do not add up. */
const UNIT = 10_000;
const DECIMALS = 4;

const inParts = (units: number): number => Math.round(units * UNIT);

/** `"60"`, `"37.5"`: without zeros at the end. */
function written(parts: number): string {
  const units = Math.trunc(parts / UNIT);
  const rest = String(parts % UNIT)
    .padStart(DECIMALS, "0")
    .replace(/0+$/, "");
  return rest === "" ? String(units) : `${units}.${rest}`;
}

/** The orders of a grant, the first one first; never empty. The terms are those of the last one. */
export interface Chain {
  readonly rows: readonly [Row, ...Row[]];
  readonly last: Row;
  readonly terms: GrantPart;
}

/** Undefined for rows that are no chain. */
export function chainOf(rows: readonly Row[]): Chain | undefined {
  const last = rows.at(-1);
  const [first, ...others] = rows;
  const terms = last?.order.grant;
  return first && last && terms ? { rows: [first, ...others], last, terms } : undefined;
}

/** What an order takes of the amount, in parts; 0 while nothing was confirmed, and once it was refunded. */
function takenBy(order: Order): number {
  const attempt = currentAttempt(order);
  if (!attempt) return 0;
  switch (attempt.phase) {
    case "booking":
    case "held":
    case "over":
      return 0;
    case "confirmed":
    case "made":
    case "stuck":
    case "released":
      if (attempt.state === "refunded") return 0;
      // A value that nobody knows may be all that was allowed.
      return inParts(
        attempt.value?.amount ?? Number(attempt.amount ?? order.pins.max_amount ?? order.grant?.amount),
      );
    default:
      return attempt.phase satisfies never;
  }
}

/** What is known of a grant's money. */
export interface Balance {
  /** Whole units. */
  readonly amount: string;
  readonly currency: string;
  /** Decimal strings. */
  readonly spent: string;
  readonly left: string;
  /** Rewards that its user has got, refunded ones included. */
  readonly count: number;
  /** What the next reward may cost at most, in whole units. */
  readonly whole: number;
  readonly state: GrantState;
}

export function balanceOf({ rows, last, terms }: Chain): Balance {
  const { amount, currency, rewards_max } = terms;
  const taken = rows.map(({ order }) => takenBy(order));
  const spent = taken.reduce((sum, each) => sum + each, 0);
  const left = Math.max(0, inParts(Number(amount)) - spent);
  const whole = Math.floor(left / UNIT);
  const isSpent = whole < 1 || taken.filter((each) => each > 0).length >= rewards_max;
  return {
    amount,
    currency,
    spent: written(spent),
    left: written(left),
    count: rows.filter(({ order }) => currentAttempt(order)?.phase === "made").length,
    whole,
    state: last.order.grant?.is_closed ? "closed" : isSpent ? "spent" : "open",
  };
}

/** The members that an order's view has of its grant. */
export function moneyOf(chain: Chain): Pick<OrderView, "grant_id" | "grant"> {
  const { amount, currency, spent, left, count, state } = balanceOf(chain);
  const grant = { amount, currency, spent, left, count, state };
  return { grant_id: grantOf(chain.last.order)?.grant_id, grant };
}

/** The last order, marked, and the one after it: to be stored in one transaction. */
export interface Succession {
  readonly marked: Order;
  readonly next: Order;
}

/** What may follow the last order of a chain. */
export type Following =
  /** That order itself can be chosen from. */
  | { readonly kind: "present" }
  /** Its outcome is not known. */
  | { readonly kind: "unknown" }
  /** Nothing: the grant is closed, or spent. */
  | { readonly kind: "none"; readonly state: Exclude<GrantState, "open"> }
  | ({ readonly kind: "next" } & Succession);

/**
 * The next order opens only where the last one's outcome is known, with what is left as its limit. An order that nobody has chosen from
 * gives way to one with more, where a refund brought something back.
 * @param now of the new order, epoch ms
 * @param isBehind whether later orders may have been lost with a ledger: those of a closed grant are then found again, too
 */
export function followingOf(chain: Chain, now: number, isBehind = false): Following {
  const { last } = chain;
  const { order } = last;
  const balance = balanceOf(chain);
  const state = stateOf(last);
  switch (state) {
    case "processing":
      return { kind: "unknown" };
    case "booked":
      return { kind: "present" };
    case "open":
      if (!mayGiveWay(last) || balance.whole <= Number(order.pins.max_amount)) return { kind: "present" };
      break;
    case "redeemed":
    case "activated":
    case "notified":
    case "canceled":
    case "refunded":
    case "failed":
    case "denied":
    case "blocked":
    case "expired":
      break;
    default:
      return state satisfies never;
  }
  const isOver = balance.state === "spent" || (balance.state === "closed" && !isBehind);
  if (isOver) return { kind: "none", state: balance.state };
  return { kind: "next", ...succession(order, balance, now) };
}

/** Nothing is held, or being looked at. */
const mayGiveWay = (row: Row): boolean =>
  row.lease === null && row.order.known.call === null && !isLookedUpFirst(row) && !currentAttempt(row.order);

function succession(order: Order, { whole }: Balance, now: number): Succession {
  const { site, order_id, pins, promotion, user_id, grant } = order;
  const place = placeOf(order_id);
  if (!grant || !place) throw new TypeError("an order without a grant has no successor");
  const key = { site, order_id: grantOrderId(place.grant_id, place.k + 1) };
  return {
    marked: { ...order, grant: { ...grant, is_succeeded: true } },
    next: { ...newOrder(key, { ...pins, max_amount: String(whole) }, promotion, now), user_id, grant },
  };
}

/** The first order of a grant: `order` with its whole amount as the limit. */
export const firstOf = (
  order: Order,
  terms: Pick<GrantPart, "amount" | "currency" | "rewards_max">,
): Order => ({
  ...order,
  pins: { ...order.pins, max_amount: terms.amount },
  grant: { ...terms, is_succeeded: false, is_closed: false },
});
