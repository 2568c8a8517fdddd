/**
 * A user's operations on an order: view, book, confirm, fetch codes and balance. The rules are in decide.ts, next.ts and absorb.ts,
 * the calls in runner.ts; this file combines them within the time that a browser waits.
 */
import type { Codes } from "../../shared/usages.ts";
import type { Balance, Choice, Confirmation, Delivery, Order as OrderView } from "../../shared/wire.ts";
import { ProblemError } from "../problem.ts";
import { limitWait } from "../redemption/attempt-limits.ts";
import { confirm, type Decision, openAttempt, refuseChoice, rejoin, resume } from "../redemption/decide.ts";
import { refuseValue } from "../redemption/hold.ts";
import {
  type Attempt,
  attemptOf,
  CONFIRMING,
  currentAttempt,
  type Order,
  type OrderKey,
} from "../redemption/model.ts";
import type { Recovery } from "../redemption/recovery.ts";
import {
  ANSWER_MARGIN,
  ANSWER_WITHIN,
  CATALOG_BOOK_MARGIN,
  FAILED_BOOKS_REPEATED,
  POLL_AFTER,
} from "../timing.ts";
import { within } from "../within.ts";
import { Confirmations, type ConfirmationsOptions, type Settled } from "./confirmations.ts";
import type { Freshness } from "./freshness.ts";
import { Links } from "./links.ts";
import type { Products } from "./products.ts";
import type { ViewOf } from "./view.ts";

export interface OrdersOptions extends ConfirmationsOptions {
  readonly products: Products;
  readonly view: ViewOf;
  readonly freshness: Freshness;
  readonly recovery: Recovery;
  readonly instance: string;
  /** Checks a choice against the session's limits and the catalog; returns the reward's name, or throws a problem. */
  readonly checkChoice: (order: Order, choice: Choice) => Promise<string>;
}

export interface Answer {
  readonly status: 200 | 201 | 202;
  readonly order: OrderView;
}

export class Orders {
  readonly #options: OrdersOptions;
  readonly #links: Links;
  readonly #confirmations: Confirmations;

  constructor(options: OrdersOptions) {
    this.#options = options;
    this.#links = new Links(options);
    this.#confirmations = new Confirmations(options);
  }

  /** The order; if its user has a link, refreshed from the service. Source: contract, `GET /v1/order`. */
  async view(key: OrderKey, locale: string | null): Promise<OrderView> {
    const { rows, freshness, view } = this.#options;
    const order = await rows.read(key);
    const attempt = currentAttempt(order);
    return view(attempt?.phase === "linked" ? await freshness.of(order, attempt) : order, locale);
  }

  /** Books a choice, or resumes an equal hold. Source: contract, `POST /v1/order/book`. */
  async book(key: OrderKey, choice: Choice, locale: string | null): Promise<Answer> {
    const { clock, rows, runner, view } = this.#options;
    const end = this.#answerBy();
    let failed = 0;
    for (;;) {
      const { order, decision, leaveBy } = await this.#decideBook(key, choice, end);
      const { n } = decision;
      if (decision.kind === "send") runner.perform(order, n, "book", leaveBy);
      const settled = await rows.watchers.waitFor(
        key,
        (row) => attemptOf(row, n)?.phase !== "booking",
        end - clock.monotonic(),
        decision.kind === "send" ? order : undefined,
      );
      const attempt = settled && attemptOf(settled, n);
      if (!settled || !attempt) throw new ProblemError("order_not_found");
      switch (attempt.phase) {
        case "booked":
          return { status: decision.kind === "send" ? 201 : 200, order: view(settled, locale) };
        case "booking":
          return { status: 202, order: view(settled, locale) };
        case "refused":
          throw await this.#confirmations.refusal(settled, attempt, end);
        case "given_up": {
          // A lost ledger's hold is for another reward than the user chose.
          const above = attempt.chosen ? undefined : refuseValue(settled.pins, attempt.evidence.value);
          if (above) throw above;
          // Given up at once: the service had a lost ledger's hold, or the booked redemption had ended.
          if (decision.kind === "send" && settled.current === null) {
            const mayRepeat = limitWait(settled, rows.now()) === 0 && ++failed <= FAILED_BOOKS_REPEATED;
            if (attempt.chosen || mayRepeat) continue;
            throw await this.#confirmations.refusal(settled, attempt, end);
          }
          // The order has another current attempt now, or can have none.
          throw new ProblemError(refuseChoice(settled) ?? "confirmation_mismatch");
        }
        default:
          // The attempt was confirmed in another tab, or by a lost ledger under the same order id.
          throw new ProblemError(refuseChoice(settled) ?? "not_booked");
      }
    }
  }

