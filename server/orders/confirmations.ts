/**
 * Stores a confirmation, sends its call, and waits for the outcome as long as a browser may wait; explains a refused Book or
 * confirmation. Source: contract, `redeem`, `activate` and `notify`.
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
  /** Explains why the service may have refused a choice that the catalog allowed. */
  readonly explainRefusal: (order: Order, choice: Choice) => Promise<ProblemError | undefined>;
}

/** The outcome of a confirmation, as far as it is known. */
export interface Settled {
  readonly order: Order;
  readonly attempt: Attempt;
  /** The answer to the confirming call, if this request sent the call and the answer was readable. */
  readonly answer: Redemption | undefined;
}

export class Confirmations {
  readonly #options: ConfirmationsOptions;

  constructor(options: ConfirmationsOptions) {
    this.#options = options;
  }

  /** Stores a confirmation, sends its call, and waits for the outcome. */
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
        // A Create makes no hold that could lapse.
        throw new ProblemError(operation === "create" ? "reward_unavailable" : "hold_expired", {
          detail: "What was confirmed has ended without a reward. Choose again.",
        });
      }
      case "refunded":
        throw new ProblemError("order_finished");
      case "given_up":
        // A lost ledger's attempt was found, and is now the order's current one.
        throw new ProblemError("confirmation_mismatch");
      default:
        return { order: settled, attempt, answer: answerOf(call) };
    }
  }

  /** The service does not say why it refuses a reward; its catalog, read anew, may show the reason. */
  async refusal(order: Order, attempt: Attempt, end: number): Promise<ProblemError> {
    const told = attempt.refusal?.code ?? "reward_unavailable";
    const why = told === "reward_unavailable" && (await this.#explain(order, attempt, end));
    return why || new ProblemError(told);
  }

  /**
   * Why a confirmation was refused although its hold stands, if the catalog, read anew, shows it: the promotion or the reward was
   * paused. The confirmation stays, and is repeated like any other with an unknown outcome.
   */
  async #whyRefused(order: Order, n: number, end: number): Promise<ProblemError | undefined> {
    const attempt = attemptOf(order, n);
    const why = attempt && (await this.#explain(order, attempt, end));
    // `out_of_stock` is no reason: the last code is the held one.
    if (why?.code !== "promotion_unavailable" && why?.code !== "reward_unavailable") return undefined;
    return keptConfirmation(why, attempt?.redemption_id ?? undefined);
  }

  /** The problem that the catalog, read anew, shows for the attempt's choice. */
  #explain(order: Order, { sku, amount }: Attempt, end: number): Promise<ProblemError | undefined> {
    const { clock, explainRefusal } = this.#options;
    const choice = { sku, ...(amount !== null && { amount }) };
    return within(clock, end - clock.monotonic(), explainRefusal(order, choice));
  }
}
