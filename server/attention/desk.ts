/**
 * Lists the orders that need a person, and releases them. release.ts decides on a release; this file asks the service and stores
 * the decision. Source: contract, "For operators".
 */
import type { Clock } from "../clock.ts";
import { type Fulfillment, UpstreamError } from "../fulfillment/client.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Log, LogFields } from "../log.ts";
import { ProblemError } from "../problem.ts";
import type { OrderKey } from "../redemption/model.ts";
import type { Rows } from "../redemption/rows.ts";
import type { AttentionOrder, AttentionQuery, ReleasedOrder } from "./query.ts";
import {
  decideRelease,
  type FreshRead,
  type ReleaseDecision,
  type ReleaseWish,
  subjectOf,
} from "./release.ts";
import { attentionRow, releasedRow } from "./row.ts";
import { type StandingNow, standingAt } from "./standing.ts";

export interface AttentionDeskOptions {
  readonly ledger: Pick<Ledger, "ordersNeedingAttention" | "countNeedingAttention" | "standing">;
  readonly fulfillment: Pick<Fulfillment, "readRedemption">;
  readonly rows: Rows;
  readonly clock: Clock;
  readonly log: Log;
}

/** The log fields of the operator who asks for a release. */
export type AskedBy = Pick<LogFields, "request_id" | "operator" | "address">;

export class AttentionDesk {
  readonly #options: AttentionDeskOptions;

  constructor(options: AttentionDeskOptions) {
    this.#options = options;
  }

  /** A page of the list, the longest waiting first. Reads only the ledger. */
  async page(query: AttentionQuery): Promise<{ data: AttentionOrder[]; total: number }> {
    const { ledger, rows } = this.#options;
    const { page, per_page, site, reason } = query;
    const total = await ledger.countNeedingAttention({ site, reason });
    const offset = (page - 1) * per_page;
    const orders = await ledger.ordersNeedingAttention(per_page, { site, reason, offset });
    const { now } = rows.context();
    return { data: orders.flatMap((order) => attentionRow(order, now) ?? []), total };
  }

  /** @returns undefined if the ledger does not answer */
  async standing(): Promise<StandingNow | undefined> {
    const { ledger, rows, clock } = this.#options;
    const standing = await ledger.standing().catch(() => undefined);
    return standing && standingAt(standing, clock.now(), rows.context().now);
  }

  /**
   * An operator allows the next attempt, or acknowledges the present one.
   * @throws ProblemError order_not_found, confirmation_mismatch, order_processing, order_finished; UpstreamError
   */
  async release(key: OrderKey, wish: ReleaseWish, asked_by: AskedBy): Promise<ReleasedOrder> {
    const { rows, log } = this.#options;
    const before = await rows.newest(key);
    if (!before) throw new ProblemError("order_not_found");
    const subject = subjectOf(before);
    const n = subject?.attempt?.n;
    if (!subject) return { ...releasedRow(before, n, rows.context().now), done: "nothing" };
    await rows.requireTime();
    // The decision must concern the reason and attempt that the request found, so that the service is asked only once.
    const asked: ReleaseWish = { reason: subject.reason, attempt: n, ...wish };
    let read: FreshRead | undefined;
    for (;;) {
      const { order, decision } = await rows.decide(key, (row) =>
        decideRelease(row, {
          now: rows.now(),
          wish: asked,
          read: read && { ...read, at: rows.timeOf(read.at) },
        }),
      );
      switch (decision.kind) {
        case "read":
          read = await this.#read(decision);
          break;
        case "nothing":
          return { ...releasedRow(order, n, rows.context().now), done: "nothing" };
        case "store": {
          const { did } = decision;
          const { site, order_id } = order;
          const { reason } = subject;
          log.info("released by a person", { ...asked_by, site, order_id, attempt: n, reason, outcome: did });
          return { ...releasedRow(order, n, rows.context().now), done: did };
        }
        default:
          decision satisfies never;
      }
    }
  }

  /** @returns with `at` in monotonic ms */
  async #read({ n, redemptionId, asOf }: Extract<ReleaseDecision, { kind: "read" }>): Promise<FreshRead> {
    const { fulfillment, clock } = this.#options;
    const at = clock.monotonic();
    try {
      return { n, redemption: await fulfillment.readRedemption(redemptionId), asOf, at };
    } catch (error) {
      if (error instanceof UpstreamError && error.code === "not_found")
        return { n, redemption: undefined, asOf, at };
      throw error;
    }
  }
}
