/**
 * Stores a confirmation, sends its call, and waits for what comes of it within the time of a browser; says why what was booked or
 * confirmed was refused. Source: contract, `redeem`, `activate` and `notify`.
 */
import type { Choice } from "../../shared/wire.ts";
import type { Clock } from "../clock.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { holdEnded, keptConfirmation, ProblemError } from "../problem.ts";
import type { Decision } from "../redemption/decide.ts";
import { endedAs, isRefusedHold } from "../redemption/hold.ts";
import { type Attempt, attemptOf, type Confirming, type Order } from "../redemption/model.ts";
import type { Rows } from "../redemption/rows.ts";
import { answerOf, type Runner } from "../redemption/runner.ts";
import { within } from "../within.ts";

export interface ConfirmationsOptions {
  readonly rows: Rows;
  readonly runner: Runner;
  readonly clock: Clock;
  /** Why the service may have refused a choice that the catalog allowed. */
  readonly explainRefusal: (order: Order, choice: Choice) => Promise<ProblemError | undefined>;
}

/** How a confirmation ended, as far as it is known. */
export interface Settled {
  readonly order: Order;
  readonly attempt: Attempt;
  /** What the confirming call answered, where this request sent it and it was readable. */
  readonly answer: Redemption | undefined;
}

export class Confirmations {
  readonly #options: ConfirmationsOptions;

  constructor(options: ConfirmationsOptions) {
    this.#options = options;
  }

  /** Stores a confirmation, sends its call, and waits for what comes of it. */
  async settle(
    /** The row as it was a moment ago. */
    known: Order,
    operation: Confirming,
    decide: (row: Order) => Decision,
    /** Monotonic ms. */
    end: number,
    leaveBy?: number,
  ): Promise<Settled> {
    const { clock, rows, runner } = this.#options;
    const { order, decision } = await rows.decide(known, decide, known);
    const { n } = decision;
    const call = decision.kind === "send" ? runner.perform(order, n, operation, leaveBy) : undefined;
    const isKnown = (row: Order): boolean => attemptOf(row, n)?.phase !== "confirmed";
    const isRefused = (row: Order): boolean => {
      const confirmed = attemptOf(row, n);
      return confirmed !== undefined && isRefusedHold(row, confirmed);
    };
    const waitFor = (wanted: (row: Order) => boolean, stored?: Order) =>
      rows.watchers.waitFor(known, wanted, end - clock.monotonic(), stored);
    let settled = await waitFor((row) => isKnown(row) || isRefused(row), call && order);
    if (settled && isRefused(settled)) {
      const why = await this.#whyRefused(settled, n, end);
      if (why) throw why;
      settled = await waitFor(isKnown);
    }
    const attempt = settled && attemptOf(settled, n);
    if (!settled || !attempt) throw new ProblemError("order_not_found");
    switch (attempt.phase) {
      case "refused":
        throw await this.refusal(settled, attempt, end);
      case "void": {
        const ended = operation === "create" ? undefined : endedAs(attempt, rows.now());
        if (ended) throw holdEnded(ended);
        // A Create holds nothing that could run out.
        throw new ProblemError(operation === "create" ? "reward_unavailable" : "hold_expired", {
          detail: "What was confirmed has ended without a reward. Choose again.",
        });
      }
      case "refunded":
        throw new ProblemError("order_finished");
      case "given_up":
        // A lost ledger's attempt was found, and is what the order has now.
        throw new ProblemError("confirmation_mismatch");
      default:
        return { order: settled, attempt, answer: answerOf(call) };
    }
  }

  /** A service that refuses a reward does not say why; its catalog, read anew, may. */
  async refusal(order: Order, attempt: Attempt, end: number): Promise<ProblemError> {
    const told = attempt.refusal?.code ?? "reward_unavailable";
    const why = told === "reward_unavailable" && (await this.#explain(order, attempt, end));
    return why || new ProblemError(told);
  }

  /**
   * Why a confirmation was refused although its hold stands, where the catalog, read anew, tells: the promotion or the reward
   * was paused. The confirmation stays as it is, and is repeated like any other whose outcome is not known.
   */
  async #whyRefused(order: Order, n: number, end: number): Promise<ProblemError | undefined> {
    const attempt = attemptOf(order, n);
    const why = attempt && (await this.#explain(order, attempt, end));
    // That the last code is gone is no reason: it is the one that is held.
    if (why?.code !== "promotion_unavailable" && why?.code !== "reward_unavailable") return undefined;
    return keptConfirmation(why, attempt?.redemption_id ?? undefined);
  }

  /** What the catalog, read anew, says of the attempt's choice. */
  #explain(order: Order, { sku, amount }: Attempt, end: number): Promise<ProblemError | undefined> {
    const { clock, explainRefusal } = this.#options;
    const choice = { sku, ...(amount !== null && { amount }) };
    return within(clock, end - clock.monotonic(), explainRefusal(order, choice));
  }
}
