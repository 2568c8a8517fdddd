/**
 * The operations of the fulfillment service, typed. Reads throw UpstreamError; changing calls never throw, they return
 * an Outcome. Nothing is retried but the one repeat after a refused token. What we assume where the interface says
 * "not shown" stands in docs/assumptions.md.
 */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { CHANGE_TIMEOUT, READ_TIMEOUT, SKU_FILTER_MAX_CHARS, TIME_RETRY, TIME_TIMEOUT } from "../timing.ts";
import type { Auth } from "./auth.ts";
import { Caller, segment, UnusableId } from "./calls.ts";
import type { Outcome } from "./outcome.ts";
import { type PagingMemory, readPages } from "./paging.ts";
import {
  dataEnvelope,
  type Promotion,
  type Read,
  type Redemption,
  type RewardRecord,
  readPromotion,
  readRedemption,
  readRewardRecord,
} from "./schemas.ts";
import { ServiceClock } from "./service-clock.ts";
import type { Transport } from "./transport.ts";
import { type Expected, understand } from "./understand.ts";
import { readError, UpstreamError } from "./upstream-error.ts";

export { UpstreamError, type UpstreamErrorCode } from "./upstream-error.ts";

export interface BookRequest {
  readonly promotionId: string;
  readonly sku: string;
  readonly orderId: string;
  /** Sent byte for byte as given. */
  readonly email: string;
  /** Whole units; for free-value rewards only. */
  readonly amount?: string;
  readonly customization?: {
    readonly pdf: { readonly message?: string; readonly sender_name?: string };
  };
}

export interface RedeemRequest {
  readonly redemptionId: string;
  /** What the answer must be about; it is not sent. */
  readonly orderId: string;
  readonly email: string;
}

export interface CancelRequest {
  readonly redemptionId: string;
  readonly orderId: string;
}

export interface Fulfillment {
  /**
   * A promotion with its rewards of every status and state. Source: interface, Get a promotion.
   * @throws UpstreamError
   */
  getPromotion(promotionId: string): Promise<Promotion>;
  /**
   * Catalog records in the service's order, all pages; may hold records that were not asked for. Source: List rewards.
   * @throws UpstreamError while iterating
   */
  listRewards(filter: {
    readonly skus: readonly string[];
    readonly clientId?: string;
  }): AsyncIterable<RewardRecord>;
  /**
   * One catalog record, with instructions. Source: Get a reward.
   * @throws UpstreamError
   */
  getReward(sku: string, clientId?: string): Promise<RewardRecord>;
  /**
   * The redemptions of a promotion that say they carry this order id. An empty list proves nothing: the service's lists
   * may lag. Source: List redemptions; integrity rule 2.
   * @throws UpstreamError
   */
  findRedemptions(filter: { readonly promotionId: string; readonly orderId: string }): Promise<Redemption[]>;
  /**
   * Source: Get a redemption.
   * @throws UpstreamError; `invalid` also when the answer is about another redemption
   */
  readRedemption(redemptionId: string): Promise<Redemption>;
  /** Reserves a code where possible. Source: Book, R5. */
  book(request: BookRequest): Promise<Outcome>;
  /** Turns a booked or pending redemption into codes; idempotent. Source: Redeem, R1, R2. */
  redeem(request: RedeemRequest): Promise<Outcome>;
  /** Source: Cancel, R7. */
  cancel(request: CancelRequest): Promise<Outcome>;
  /**
   * Asks the service for anything when none of its answers told the time yet; many who wait share one call. Resolves also
   * when there was no answer. Source: Get current account; integrity rule 9.
   */
  learnTime(): Promise<void>;
  /** The service's clock, epoch ms, as its last answer told it; before the first one the wall clock. */
  serviceNow(): number;
}

export interface FulfillmentClientOptions {
  /** May carry a path and a trailing slash. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly auth: Auth;
  readonly clock: Clock;
  readonly log: Log;
}

const ROOT = "/fulfillment/v2";

export function createFulfillmentClient(options: FulfillmentClientOptions): Fulfillment {
  const { clock, log } = options;
  const serviceClock = new ServiceClock(clock);
  const caller = new Caller({ ...options, serviceClock });
  const paging: PagingMemory = { perPageRefused: false };
  let learning: { readonly at: number; readonly asked: Promise<unknown> } | undefined;

  /** One resource. `path` is a function so that an id that fits no path is "not found" and not a crash. */
  async function get<T>(operation: string, path: () => string, read: Read<T>): Promise<T> {
    const answer = await caller.call({
      operation,
      method: "GET",
      path: resolve(path),
      timeoutMs: READ_TIMEOUT,
    });
    const found = answer.kind === "data" ? read(dataEnvelope.safeParse(answer.body).data?.data) : undefined;
    if (found === undefined) throw readError(answer);
    return found;
  }