  /** Redeems the confirmed attempt. Source: contract, `POST /v1/order/redeem`. */
  async redeem(key: OrderKey, confirmation: Confirmation, locale: string | null): Promise<Answer> {
    const { products, clock } = this.#options;
    const end = this.#answerBy();
    const settled = await this.#confirm(key, "redeem", confirmation, end);
    const { order, attempt, answer } = settled;
    const known = this.#answer(settled, locale);
    if (attempt.phase !== "redeemed") return known;
    const left = end - clock.monotonic();
    const codes = await within(clock, left, products.codes(order, attempt, end, answer));
    // Codes that are not there in time are fetched by another request.
    if (!codes) return { ...known, status: 202 };
    return { status: 200, order: { ...known.order, codes } as OrderView };
  }

  /** Activates the confirmed attempt, or returns its link again. Source: contract, `POST /v1/order/activate`. */
  async activate(key: OrderKey, confirmation: Confirmation, locale: string | null): Promise<Answer> {
    const { clock } = this.#options;
    const end = this.#answerBy();
    const settled = await this.#confirm(key, "activate", confirmation, end);
    const known = this.#answer(settled, locale);
    if (settled.attempt.phase !== "linked") return known;
    const linked = await within(clock, end - clock.monotonic(), this.#links.of(key, settled, locale, end));
    return linked ?? { ...known, status: 202 };
  }

  /** Makes the service mail a link to the user. Source: contract, `POST /v1/order/notify`. */
  async notify(key: OrderKey, choice: Choice, locale: string | null): Promise<Answer> {
    const { clock, rows, recovery, checkChoice } = this.#options;
    const end = this.#answerBy();
    const before = await this.#read(key, "notify");
    const known = rejoin(before, choice);
    await rows.requireTime();
    // An unavailable choice is refused before the recovery lookup runs.
    if (!known) {
      openAttempt(before, choice, "", rows.context());
      await this.#inTime(end, checkChoice(before, choice));
    }
    const isGateOpen = known === undefined && (await recovery.opens(before));
    const name = known ? undefined : await this.#inTime(end, checkChoice(before, choice));
    const leaveBy = clock.monotonic() + CATALOG_BOOK_MARGIN;
    const decide = (row: Order): Decision =>
      name === undefined
        ? (rejoin(row, choice) ?? goneOn())
        : openAttempt(row, choice, name, { ...rows.context(), isGateOpen });
    return this.#answer(await this.#confirmations.settle(before, "create", decide, end, leaveBy), locale);
  }

  /** The codes of a redeemed order, read from the service anew. Source: contract, `POST /v1/order/codes`. */
  async codes(key: OrderKey): Promise<Codes> {
    const end = this.#answerBy();
    const read = async () => {
      const { order, attempt } = await this.#redeemed(key);
      return this.#options.products.codes(order, attempt, end);
    };
    return this.#inTime(end, read());
  }

  /** The balance of the card of a redeemed order. Source: contract, `POST /v1/order/balance`. */
  async balance(key: OrderKey): Promise<Balance> {
    const read = async () => {
      const { attempt } = await this.#redeemed(key);
      return this.#options.products.balance(attempt);
    };
    return this.#inTime(this.#answerBy(), read());
  }

  #answer({ order, attempt }: Settled, locale: string | null): Answer {
    return { status: attempt.phase === "confirmed" ? 202 : 200, order: this.#options.view(order, locale) };
  }

  /** Monotonic ms by which a browser has its answer. */
  #answerBy(): number {
    return this.#options.clock.monotonic() + ANSWER_WITHIN - ANSWER_MARGIN;
  }

