/**
 * What a client may do with an order: see it, book, redeem, get the codes. The rules are in decide.ts, next.ts and
 * absorb.ts; the calls in runner.ts; this file brings them together within the time a browser waits.
 */
import type { ProblemCode } from "../../shared/problems.ts";
import { type Codes, readCodes } from "../../shared/usages.ts";
import type { Choice, Confirmation, Environment, Order as OrderView } from "../../shared/wire.ts";
import type { Clock } from "../clock.ts";
import { type Fulfillment, UpstreamError } from "../fulfillment/client.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { ProblemError } from "../problem.ts";
import { ANSWER_WITHIN, GUARD_WITHIN, RESTORED_LEDGER_WINDOW } from "../timing.ts";
import { absorb } from "./absorb.ts";
import { confirm, type DecideContext, type Decision, open, resume } from "./decide.ts";
import { applyFindings, lookBehind } from "./guard.ts";
import { type Attempt, currentAttempt, type Order, type OrderKey } from "./model.ts";
import type { Runner } from "./runner.ts";
import { viewOrder } from "./view.ts";

export interface OrdersOptions {
  readonly ledger: Ledger;
  readonly fulfillment: Fulfillment;
  readonly runner: Runner;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly instance: string;
  readonly orderIdMax: number;
  /** Holds a choice against the session's limits and the catalog; answers the reward's name, or throws a problem. */
  readonly checkChoice: (order: Order, choice: Choice) => Promise<string>;
}

export interface Answer {
  readonly status: 200 | 201 | 202;
  readonly order: OrderView;
}

export class Orders {
  readonly #options: OrdersOptions;
  /** Reads of codes under way, shared by everybody who asks for the same order at the same time. */
  readonly #reads = new Map<string, Promise<Redemption>>();
  readonly #startedAt: number;

  constructor(options: OrdersOptions) {
    this.#options = options;
    this.#startedAt = options.clock.monotonic();
  }

  /** The order as it stands in the ledger; asks nobody. */
  async view(key: OrderKey, locale: string | null): Promise<OrderView> {
    return this.#view(await this.#read(key), locale);
  }

