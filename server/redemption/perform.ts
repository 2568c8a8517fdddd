/**
 * Carries out a step at the service: sends what the row announces, or asks. The parameters come only from the row. Source:
 * docs/proof/rules.md, rule 13, I3 and I9.
 */

import type { Choice } from "../../shared/wire.ts";
import type { Fulfillment } from "../fulfillment/client.ts";
import { logOutcome, type Outcome } from "../fulfillment/outcome.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { errorFields, type Log } from "../observing/log.ts";
import { UpstreamError } from "../problems/upstream-error.ts";
import { placeOf } from "../rows/grant.ts";
import { type Attempt, attemptOf, type Call, type Order } from "../rows/order.ts";
import type { Finding, Heard, Step } from "./course.ts";
import { isFirstCall } from "./limits.ts";
import type { Listed } from "./look-up.ts";
import { attemptNumberOf, isOfLaterOrder } from "./upstream-order-id.ts";

const ENDED: ReadonlySet<string> = new Set(["canceled", "refunded", "failed"]);

export interface CallsOptions {
  readonly fulfillment: Fulfillment;
  readonly log: Log;
  /**
   * Whether the reward can still be chosen, by a promotion read at most a minute ago (I9); `unknown` if the promotion could not be
   * read.
   */
  readonly isBookable: (
    order: Order,
    choice: Choice,
    currency: string | null,
  ) => Promise<"yes" | "no" | "unknown">;
  /** The catalog's name of a reward; undefined if the catalog cannot be read or lacks the reward. */
  readonly rewardNameOf: (order: Order, sku: string) => Promise<string | undefined>;
}

export type Perform = (
  order: Order,
  step: Extract<Step, { kind: "call" | "ask" | "look_up" }>,
  leaveBy: number,
) => Promise<Heard>;

export function createPerform(options: CallsOptions): Perform {
  const { fulfillment, log, rewardNameOf } = options;

  /** @param leaveBy monotonic ms after which the call does not leave any more */
  async function send(order: Order, call: Call, leaveBy: number): Promise<Outcome> {
    const { pins, site, order_id } = order;
    const { operation, n } = call;
    const attempt = attemptOf(order, n);
    // A session restores a forgotten address before a choice; this check only prevents a call without an address.
    if (!attempt || (pins.email === null && operation !== "cancel" && operation !== "refund"))
      return { kind: "not_sent" };
    const outcome = await sendOperation(order, call, attempt, leaveBy);
    logOutcome(log, { site, order_id, attempt: n, operation }, outcome);
    return outcome;
  }

  async function sendOperation(
    order: Order,
    { operation }: Call,
    attempt: Attempt,
    leaveBy: number,
  ): Promise<Outcome> {
    const { pins } = order;
    const orderId = attempt.upstream_order_id;
    const redemptionId = attempt.redemption_id ?? "";
    const email = pins.email ?? "";
    const leaving = { leaveBy };
    const request = {
      promotionId: pins.promotion_id,
      sku: attempt.sku,
      orderId,
      email,
      ...(attempt.amount !== null && { amount: attempt.amount }),
      ...(pins.customization && { customization: pins.customization }),
    };
    switch (operation) {
      case "book":
      case "create": {
        const barred = isFirstCall(attempt) ? undefined : await barredRepeat(order, attempt);
        if (barred) return barred;
        return operation === "book"
          ? fulfillment.book(request, leaving)
          : fulfillment.create(request, leaving);
      }
      case "redeem":
        return fulfillment.redeem({ redemptionId, orderId, email }, leaving);
      case "activate":
        return fulfillment.activate({ redemptionId, orderId, email }, leaving);
      case "cancel":
        return fulfillment.cancel({ redemptionId, orderId }, leaving);
      case "refund":
        return fulfillment.refund({ redemptionId, orderId }, leaving);
      default:
        return operation satisfies never;
    }
  }

  /** The first Book or Create follows the check of its request; a repeat is checked again (I9). */
  async function barredRepeat(
    order: Order,
    { sku, amount, currency }: Attempt,
  ): Promise<Outcome | undefined> {
    const choice = { sku, ...(amount !== null && { amount }) };
    const bookable = await options.isBookable(order, choice, currency);
    if (bookable === "yes") return undefined;
    return bookable === "no" ? { kind: "refused", status: 409, error: "other" } : { kind: "not_sent" };
  }

  /** By the redemption's id; before it is known, by what the service lists for the order's own user (rule 13). */
  async function ask({ pins }: Order, { redemption_id, upstream_order_id }: Attempt): Promise<Finding> {
    if (redemption_id !== null) {
      const redemption = await fulfillment.readRedemption(redemption_id);
      return { kind: "found", redemption, source: "reading" };
    }
    const { promotion_id: promotionId, email } = pins;
    if (email === null) return { kind: "unreadable" };
    const listed = await fulfillment.findUserRedemptions({ promotionId, orderId: upstream_order_id, email });
    if (!listed) return { kind: "unfiltered" };
    // A Create that was delivered twice may be listed twice: what is alive counts.
    const isAlive = ({ state }: Redemption): boolean => !ENDED.has(state);
    const redemption = listed.find(({ state }) => state === "redeemed") ?? listed.find(isAlive) ?? listed[0];
    return redemption ? { kind: "found", redemption, source: "list" } : { kind: "none" };
  }

  async function lookUp(order: Order): Promise<Listed[]> {
    const { site, order_id, pins } = order;
    const asked = { promotionId: pins.promotion_id, email: pins.email ?? "" };
    const listed = await fulfillment.listUserRedemptions(asked);
    const place = placeOf(order_id);
    const own = listed.filter(
      ({ order_id: upstream = "" }) =>
        attemptNumberOf(site, order_id, upstream) !== undefined ||
        (place !== undefined && isOfLaterOrder(site, place, upstream)),
    );
    // A service that ignores the filters lists other users' redemptions, too (rule 13).
    for (const { order_id: orderId = "" } of own) {
      if (!(await fulfillment.findUserRedemptions({ ...asked, orderId }))) throw new UpstreamError("invalid");
    }
    const named = async (redemption: Redemption): Promise<Listed> => {
      const { sku = "" } = redemption;
      return { redemption, reward_name: (await rewardNameOf(order, sku)) ?? sku };
    };
    return Promise.all(own.map(named));
  }

  /** A question that fails is asked again later. */
  async function orUndefined<T>(order: Order, question: Promise<T>): Promise<T | undefined> {
    try {
      return await question;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const { site, order_id } = order;
      log.warn("a question about an order was not answered", { site, order_id, ...errorFields(error) });
      return undefined;
    }
  }

  return async (order, step, leaveBy) => {
    switch (step.kind) {
      case "call": {
        const { call } = order.known;
        if (!call) throw new Error("the row announces no call");
        return { kind: "call", call, outcome: await send(order, call, leaveBy) };
      }
      case "ask": {
        const attempt = attemptOf(order, step.n);
        const finding = attempt && (await orUndefined(order, ask(order, attempt)));
        return { kind: "ask", n: step.n, finding: finding ?? { kind: "unreadable" } };
      }
      case "look_up":
        return { kind: "look_up", listed: await orUndefined(order, lookUp(order)) };
      default:
        return step satisfies never;
    }
  };
}
