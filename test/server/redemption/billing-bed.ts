/** The base of tests for double billing: orders of one world, made and read by their number, and the service's clock. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Control } from "../../../demo/fulfillment/app.ts";
import { openSqliteLedger } from "../../../server/ledger/sqlite.ts";
import type { Order } from "../../../server/redemption/model.ts";
import { MINUTE, SKU } from "../../support/rewards.ts";
import { anotherWorld, useWorld, world } from "../../support/use-world.ts";
import type { Answer, World } from "../../support/world.ts";
import { asOperator, OPERATOR_KEY } from "../routes/operator.ts";

/** A promotion that mails links, and has no other delivery. */
export const MAILING = 4008;
const MAILED = { delivery: "notify", promotion_id: String(MAILING) } as const;
/** Browsers look often while virtual minutes pass. */
const SETTINGS = { OPERATOR_KEY, LIMIT_SESSION_PER_MINUTE: "10000" };
/** Long enough for a test that outlives a hold. */
export const LONG = { ttl_seconds: 3_600 };

type Redemption = ReturnType<Control["redemptions"]>[number];

export interface BillingBed {
  readonly world: World;
  /** A fault of the service, once unless it says otherwise. @returns its id */
  fault(given: object): number;
  row(orderId: string): Promise<Order | undefined>;
  /** The service's redemptions of an order of the shop. */
  redemptions(orderId: string): Redemption[];
  /** The redemptions with a billed code. */
  billed(orderId: string): Redemption[];
  /** The id of the redemption of the order's first attempt; empty before there is one. */
  firstOf(orderId: string): string;
  /** The user opens every link that is out. */
  openLinks(orderId: string): void;
  /** As an operator. */
  release(orderId: string, wish?: { readonly acknowledge: true }): Promise<Answer>;
  /** Confirms an order whose redeem is denied, and releases it a quarter of an hour later. @returns the result of the release */
  released(orderId: string): Promise<unknown>;
  /** Books and confirms in one go. */
  redeem(orderId: string, sku?: string): Promise<Answer>;
  /** Confirms a mail. */
  notify(orderId: string, email?: string): Promise<Answer>;
  /** The service's `Date` is so many ms ahead from now on, and so many answers tell it that it is believed. */
  setDate(ahead: number, answers?: number): Promise<void>;
  /** A gateway delivers each Cancel twice from now on: the answer is that of the second delivery, which the service refuses. */
  cancelTwice(): void;
  /** The server starts anew on an SQLite file, beside the same service. */
  startOn(file: string): Promise<void>;
}

/** A folder for ledgers and their copies. */
export const ledgerFolder = (): string => mkdtempSync(join(tmpdir(), "ledgers-"));

/** A fresh one for each test. */
export function billingBed(): BillingBed {
  useWorld(SETTINGS);
  let visits = 0;

  const redemptions = (orderId: string): Redemption[] =>
    world.control.redemptions().filter((each) => each.orderId.startsWith(`shop.${orderId}.`));
  const bed: BillingBed = {
    get world() {
      return world;
    },
    fault: (given) => world.control.fault({ times: 1, ...given } as Parameters<Control["fault"]>[0]),
    row: (order_id) => world.ledger.readOrder({ site: "shop", order_id }),
    redemptions,
    billed: (orderId) => redemptions(orderId).filter(({ codes }) => codes),
    firstOf: (orderId) => redemptions(orderId)[0]?.id ?? "",
    openLinks(orderId) {
      for (const { id, state } of redemptions(orderId)) if (state === "pending") world.control.openLink(id);
    },
    release: (orderId, wish = undefined) =>
      world.request(`/v1/attention/shop/${orderId}/release`, {
        method: "POST",
        headers: { ...asOperator, ...(wish && { "Content-Type": "application/json" }) },
        ...(wish && { body: JSON.stringify(wish) }),
      }),
    async released(orderId) {
      bed.fault({ operation: "redeem", kind: "state", state: "denied" });
      await bed.redeem(orderId);
      await world.pass(15 * MINUTE);
      return (await bed.release(orderId)).data.done;
    },
    async redeem(order_id, sku = SKU) {
      const browser = await world.browser({ order_id, ...LONG });
      const { data } = await browser.post("/v1/order/book", { sku });
      return browser.post("/v1/order/redeem", { attempt: data?.attempt, sku });
    },
    async notify(order_id, email = "user@example.com") {
      const browser = await world.browser({ order_id, ...MAILED, ...LONG, user: { email } });
      return browser.post("/v1/order/notify", { sku: SKU });
    },
    async setDate(ahead, answers = 10) {
      world.gateway = (_, answer) => withDate(answer, ahead);
      for (let told = 0; told < answers; told++) {
        await bed.redeem(`visit-${++visits}`);
        await world.pass(15_000);
      }
    },
    cancelTwice() {
      const text = JSON.stringify({ error_name: "invalid_request", error_message: null });
      world.gateway = (path, answer) =>
        path.endsWith("/actions/cancel") ? { ...answer, status: 422, text } : answer;
    },
    async startOn(file) {
      const { service } = world;
      const ledger = openSqliteLedger(file, () => service.clock.now());
      await anotherWorld(SETTINGS, { ledger, service });
    },
  };
  return bed;
}

/** An answer whose `Date` is so many ms ahead of the service's own. */
export function withDate<T extends { readonly headers: Readonly<Record<string, string>> }>(
  answer: T,
  ahead: number,
): T {
  const { date } = answer.headers;
  if (date === undefined) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, date: new Date(Date.parse(date) + ahead).toUTCString() },
  };
}
