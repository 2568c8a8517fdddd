/** The orders and grants of a history: their pins and their choices. */
import { createHash } from "node:crypto";
import type { Delivery } from "../../shared/wire.ts";
import type { Draws } from "./draws.ts";

export interface Choice {
  readonly sku: string;
  readonly amount?: string;
}

/** The place of an order in a grant. */
export interface PlannedGrant {
  readonly grant_id: string;
  /** Whole units. */
  readonly amount: number;
  /** The k-th order, from 1. */
  readonly k: number;
}

export interface Plan {
  readonly site: "shop" | "portal" | "club";
  readonly order_id: string;
  /** The prefix of its upstream order ids. */
  readonly prefix: string;
  readonly delivery: Delivery;
  readonly promotion: number;
  readonly email: string;
  readonly choices: readonly Choice[];
  readonly session: Readonly<Record<string, unknown>>;
  /** Undefined for an order that stands alone. */
  readonly grant?: PlannedGrant;
}

const FIXED: readonly Choice[] = [
  { sku: "KESTROW-CODE-PLAIN-25" },
  { sku: "PLUMVALE-CODE-PIN-C128-30" },
  { sku: "TUNDREL-LINK-PLAIN-12" },
];
const CHOSEN: readonly Choice[] = [
  { sku: "VELMORA-VAR", amount: "20" },
  { sku: "VELMORA-VAR", amount: "35" },
  { sku: "GLIMTREE-VAR", amount: "500" },
];
/** Its holds are debited at once. */
const DEBITED: readonly Choice[] = [
  { sku: "HEARTHLOW-PREPAID-40" },
  { sku: "VELMORA-25" },
  { sku: "VELMORA-VAR", amount: "15" },
];

/** A grant of 60 is spent by two to five of them. */
const SPENT: readonly Choice[] = [
  { sku: "VELMORA-VAR", amount: "10" },
  { sku: "VELMORA-VAR", amount: "20" },
  { sku: "VELMORA-VAR", amount: "45" },
  { sku: "KESTROW-CODE-PLAIN-25" },
  { sku: "PLUMVALE-CODE-PIN-C128-30" },
  { sku: "TUNDREL-LINK-PLAIN-12" },
];
const GRANT_AMOUNT = 60;
/** The most rewards that a grant of a history has. */
const GRANT_REWARDS = 5;
/** With those that were canceled. */
const GRANT_ORDERS = 12;

/** By way of delivery; each a promotion of the simulated service. */
const PROMOTIONS = { six: 4011, debited: 4004, mailing: 4008 } as const;

/** The last has the shape of a digest. */
const FIRST_IDS = ["10", "A-7", "order_of.2026", "x".repeat(64), "a2b3c4d5e6f7g2h3i4j5k6l7m2"];
const SECOND_IDS = ["10", "10.1", "A-7.1", `${"x".repeat(63)}y`];

/** Longest order id the service takes; a digest replaces a longer one. Source: docs/server/settings.md. */
const ORDER_ID_MAX = 64;
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Implemented again from the rule, so that a mistake in the server's code is noticed. */
function prefixOf(site: string, orderId: string, place = ""): string {
  const plain = `${site}.${orderId}.${place}`;
  const isLikeDigest = orderId.length === 26 && [...orderId].every((letter) => BASE32.includes(letter));
  if (plain.length + 1 <= ORDER_ID_MAX && !isLikeDigest) return plain;
  const bits = [...createHash("sha256").update(orderId).digest()]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  const digest = Array.from(
    { length: 26 },
    (_, n) => BASE32[Number.parseInt(bits.slice(5 * n, 5 * n + 5), 2)],
  );
  return `${site}.${digest.join("")}.${place}`;
}

/** Whether an upstream order id is an attempt's of this order: "shop.10.1.1" is one of order 10.1, and none of order 10. */
export function isOf({ prefix }: Plan, upstreamOrderId: string): boolean {
  return upstreamOrderId.startsWith(prefix) && /^\d+$/.test(upstreamOrderId.slice(prefix.length));
}