  /** @throws ProblemError upstream_unavailable if the work takes longer than the answer may */
  async #inTime<T>(end: number, work: Promise<T>): Promise<T> {
    const { clock } = this.#options;
    const done = await within(
      clock,
      end - clock.monotonic(),
      work.then((value) => ({ value })),
    );
    if (!done) throw new ProblemError("upstream_unavailable");
    return done.value;
  }

  /** A link may have been opened since the row was stored: the order is then redeemed. */
  async #redeemed(key: OrderKey): Promise<{ order: Order; attempt: Attempt }> {
    const { rows, products } = this.#options;
    let order = await rows.read(key);
    const before = currentAttempt(order);
    // The user may have opened the link a moment ago: read now, because an earlier reading is too old.
    if (before?.phase === "linked") order = (await products.fresh(order, before)).order;
    const attempt = currentAttempt(order);
    if (attempt?.phase === "refunded") throw new ProblemError("order_finished");
    if (attempt?.phase !== "redeemed") throw new ProblemError("not_redeemed");
    return { order, attempt };
  }

  async #read(key: OrderKey, ...deliveries: Delivery[]): Promise<Order> {
    const order = await this.#options.rows.read(key);
    if (!deliveries.includes(order.pins.delivery)) {
      const detail = `The order is delivered by \`${order.pins.delivery}\`, so nothing was sent. Use the routes of that delivery.`;
      throw new ProblemError("delivery_mismatch", { detail });
    }
    // The service needs the address; a new session restores it.
    if (order.pins.email === null) throw new ProblemError("session_expired");
    return order;
  }

  /** Decides on the row first: a choice that is refused anyway, or that resumes a hold, needs no read of the service. */
  async #decideBook(
    key: OrderKey,
    choice: Choice,
    end: number,
  ): Promise<{ order: Order; decision: Decision; leaveBy?: number }> {
    const { clock, rows, checkChoice } = this.#options;
    const row = await this.#read(key, "redeem", "activate");
    if (row.current !== null) await rows.requireTime();
    const quick = resume(row, choice, rows.context());
    if (quick && quick.kind !== "store") return { order: row, decision: quick };
    // A choice that was not checked against the catalog opens no attempt, even if the row has changed meanwhile.
    if (quick) return rows.decide(key, (newest) => resume(newest, choice, rows.context()) ?? goneOn(), row);
    // Whether a promotion runs also depends on the service's time.
    await rows.requireTime();
    const name = await this.#inTime(end, checkChoice(row, choice));
    const leaveBy = clock.monotonic() + CATALOG_BOOK_MARGIN;
    const decide = (newest: Order) => openAttempt(newest, choice, name, rows.context());
    return { ...(await rows.decide(key, decide, row)), leaveBy };
  }

  async #confirm(
    key: OrderKey,
    delivery: "redeem" | "activate",
    confirmation: Confirmation,
    end: number,
  ): Promise<Settled> {
    const { rows, recovery } = this.#options;
    const before = await this.#read(key, delivery);
    await rows.requireTime();
    const first = confirm(before, confirmation, rows.context());
    const isGateOpen = first.kind === "join" || (await recovery.opens(before));
    const decide = (row: Order) => confirm(row, confirmation, { ...rows.context(), isGateOpen });
    return this.#confirmations.settle(before, CONFIRMING[delivery], decide, end);
  }
}

/** The row changed after the choice had needed no catalog check: the client has to ask again. */
function goneOn(): never {
  throw new ProblemError("order_processing", { retryAfterMs: POLL_AFTER });
}
