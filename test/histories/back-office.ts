/** The service's own actions, and the operation that an order will most likely need next. */

import { bed } from "./cluster.ts";
import type { Operation } from "./faults.ts";
import { API_SECRET, UPSTREAM } from "./instance.ts";
import type { Plan } from "./plan.ts";
import type { Stage } from "./stage.ts";

/** The call that a confirmation causes, by delivery. */
export const CONFIRMING = { redeem: "redeem", activate: "activate", notify: "create" } as const;

export class BackOffice {
  readonly #stage: Stage;
  readonly #upstream: { fetch(request: Request): Response | Promise<Response> };

  constructor(stage: Stage, upstream: { fetch(request: Request): Response | Promise<Response> }) {
    this.#stage = stage;
    this.#upstream = upstream;
  }

  /** By the state of the row, so that faults meet the next call. */
  nextCall(plan: Plan): Operation {
    const row = bed.row(plan.site, plan.order_id);
    const phase = row?.known.attempts.find(({ n }) => n === row.known.current)?.phase;
    const { draws } = this.#stage;
    const confirming = CONFIRMING[plan.delivery];
    switch (phase) {
      case "booking":
        return draws.one(["book", "list_redemptions", "get_promotion"]);
      case "held":
        return draws.one([confirming, confirming, confirming, "list_redemptions", "book"]);
      case "confirmed":
        return draws.one([confirming, "get_redemption", "list_redemptions"]);
      case "made":
      case "stuck":
        return draws.one(["get_redemption", "refund", "cancel", "cancel"]);
      default:
        return draws.one([plan.delivery === "notify" ? "create" : "book", confirming, "list_rewards"]);
    }
  }

  /** A mailed link may be opened at once; an activation's link once it was shown. */
  mayOpen(id: string): boolean {
    const { control, asks } = this.#stage.evidence;
    if (control.outbox().some(({ redemptionId }) => redemptionId === id)) return true;
    return asks.some(
      ({ answer, hungUp }) => !hungUp && String(answer?.data?.url ?? "").includes(`/flow/${id}`),
    );
  }

  /**
   * Another environment uses the same account with the same site and order ids. It books or redeems for its own user under the
   * order id of a present or later attempt of this order.
   */
  async otherEnvironment(plan: Plan): Promise<void> {
    const { draws, say, count } = this.#stage;
    const orderId = `${plan.prefix}${draws.between(1, 3)}`;
    const { sku, amount } = draws.one(plan.choices);
    const how = draws.one(["redeem", "book"]);
    const path = `/promotions/${plan.promotion}/rewards/${sku}/redemptions/${how}`;
    const data = {
      order_id: orderId,
      user: { email: "somebody@elsewhere.example" },
      ...(amount !== undefined && { value: { amount } }),
    };
    count("events", "another environment on the account");
    say(() => `another environment: ${how} ${orderId}`);
    await this.#asItself("POST", path, { data });
  }

  /** The service ends a redemption itself. */
  async end(id: string, action: "refund" | "cancel"): Promise<void> {
    await this.#asItself("POST", `/redemptions/${id}/actions/${action}`);
  }

  async #asItself(method: string, path: string, body?: unknown): Promise<void> {
    const { evidence, scheduler } = this.#stage;
    const { control } = evidence;
    const url = `${UPSTREAM}/api/fulfillment/v2${path}`;
    const headers = { "Api-Key": "key", "Api-Secret": API_SECRET, "Content-Type": "application/json" };
    // Faults meet the calls of clients only.
    const faults = control.faults();
    control.clearFaults();
    scheduler.busy++;
    try {
      await this.#upstream.fetch(
        new Request(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }),
      );
    } finally {
      scheduler.busy--;
      for (const { id: _, ...fault } of faults) control.fault(fault);
    }
  }
}
