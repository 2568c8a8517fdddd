/** The orders of a history: their pins and their choices. */
import { createHash } from "node:crypto";
import type { Delivery } from "../../shared/wire.ts";
import type { Draws } from "./draws.ts";

export interface Choice {
  readonly sku: string;
  readonly amount?: string;
}

export interface Plan {
  readonly site: "shop" | "portal";
  readonly order_id: string;
  /** The prefix of its upstream order ids. */
  readonly prefix: string;
  readonly delivery: Delivery;
  readonly promotion: number;
  readonly email: string;
  readonly choices: readonly Choice[];
  readonly session: Readonly<Record<string, unknown>>;
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

/** By way of delivery; each a promotion of the simulated service. */
const PROMOTIONS = { six: 4011, debited: 4004, mailing: 4008 } as const;

/** The last has the shape of a digest. */
const FIRST_IDS = ["10", "A-7", "order_of.2026", "x".repeat(64), "a2b3c4d5e6f7g2h3i4j5k6l7m2"];
const SECOND_IDS = ["10", "10.1", "A-7.1", `${"x".repeat(63)}y`];

/** Longest order id the service takes; a digest replaces a longer one. Source: docs/server.md, "Settings". */
const ORDER_ID_MAX = 64;
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Implemented again from the rule, so that a mistake in the server's code is noticed. */
function prefixOf(site: string, orderId: string): string {
  const plain = `${site}.${orderId}.`;
  const isLikeDigest = orderId.length === 26 && [...orderId].every((letter) => BASE32.includes(letter));
  if (plain.length + 1 <= ORDER_ID_MAX && !isLikeDigest) return plain;
  const bits = [...createHash("sha256").update(orderId).digest()]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  const digest = Array.from(
    { length: 26 },
    (_, n) => BASE32[Number.parseInt(bits.slice(5 * n, 5 * n + 5), 2)],
  );
  return `${site}.${digest.join("")}.`;
}

/** Whether an upstream order id is an attempt's of this order: "shop.10.1.1" is one of order 10.1, and none of order 10. */
export function isOf({ prefix }: Plan, upstreamOrderId: string): boolean {
  return upstreamOrderId.slice(0, upstreamOrderId.lastIndexOf(".") + 1) === prefix;
}

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

/** One order, and in a third of the histories another, which may have the promotion of the first. */
export function planOrders(draws: Draws): Plan[] {
  const first = planOrder(draws, "shop", 0);
  const second = draws.oneIn(3)
    ? planOrder(draws, draws.one(["shop", "portal"]), 1, draws.oneIn(2) ? first : undefined)
    : undefined;
  return second && second.prefix !== first.prefix ? [first, second] : [first];
}
