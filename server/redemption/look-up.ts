/**
 * The look-up of an order after a lost or restored ledger: what the service lists for the order's user takes the place of what the
 * ledger lacks. Pure. Source: docs/proof/rules.md, rule 16.
 */
import type { Redemption } from "../fulfillment/schemas.ts";
import { placeOf } from "../rows/grant.ts";
import {
  type Attempt,
  attemptOf,
  type Order,
  type Phase,
  type Row,
  type Stop,
  UNSEEN,
  withKnown,
} from "../rows/order.ts";
import { LIST_LAG, LOOK_UP_AGAIN } from "../timing.ts";
import { absorb, stop, type Word, wordOf } from "./answers.ts";
import { attemptNumberOf, isOfLaterOrder } from "./upstream-order-id.ts";

/**
 * When the order is to be looked up; undefined if it was after this recovery of the ledger. Which one it was is held against the row,
 * not which is later: a recovery that was noted by a wrong clock must not hide the next one. An order whose user was forgotten was
 * finished; its next session restores the address and with it the look-up.
 */
export function lookUpFrom({
  order,
  recovered_at,
  waits_from,
}: Omit<Row, "lease" | "now">): number | undefined {
  const { pins, known } = order;
  if (recovered_at === null || known.looked_up_for === recovered_at || pins.email === null) return undefined;
  return Math.max((waits_from ?? recovered_at) + LIST_LAG, known.look_up_since === null ? 0 : known.look_at);
}

/** A redemption of the order at the service. */
export interface Listed {
  readonly redemption: Redemption;
  /** The catalog's name of its reward. */
  readonly reward_name: string;
}

interface Found extends Listed {
  readonly attempt: Attempt;
  readonly word: Word;
}

/** The order after a look-up, and whether the look-up is done. */
export interface LookedUp {
  readonly order: Order;
  readonly isDone: boolean;
}

/** @param listed what the service lists for the order's user and promotion */
export function lookedUp(before: Order, listed: readonly Listed[], now: number): LookedUp {
  const found = listed.flatMap((each) => foundOf(before, each, now) ?? []);
  // The next number is above every one that was used.
  const order = withKnown(before, {
    last_n: Math.max(before.known.last_n, ...found.map(({ attempt }) => attempt.n)),
  });
  const is = (...words: Word[]): Found[] => found.filter(({ word }) => words.includes(word));
  const rewards = is("redeemed", "link", "returned");
  const strange = is("pending", "owed", "failed", "other", "refunded").filter(
    ({ attempt, word }) => word !== "refunded" || attemptOf(before, attempt.n)?.state !== "refunded",
  );
  const [reward] = rewards;
  if (reward) return done(rewards.length === 1 ? adopt(order, reward, now) : several(order, reward));
  const [odd] = strange;
  if (odd) return done(stopAt(order, odd, now));
  // A hold becomes a product or ends within half an hour: until then nothing may be chosen beside it.
  if (is("booked").length > 0)
    return { order: withKnown(order, { look_at: now + LOOK_UP_AGAIN }), isDone: false };
  const after = goOn(order, found);
  return done(isPassed(order, listed) ? withKnown(after, { canceled: true }) : after);
}

/** A later order of the same grant was opened: without a reward this one had been ended by then (rule 18). */
function isPassed({ site, order_id }: Order, listed: readonly Listed[]): boolean {
  const place = placeOf(order_id);
  if (!place) return false;
  return listed.some(({ redemption }) => isOfLaterOrder(site, place, redemption.order_id ?? ""));
}

/** The attempt that a listed redemption belongs to; undefined if it belongs to no attempt of this order. */
function foundOf(order: Order, { redemption, reward_name }: Listed, now: number): Found | undefined {
  const upstream = redemption.order_id ?? "";
  const n = attemptNumberOf(order.site, order.order_id, upstream);
  if (n === undefined) return undefined;
  const known = attemptOf(order, n);
  const isKnown = known !== undefined && (redemption.sku === undefined || redemption.sku === known.sku);
  const attempt: Attempt = isKnown
    ? { ...known, phase: "booking" }
    : {
        ...UNSEEN,
        n,
        upstream_order_id: upstream,
        sku: redemption.sku ?? "",
        amount: null,
        reward_name,
        currency: null,
        opened_at: now,
        confirmed_at: null,
        phase: "booking",
      };
  return { redemption, reward_name, attempt, word: wordOf(order, attempt, redemption, "list") };
}

const done = (order: Order): LookedUp => ({ order, isDone: true });

/** The user's own code or link: the order has had its one. */
function adopt(order: Order, { attempt, redemption }: Found, now: number): Order {
  return absorb(placed(order, attempt), attempt.n, redemption, "list", now);
}

/** Without a redemption's id no reading of one of them takes the order off the operators' list. */
const several = (order: Order, { attempt }: Found): Order =>
  stop(placed(order, { ...attempt, redemption_id: null }), attempt.n, "several_rewards");

function stopAt(order: Order, { attempt, redemption, word }: Found, now: number): Order {
  const at = placed(order, attempt);
  const known = STRANGE[word];
  return known ? stop(at, attempt.n, known, redemption) : absorb(at, attempt.n, redemption, "list", now);
}

/**
 * Without the row nobody knows whether these were confirmed, and a refunded one hides the code that it may have had: a new attempt
 * is no longer allowed by itself (rule 4).
 */
const STRANGE: Partial<Record<Word, Stop>> = { failed: "failed", owed: "debited", refunded: "debited" };

/** The order is about this attempt from now on. */
function placed(order: Order, attempt: Attempt): Order {
  const others = order.known.attempts.filter(({ n }) => n !== attempt.n);
  return withKnown(order, {
    attempts: [...others, attempt].toSorted((a, b) => a.n - b.n),
    current: attempt.n,
    call: null,
  });
}

/** Nothing of the order is alive: what the row calls booked has ended. */
function goOn(order: Order, found: readonly Found[]): Order {
  const { known } = order;
  const isDead = ({ n, phase, state }: Attempt): boolean => {
    // A refund after a code was made is final.
    if (phase === "made" && state === "refunded") return false;
    return phase === "booking" || phase === "held" || found.some(({ attempt }) => attempt.n === n);
  };
  const over: { phase: Phase; reason: "lapsed" } = { phase: "over", reason: "lapsed" };
  const attempts = known.attempts.map((each) => (isDead(each) ? { ...each, ...over } : each));
  const isCallDead = attempts.some(({ n, phase }) => n === known.call?.n && phase === "over");
  return withKnown(order, {
    attempts,
    ...(isCallDead && { call: null, tries: 0, look_at: 0 }),
  });
}