/** The number of the attempt that an upstream order id names. */
export const attemptOf = (upstreamOrderId = ""): number => Number(/\d+$/.exec(upstreamOrderId)?.[0]);

/** Whether both are orders of one grant, or the same order. */
export const isOneGrant = (one: Plan, other: Plan): boolean =>
  one === other ||
  (one.grant !== undefined && one.site === other.site && one.grant.grant_id === other.grant?.grant_id);

/** @param like another order, whose promotion is used again */
function planOrder(draws: Draws, site: Plan["site"], n: number, like?: Plan): Plan {
  const delivery = like?.delivery ?? draws.weighted({ redeem: 3, activate: 2, notify: 2 });
  const usual =
    delivery === "notify" ? PROMOTIONS.mailing : draws.oneIn(6) ? PROMOTIONS.debited : PROMOTIONS.six;
  const promotion = like?.promotion ?? usual;
  const isChosen = promotion !== PROMOTIONS.mailing && draws.oneIn(2);
  const all =
    promotion === PROMOTIONS.debited ? DEBITED : isChosen ? [...FIXED.slice(0, 2), ...CHOSEN] : FIXED;
  const choices = all.filter(({ amount }) => isChosen || amount === undefined);
  // Dots and digits at the end, like the service's own order ids, so that a careless reading mixes orders up.
  const order_id = draws.one(n === 0 ? FIRST_IDS : SECOND_IDS);
  // Letters in both cases, a plus, and no ASCII: the bytes must be kept as they are.
  const email = n === 0 ? "Ana.Zimt+A@Example.com" : "Bö.Kern+B@Example.com";
  return {
    site,
    order_id,
    prefix: prefixOf(site, order_id),
    delivery,
    promotion,
    email,
    choices,
    session: {
      order_id,
      promotion_id: String(promotion),
      user: { email },
      delivery,
      ttl_seconds: 3600,
      ...(isChosen && { max_amount: "400" }),
      ...(draws.oneIn(4) && { customization: { pdf: { message: `for ${email.slice(0, 3)}` } } }),
    },
  };
}

/** The orders that a grant may come to have. */
function planGrant(draws: Draws, { order_id: grant_id, email }: Plan): Plan[] {
  const site = draws.one(["shop", "club"] as const);
  const delivery = draws.one(["redeem", "redeem", "activate"] as const);
  const session = {
    grant_id,
    promotion_id: String(PROMOTIONS.six),
    user: { email },
    delivery,
    amount: String(GRANT_AMOUNT),
    currency: "USD",
    rewards_max: GRANT_REWARDS,
    ttl_seconds: 3600,
  };
  return Array.from({ length: GRANT_ORDERS }, (_, n): Plan => {
    const k = n + 1;
    return {
      site,
      order_id: `${grant_id}~${k}`,
      prefix: prefixOf(site, grant_id, `${k}x`),
      delivery,
      promotion: PROMOTIONS.six,
      email,
      choices: SPENT,
      session,
      grant: { grant_id, amount: GRANT_AMOUNT, k },
    };
  });
}

/**
 * One order or one grant, and in a third of the histories another order, which may have the promotion of the first.
 * @param granting draws whether there is a grant
 */
export function planOrders(draws: Draws, granting: Draws): Plan[] {
  const planned = planSingles(draws);
  const [first, ...others] = planned;
  return first && granting.oneIn(4) ? [...planGrant(granting, first), ...others] : planned;
}

function planSingles(draws: Draws): Plan[] {
  const first = planOrder(draws, "shop", 0);
  const second = draws.oneIn(3)
    ? planOrder(draws, draws.one(["shop", "portal"]), 1, draws.oneIn(2) ? first : undefined)
    : undefined;
  return second && second.prefix !== first.prefix ? [first, second] : [first];
}