  /** All items of a list. */
  function list<T>(
    operation: string,
    path: () => string,
    query: Readonly<Record<string, string | undefined>>,
    read: Read<T>,
    keyOf: (item: T) => string,
  ): AsyncGenerator<T, void, undefined> {
    return readPages({
      ask: (page) =>
        caller.call({
          operation,
          method: "GET",
          path: `${resolve(path)}${queryString({ ...query, ...page })}`,
          timeoutMs: READ_TIMEOUT,
        }),
      read,
      keyOf,
      paging,
      onSkipped: (count) => log.warn("unreadable items in a list", { operation, reason: `skipped_${count}` }),
    });
  }

  /** A changing call: sent once, its answer understood, nothing thrown. */
  async function change(
    operation: string,
    path: () => string,
    body: unknown,
    expected: Expected,
  ): Promise<Outcome> {
    let resolved: string;
    try {
      resolved = path();
    } catch (error) {
      // It names nothing, as a 404 would say; and nothing was sent.
      if (error instanceof UnusableId) return { kind: "refused", status: 404, error: "not_found" };
      throw error;
    }
    const answer = await caller.call({
      operation,
      method: "POST",
      path: resolved,
      body,
      timeoutMs: CHANGE_TIMEOUT,
    });
    return understand(answer, expected);
  }

  const redemptionPath = (id: string) => `${ROOT}/redemptions/${segment(id)}`;

  return {
    async getPromotion(promotionId) {
      return get("get_promotion", () => `${ROOT}/promotions/${segment(promotionId)}`, readPromotion);
    },

    listRewards({ skus, clientId }) {
      const query = { sku: skuFilter(skus), client_id: clientId };
      return list(
        "list_rewards",
        () => `${ROOT}/rewards`,
        query,
        readRewardRecord,
        ({ sku }) => sku,
      );
    },

    async getReward(sku, clientId) {
      const query = queryString({ client_id: clientId });
      const reward = await get(
        "get_reward",
        () => `${ROOT}/rewards/${segment(sku)}${query}`,
        readRewardRecord,
      );
      if (reward.sku !== sku) throw new UpstreamError("invalid");
      return reward;
    },

    async findRedemptions({ promotionId, orderId }) {
      const found: Redemption[] = [];
      const path = () => `${ROOT}/promotions/${segment(promotionId)}/redemptions`;
      const items = list("list_redemptions", path, { order_id: orderId }, readRedemption, ({ id }) => id);
      // A service that overlooks the filter would otherwise hand us another order's codes.
      for await (const item of items) if (item.order_id === orderId) found.push(item);
      return found;
    },

    async readRedemption(redemptionId) {
      const redemption = await get("get_redemption", () => redemptionPath(redemptionId), readRedemption);
      if (redemption.id !== redemptionId) throw new UpstreamError("invalid");
      return redemption;
    },

    book({ promotionId, sku, orderId, email, amount, customization }) {
      const data = {
        order_id: orderId,
        user: { email },
        ...(amount !== undefined && { value: { amount } }),
        ...(customization !== undefined && { customization }),
      };
      const path = () =>
        `${ROOT}/promotions/${segment(promotionId)}/rewards/${segment(sku)}/redemptions/book`;
      return change("book", path, { data }, { orderId });
    },

    redeem({ redemptionId, orderId, email }) {
      const body = { data: { user: { email } } };
      return change("redeem", () => `${redemptionPath(redemptionId)}/actions/redeem`, body, {
        redemptionId,
        orderId,
      });
    },

    cancel({ redemptionId, orderId }) {
      return change("cancel", () => `${redemptionPath(redemptionId)}/actions/cancel`, undefined, {
        redemptionId,
        orderId,
      });
    },

    async learnTime() {
      if (serviceClock.isKnown) return;
      if (!learning || clock.monotonic() - learning.at > TIME_RETRY) {
        const asked = caller.call({
          operation: "account",
          method: "GET",
          path: `${ROOT}/accounts/me`,
          timeoutMs: TIME_TIMEOUT,
        });
        learning = { at: clock.monotonic(), asked };
      }
      await learning.asked;
    },

    serviceNow: () => serviceClock.now(),
  };
}

/** @throws UpstreamError not_found for an id that fits no path */
function resolve(path: () => string): string {
  try {
    return path();
  } catch (error) {
    throw error instanceof UnusableId ? new UpstreamError("not_found") : error;
  }
}

function queryString(query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`],
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/**
 * The comma-separated filter; undefined where it would be too long, or where a SKU holds the separator itself: the list
 * is then read unfiltered.
 */
function skuFilter(skus: readonly string[]): string | undefined {
  if (skus.length === 0 || skus.some((sku) => sku.includes(","))) return undefined;
  const filter = skus.join(",");
  return encodeURIComponent(filter.toWellFormed()).length <= SKU_FILTER_MAX_CHARS ? filter : undefined;
}
