/**
 * An order in each state that is shown, by each delivery that leads there, with as much data at the service as
 * possible.
 */
import type { Delivery, OrderState } from "../../shared/wire.ts";
import { MINUTE } from "../support/rewards.ts";
import type { Browser, World } from "../support/world.ts";

/** Its codes include a document, so that there is also a link among them. */
export const SKU = "PLUMVALE-CODE-PIN-C128-30";
const PROMOTION: Record<Delivery, string> = { redeem: "4001", activate: "4001", notify: "4008" };
/** Longer than the time for which a reading of an order stays fresh. */
const FRESH_AGAIN = 6_000;

type Step =
  | "book"
  | "doubt"
  | Delivery
  | "open"
  | "cancel"
  | "refund"
  | "failed"
  | "denied"
  | "blocked"
  | "expired";

export interface Reached {
  readonly state: OrderState;
  readonly delivery: Delivery;
  /** The steps of the order, in this order. */
  readonly steps: readonly Step[];
}

const bad = (["failed", "denied", "blocked", "expired"] as const).map(
  (state): Reached => ({ state, delivery: "activate", steps: ["book", "activate", state] }),
);

export const REACHED: readonly Reached[] = [
  { state: "open", delivery: "redeem", steps: [] },
  { state: "booked", delivery: "redeem", steps: ["book"] },
  { state: "processing", delivery: "redeem", steps: ["doubt", "book"] },
  { state: "processing", delivery: "redeem", steps: ["book", "doubt", "redeem"] },
  { state: "redeemed", delivery: "redeem", steps: ["book", "redeem"] },
  { state: "refunded", delivery: "redeem", steps: ["book", "redeem", "refund"] },
  { state: "canceled", delivery: "redeem", steps: ["book", "cancel"] },
  { state: "booked", delivery: "activate", steps: ["book"] },
  { state: "processing", delivery: "activate", steps: ["book", "doubt", "activate"] },
  { state: "activated", delivery: "activate", steps: ["book", "activate"] },
  { state: "redeemed", delivery: "activate", steps: ["book", "activate", "open"] },
  { state: "refunded", delivery: "activate", steps: ["book", "activate", "open", "refund"] },
  { state: "canceled", delivery: "activate", steps: ["book", "activate", "cancel"] },
  { state: "open", delivery: "notify", steps: [] },
  { state: "processing", delivery: "notify", steps: ["doubt", "notify"] },
  { state: "notified", delivery: "notify", steps: ["notify"] },
  { state: "redeemed", delivery: "notify", steps: ["notify", "open"] },
  { state: "canceled", delivery: "notify", steps: ["notify", "cancel"] },
  ...bad,
];

/** The site's session request for an order. */
export const sessionOf = (order_id: string, delivery: Delivery, email: string): Record<string, unknown> => ({
  order_id,
  ttl_seconds: 3600,
  delivery,
  promotion_id: PROMOTION[delivery],
  user: { email },
});

/** Brings a new order into the state. @throws if the order ends in another state */
export async function reach(world: World, session: Record<string, unknown>, to: Reached): Promise<Browser> {
  const order_id = String(session.order_id);
  const browser = await world.browser(session);
  for (const step of to.steps) await take(world, browser, order_id, step);
  const { data } = await browser.get("/v1/order");
  if (data.state !== to.state) throw new Error(`${order_id} is ${data.state}, not ${to.state}`);
  return browser;
}

async function take(world: World, browser: Browser, order_id: string, step: Step): Promise<void> {
  const reference = async (): Promise<string> =>
    (await world.ledger.readOrder({ site: "shop", order_id }))?.order.known.attempts.at(-1)?.redemption_id ??
    "";
  switch (step) {
    case "book":
    case "notify":
      await browser.post(`/v1/order/${step}`, { sku: SKU });
      return;
    case "redeem":
    case "activate":
      await browser.post(`/v1/order/${step}`, { attempt: 1, sku: SKU });
      return;
    case "doubt":
      // Every change has its effect, its answer is lost, and no reading works.
      for (const operation of ["book", "redeem", "activate", "create"] as const)
        world.control.fault({ operation, kind: "timeout_after", times: "always" });
      for (const operation of ["get_redemption", "list_redemptions"] as const)
        world.control.fault({ operation, kind: "timeout_before", times: "always" });
      return;
    case "open":
      world.control.openLink(await reference());
      await world.pass(FRESH_AGAIN);
      return;
    case "cancel":
    case "refund":
      await world.end(order_id, step);
      return;
    case "failed":
      // Neither a repeat nor a Cancel helps, for half an hour.
      world.control.fault({
        operation: "activate",
        kind: "state",
        state: "failed",
        codes: true,
        times: "always",
      });
      world.control.fault({ operation: "cancel", kind: "invalid_request", times: "always" });
      world.control.forceState(await reference(), step, { codes: true });
      await browser.get("/v1/order");
      await world.pass(32 * MINUTE);
      return;
    case "denied":
    case "blocked":
    case "expired":
      world.control.forceState(await reference(), step, { codes: true });
      await world.pass(FRESH_AGAIN);
      return;
    default:
      step satisfies never;
  }
}