  /** Books a choice, or takes up the hold that equals it. Source: contract, `POST /v1/order/book`. */
  async book(key: OrderKey, choice: Choice, locale: string | null): Promise<Answer> {
    const { clock, runner } = this.#options;
    const end = clock.monotonic() + ANSWER_WITHIN;
    for (;;) {
      const { order, decision } = await this.#decideBook(key, choice);
      if (decision.kind === "problem") throw refused(decision);
      const { n } = decision;
      if (decision.kind === "send") void runner.perform(order, n, "book");
      const settled = await runner.waitFor(
        key,
        (row) => phaseOf(row, n) !== "booking",
        end - clock.monotonic(),
      );
      const attempt = settled?.attempts.find((each) => each.n === n);
      if (!settled || !attempt) throw new ProblemError("order_not_found");
      switch (attempt.phase) {
        case "booked":
          return { status: decision.kind === "send" ? 201 : 200, order: this.#view(settled, locale) };
        case "booking":
          return { status: 202, order: this.#view(settled, locale) };
        case "refused":
          throw new ProblemError(attempt.refusal ?? "reward_unavailable");
        case "given_up":
          // Ended before it began: the remains of another life of the order, or a change of mind in another tab.
          if (decision.kind === "send" && settled.current === null) continue;
          throw new ProblemError("confirmation_mismatch");
        case "redeeming":
          throw new ProblemError("order_processing");
        case "redeemed":
        case "refunded":
        case "stopped":
          throw new ProblemError("order_finished");
        case "void":
          throw new ProblemError("not_booked");
        default:
          attempt.phase satisfies never;
      }
    }
  }

  /** Redeems what the user confirmed. Source: contract, `POST /v1/order/redeem`. */
  async redeem(key: OrderKey, confirmation: Confirmation, locale: string | null): Promise<Answer> {
    const { clock, runner } = this.#options;
    const end = clock.monotonic() + ANSWER_WITHIN;
    const before = await this.#read(key);
    const first = confirm(before, confirmation, this.#context());
    if (first.kind === "problem") throw refused(first);
    const guarded = first.kind === "join" || (await this.#isGuarded(before));
    const { order, decision } = await this.#decide(key, (row) =>
      confirm(row, confirmation, { ...this.#context(), guarded }),
    );
    if (decision.kind === "problem") throw refused(decision);
    const { n } = decision;
    let answer: Redemption | undefined;
    if (decision.kind === "send") {
      const hear = (redemption: Redemption): void => {
        answer = redemption;
      };
      void runner.perform(order, n, "redeem", hear);
    }
    const settled = await runner.waitFor(
      key,
      (row) => phaseOf(row, n) !== "redeeming",
      end - clock.monotonic(),
    );
    const attempt = settled?.attempts.find((each) => each.n === n);
    if (!settled || !attempt) throw new ProblemError("order_not_found");
    if (attempt.phase === "redeeming") return { status: 202, order: this.#view(settled, locale) };
    if (attempt.phase === "void") throw new ProblemError("hold_expired");
    if (attempt.phase === "refunded") throw new ProblemError("order_finished");
    // A later attempt of another life of the order was found, and is what the order has now.
    if (attempt.phase === "given_up") throw new ProblemError("confirmation_mismatch");
    const view = this.#view(settled, locale);
    if (attempt.phase !== "redeemed") return { status: 200, order: view };
    const codes = await this.#codes(settled, attempt, answer);
    return { status: 200, order: { ...view, codes } as OrderView };
  }

  /** The codes of a redeemed order, read from the service anew. Source: contract, `POST /v1/order/codes`. */
  async codes(key: OrderKey): Promise<Codes> {
    const order = await this.#read(key);
    const attempt = currentAttempt(order);
    if (attempt?.phase === "refunded") throw new ProblemError("order_finished");
    if (attempt?.phase !== "redeemed") throw new ProblemError("not_redeemed");
    return this.#codes(order, attempt, undefined);
  }

  /** Held against the row first: what is refused anyway, or resumes a hold, asks the service nothing. */
  async #decideBook(key: OrderKey, choice: Choice): Promise<{ order: Order; decision: Decision }> {
    const row = await this.#read(key);
    const quick = resume(row, choice, this.#context());
    if (quick && quick.kind !== "store") return { order: row, decision: quick };
    const name = quick ? "" : await this.#options.checkChoice(row, choice);
    return this.#decide(key, (newest) => open(newest, choice, name, this.#context()));
  }

  /** Decides on the newest row and stores the decision by compare-and-swap. */
  async #decide(
    key: OrderKey,
    decide: (row: Order) => Decision,
  ): Promise<{ order: Order; decision: Decision }> {
    let decision: Decision = { kind: "problem", code: "order_not_found" };
    let row: Order | undefined;
    const stored = await this.#options.runner.swap(key, (newest) => {
      row = newest;
      decision = decide(newest);
      return decision.kind === "send" || decision.kind === "store" ? decision.order : undefined;
    });
    const order = stored ?? row;
    if (!order) throw new ProblemError("order_not_found");
    // A given-up hold is read at once: while it lives, a debited one can still be refunded.
    if (stored) this.#options.runner.wake(key);
    return { order, decision };
  }

  /**
   * Whether the attempt in hand may be redeemed at once. The look is short, because the user waits; when it fails, the
   * confirmation is stored all the same and the loop looks before it sends.
   */
  async #isGuarded(order: Order): Promise<boolean> {
    const { clock, runner } = this.#options;
    if (clock.monotonic() - this.#startedAt > RESTORED_LEDGER_WINDOW) return true;
    const waited = new AbortController();
    const findings = await Promise.race([
      lookBehind(order, this.#options).catch(() => undefined),
      clock.sleep(GUARD_WITHIN, waited.signal),
    ]);
    waited.abort();
    if (!findings) return false;
    const found = findings.later || findings.refused.some((each) => each.found.length > 0);
    if (found) await runner.swap(order, (row) => applyFindings(row, findings, runner.now()));
    return true;
  }

  async #codes(order: Order, attempt: Attempt, answer: Redemption | undefined): Promise<Codes> {
    const known = answer && answer.id === attempt.redemption_id ? readCodes(answer.codes) : undefined;
    if (known) return known;
    const redemption = await this.#readRedemption(attempt.redemption_id ?? "");
    if (redemption.state === "refunded") {
      await this.#options.runner.swap(order, (row) =>
        absorb(row, attempt.n, { kind: "read", redemption }, this.#options.runner.now()),
      );
      throw new ProblemError("order_finished");
    }
    const codes = readCodes(redemption.codes);
    if (codes) {
      if (order.attention === "codes_unreadable") await this.#attend(order, null);
      return codes;
    }
    if (order.attention === null) await this.#attend(order, "codes_unreadable");
    throw new ProblemError("codes_unreadable", { reference: attempt.redemption_id ?? undefined });
  }

  async #attend(key: OrderKey, attention: Order["attention"]): Promise<void> {
    await this.#options.runner.swap(key, (row) =>
      row.attention === attention ? undefined : { ...row, attention },
    );
  }

  async #readRedemption(id: string): Promise<Redemption> {
    const shared = this.#reads.get(id);
    if (shared) return shared;
    const read = this.#options.fulfillment
      .readRedemption(id)
      .catch((error) => {
        // The redemption is known to exist: "not found" is the service's trouble, not the user's mistake.
        const missing = error instanceof UpstreamError && error.code === "not_found";
        throw missing ? new ProblemError("upstream_invalid", { reference: id }) : error;
      })
      .finally(() => this.#reads.delete(id));
    this.#reads.set(id, read);
    return read;
  }

  /** The row, and for one in hand the service's time with it: decisions and the countdown rest on that clock. */
  async #read(key: OrderKey): Promise<Order> {
    const { ledger, fulfillment } = this.#options;
    const order = await ledger.readOrder(key);
    if (!order) throw new ProblemError("order_not_found");
    if (order.current !== null) await fulfillment.learnTime();
    return order;
  }

  #view(order: Order, locale: string | null): OrderView {
    return viewOrder(order, {
      environment: this.#options.environment,
      now: this.#options.runner.now(),
      locale,
    });
  }

  #context(): DecideContext {
    const { instance, orderIdMax, runner } = this.#options;
    return { now: runner.now(), instance, orderIdMax };
  }
}

const phaseOf = (order: Order, n: number): Attempt["phase"] | undefined =>
  order.attempts.find((each) => each.n === n)?.phase;

function refused({ code, retryAfterMs }: { code: ProblemCode; retryAfterMs?: number }): ProblemError {
  return new ProblemError(code, { retryAfterMs });
}
