/**
 * A user's requests on an order: view, book, confirm, fetch codes and balance. Each checks and stores a wish (decide.ts), and waits
 * for the order's worker as long as a browser may wait.
 * Source: docs/server/routes.md; docs/proof/invariants.md, I13.
 */

import type { Codes } from "../../shared/usages.ts";
import type { Balance, Choice, Confirmation, Delivery, Order as OrderView } from "../../shared/wire.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { keptConfirmation, ProblemError } from "../problems/problem.ts";
import { type Deed, deedOf } from "../rows/audit.ts";
import {
  type Attempt,
  attemptOf,
  type Chosen,
  type Confirmer,
  currentAttempt,
  type Limits,
  limitsOf,
  type Order,
  type OrderKey,
  type Row,
} from "../rows/order.ts";
import type { ChoiceLimits } from "../settings/env.ts";
import { ANSWER_MARGIN, ANSWER_WITHIN, LEAVE_WITHIN, POLL_AFTER } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { within } from "../tools/within.ts";
import { isWithheld } from "./confirmer.ts";
import {
  isLookedUpFirst,
  isRefunded,
  wantChoice,
  wantConfirmation,
  wantKnownChoice,
  wantLink,
  whyOver,
} from "./decide.ts";
import type { Products } from "./products.ts";
import type { ViewOf } from "./view.ts";
import type { Worker } from "./worker.ts";

/** What the session of a request adds to its order. */
export interface Asking extends OrderKey {
  readonly locale: string | null;
  readonly currency: string | null;
  /** Who sits at the browser, where that is not the user. */
  readonly confirmer: Confirmer | null;
}

export interface OrdersOptions {
  readonly worker: Worker;
  readonly products: Products;
  readonly view: ViewOf;
  readonly clock: Clock;
  readonly limits: ChoiceLimits;
  /** Checks a choice against the session's limits and the catalog; returns the reward's name, or throws a problem. */
  readonly checkChoice: (order: Order, choice: Choice, currency: string | null) => Promise<string>;
  /** Resolves when the order's site allows the attempt to be confirmed (I24); throws a problem if it does not. */
  readonly authorize: (order: Order, attempt: Authorized) => Promise<void>;
  /** Explains why the service may have refused a choice that the catalog allowed. */
  readonly explainRefusal: (
    order: Order,
    choice: Choice,
    currency: string | null,
  ) => Promise<ProblemError | undefined>;
}

/** An attempt that is about to be confirmed. */
export type Authorized = Pick<Attempt, "n" | "sku" | "amount" | "reward_name" | "value">;

export interface Answer {
  readonly status: 200 | 201 | 202;
  readonly order: OrderView;
}

/** A choice that may be wished for. */
interface ChoiceWish {
  readonly decide: (row: Row) => Order;
  /** Monotonic ms by which its call leaves: the catalog that it was checked against gets old. */
  readonly leaveBy?: number;
  readonly checked?: Chosen;
}

/** What became of a wish, as far as it is known. */
interface WishOutcome {
  readonly row: Row;
  readonly attempt: Attempt;
  /** The redemption in the answer to the call, if this process heard it. */
  readonly answer: Redemption | undefined;
  /** Whether the reward was there before the request. */
  readonly wasMade: boolean;
}

export class Orders {
  readonly #options: OrdersOptions;

  constructor(options: OrdersOptions) {
    this.#options = options;
  }

  /** The order; if its user has a link, refreshed from the service. Source: openapi.json, GET /v1/order. */
  async view(asking: Asking): Promise<OrderView> {
    return (await this.viewWithLimits(asking)).order;
  }

  /** The same, with what limits the choice. Source: openapi.json, POST /v1/opening. */
  async viewWithLimits(asking: Asking): Promise<{ order: OrderView; limits: Limits }> {
    const { worker, products } = this.#options;
    const row = await worker.readLookedUp(asking);
    const isLink = currentAttempt(row.order)?.state === "pending";
    const order = this.#shown(isLink ? await products.fresh(row) : row, asking);
    return { order, limits: limitsOf(row.order.pins) };
  }

  /** Books a choice, or resumes an equal hold. Source: openapi.json, POST /v1/order/book. */
  async book(asking: Asking, choice: Choice): Promise<Answer> {
    const end = this.#answerBy();
    const before = await this.#read(asking, "redeem", "activate");
    const { decide, leaveBy } = await this.#chosen(before, asking, choice, end);
    let used = before.order.known.last_n;
    const noting = (row: Row): Order => {
      used = row.order.known.last_n;
      return decide(row);
    };
    const outcome = await this.#wish(asking, end, noting, (_, { phase }) => phase !== "booking", leaveBy);
    const { row, attempt } = outcome;
    const order = this.#shown(row, asking);
    switch (attempt.phase) {
      case "held":
        return { status: attempt.n > used ? 201 : 200, order };
      case "booking":
        return { status: 202, order };
      case "over":
        throw whyOver(row, attempt) ?? (await this.#refusal(outcome, end));
      case "confirmed":
      case "released":
        throw new ProblemError("order_processing");
      case "made":
      case "stuck":
        throw new ProblemError("order_finished");
      default:
        return attempt.phase satisfies never;
    }
  }

  /** Redeems the confirmed attempt. Source: openapi.json, POST /v1/order/redeem. */
  async redeem(asking: Asking, confirmation: Confirmation): Promise<Answer> {
    const { products, clock } = this.#options;
    const end = this.#answerBy();
    const { row, attempt, answer, wasMade } = await this.#confirm(asking, "redeem", confirmation, end);
    const known = { status: statusOf(attempt), order: this.#shown(row, asking) };
    if (attempt.state !== "redeemed" || attempt.phase !== "made" || known.order.withheld) return known;
    const codes = await within(clock, end - clock.monotonic(), products.codes(row, attempt, end, answer));
    if (codes) return { status: 200, order: { ...known.order, codes } as OrderView };
    // Codes that are not there in time are fetched by another request. What may have been shown as redeemed stays so (I13).
    const order: OrderView = wasMade ? known.order : { ...known.order, state: "processing", step: "redeem" };
    return { status: 202, order };
  }

  /** Activates the confirmed attempt, or returns its link again. Source: openapi.json, POST /v1/order/activate. */
  async activate(asking: Asking, confirmation: Confirmation): Promise<Answer> {
    const { clock } = this.#options;
    const end = this.#answerBy();
    const outcome = await this.#confirm(asking, "activate", confirmation, end);
    const known = { status: statusOf(outcome.attempt), order: this.#shown(outcome.row, asking) };
    if (known.order.state !== "activated" || known.order.withheld) return known;
    const linked = await within(clock, end - clock.monotonic(), this.#linked(outcome, asking, end));
    return linked ?? { ...known, status: 202 };
  }

  /** Makes the service mail a link to the user. Source: openapi.json, POST /v1/order/notify. */
  async notify(asking: Asking, choice: Choice): Promise<Answer> {
    const end = this.#answerBy();
    const before = await this.#read(asking, "notify");
    const chosen = await this.#chosen(before, asking, choice, end);
    const { decide, leaveBy } = await this.#authorizedChoice(before, chosen);
    const { row, attempt } = await this.#confirmAndWait(asking, end, decide, leaveBy);
    return { status: statusOf(attempt), order: this.#shown(row, asking) };
  }

  /** The codes of a redeemed order, read from the service anew. Source: openapi.json, POST /v1/order/codes. */
  async codes(asking: Asking): Promise<Codes> {
    const end = this.#answerBy();
    const read = async (): Promise<Codes> => {
      const { row, attempt } = await this.#redeemed(asking);
      const codes = await this.#options.products.codes(row, attempt, end);
      if (codes) return codes;
      throw new ProblemError("upstream_unavailable", {
        detail: "The reward was redeemed, and its codes are not there yet. Ask again in a moment.",
        retryAfterMs: POLL_AFTER,
      });
    };
    return this.#inTime(end, read());
  }

  /** The link of an activated order, again. @throws ProblemError not_redeemed if it has none to give */
  async link(asking: Asking): Promise<string> {
    const { order } = await this.#options.worker.readLookedUp(asking);
    const current = currentAttempt(order);
    if (!current || order.pins.delivery !== "activate") throw new ProblemError("not_redeemed");
    const { n: attempt, sku, amount } = current;
    const answer = await this.activate(asking, { attempt, sku, ...(amount !== null && { amount }) });
    if (answer.order.url === undefined) throw new ProblemError("not_redeemed");
    return answer.order.url;
  }

  /** The balance of the card of a redeemed order. Source: openapi.json, POST /v1/order/balance. */
  async balance(asking: Asking): Promise<Balance> {
    const read = async (): Promise<Balance> => {
      const { attempt } = await this.#redeemed(asking);
      return this.#options.products.balance(attempt);
    };
    return this.#inTime(this.#answerBy(), read());
  }

  #shown(row: Row, asking: Asking): OrderView {
    const shown = this.#options.view(row, asking.locale);
    return isWithheld(row, asking.confirmer) ? { ...shown, withheld: true } : shown;
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

  async #read(key: OrderKey, ...deliveries: Delivery[]): Promise<Row> {
    const row = await this.#options.worker.readLookedUp(key);
    const { delivery, email } = row.order.pins;
    if (!deliveries.includes(delivery)) {
      const detail = `The order is delivered by \`${delivery}\`, so nothing was sent. Use the routes of that delivery.`;
      throw new ProblemError("delivery_mismatch", { detail });
    }
    // The service needs the address; a new session restores it.
    if (email === null) throw new ProblemError("session_expired");
    return row;
  }

  /** A link may have been opened since the row was stored: the order is then redeemed. */
  async #redeemed(asking: Asking): Promise<{ row: Row; attempt: Attempt }> {
    const { worker, products } = this.#options;
    let row = await worker.read(asking);
    // First, so that staff are told the same before there is a code and after.
    if (isWithheld(row, asking.confirmer)) throw new ProblemError("not_found", { detail: NOT_FOR_STAFF });
    const before = currentAttempt(row.order);
    if (before?.phase === "made" && before.state === "pending") row = (await products.read(row, before)).row;
    const attempt = currentAttempt(row.order);
    if (isRefunded(attempt)) throw new ProblemError("order_finished");
    if (attempt?.phase !== "made" || attempt.state !== "redeemed" || isLookedUpFirst(row))
      throw new ProblemError("not_redeemed");
    return { row, attempt };
  }

  /** Checks a choice against the catalog, where the row alone does not answer it. */
  async #chosen(row: Row, asking: Asking, choice: Choice, end: number): Promise<ChoiceWish> {
    const { limits, checkChoice, clock } = this.#options;
    const { sku, amount = null } = choice;
    if (wantKnownChoice(row, choice))
      return { decide: (newest) => wantKnownChoice(newest, choice) ?? goneOn() };
    const reward_name = await this.#inTime(end, checkChoice(row.order, choice, asking.currency));
    const checked = { sku, amount, reward_name, currency: asking.currency };
    const leaveBy = clock.monotonic() + LEAVE_WITHIN;
    const { confirmer } = asking;
    return { decide: (newest) => wantChoice(newest, choice, checked, limits, confirmer), leaveBy, checked };
  }

  /** With `notify` a choice is the confirmation: what is allowed is the attempt that comes of it, and no other. */
  async #authorizedChoice(row: Row, wish: ChoiceWish): Promise<ChoiceWish> {
    const { decide, leaveBy, checked } = wish;
    if (decide(row) === row.order) return wish;
    const n = row.order.known.last_n + 1;
    if (checked) await this.#options.authorize(row.order, { ...checked, n, value: null });
    return {
      decide(newest) {
        const wanted = decide(newest);
        return wanted !== newest.order && newest.order.known.last_n + 1 !== n ? goneOn() : wanted;
      },
      ...(leaveBy !== undefined && { leaveBy }),
    };
  }

  async #confirm(
    asking: Asking,
    delivery: "redeem" | "activate",
    confirmation: Confirmation,
    end: number,
  ): Promise<WishOutcome> {
    const before = await this.#read(asking, delivery);
    const decide = (row: Row): Order => wantConfirmation(row, confirmation, asking);
    const hold = currentAttempt(before.order);
    // A repeat of a confirmation asks nothing.
    if (decide(before) !== before.order && hold) await this.#options.authorize(before.order, hold);
    return this.#confirmAndWait(asking, end, decide);
  }

  /** Stores a confirmation and waits for its outcome. @throws ProblemError if it came to nothing, or was refused and waits */
  async #confirmAndWait(
    asking: Asking,
    end: number,
    decide: (row: Row) => Order,
    leaveBy?: number,
  ): Promise<WishOutcome> {
    let outcome = await this.#wish(
      asking,
      end,
      decide,
      (_, { phase, refusal }) => phase !== "confirmed" || refusal !== null,
      leaveBy,
      confirmationOf(asking),
    );
    if (outcome.attempt.phase === "confirmed" && outcome.attempt.refusal !== null) {
      const why = await this.#whyRefused(outcome, end);
      if (why) throw why;
      outcome = await this.#wish(
        asking,
        end,
        ({ order }) => order,
        (_, { phase }) => phase !== "confirmed",
      );
    }
    const { row, attempt } = outcome;
    if (attempt.phase === "over") throw whyOver(row, attempt) ?? (await this.#refusal(outcome, end));
    if (isRefunded(attempt)) throw new ProblemError("order_finished");
    return outcome;
  }

  /** Stores a wish and waits until the attempt it is about is as far as the request wants to know. */
  async #wish(
    key: OrderKey,
    end: number,
    decide: (row: Row) => Order,
    isKnown: (row: Row, attempt: Attempt) => boolean,
    leaveBy?: number,
    deed?: Deed,
  ): Promise<WishOutcome> {
    const { first, row, heard } = await this.#options.worker.wishAndWait(key, decide, {
      until: end,
      deed,
      isDone(newest, { order }) {
        const attempt = attemptOf(newest.order, order.known.current);
        return attempt === undefined || isKnown(newest, attempt);
      },
      leaveBy,
    });
    const attempt = attemptOf(row.order, first.order.known.current);
    if (!attempt) throw new ProblemError("order_processing");
    const call = heard.findLast((each) => each.kind === "call");
    const answer = call?.outcome.kind === "answered" ? call.outcome.redemption : undefined;
    const wasMade = attemptOf(first.order, attempt.n)?.phase === "made";
    return { row, attempt, answer, wasMade };
  }

  /** The service does not say why it refuses a reward; its catalog, read anew, may show the reason. */
  async #refusal(outcome: WishOutcome, end: number): Promise<ProblemError> {
    const told = outcome.attempt.refusal ?? "reward_unavailable";
    const why = told === "reward_unavailable" && (await this.#explain(outcome, end));
    return why || new ProblemError(told);
  }

  /**
   * Why a confirmation was refused although its hold stands, if the catalog, read anew, shows it: the promotion or the reward was
   * paused. The confirmation stays, and is repeated like any other with an unknown outcome.
   */
  async #whyRefused(outcome: WishOutcome, end: number): Promise<ProblemError | undefined> {
    // A refused Create has no hold, and is not repeated.
    if (outcome.row.order.pins.delivery === "notify") return undefined;
    const why = await this.#explain(outcome, end);
    // `out_of_stock` is no reason: the last code is the held one.
    if (why?.code !== "promotion_unavailable" && why?.code !== "reward_unavailable") return undefined;
    return keptConfirmation(why, outcome.attempt.redemption_id ?? undefined);
  }

  /** The problem that the catalog, read anew, shows for the attempt's choice. */
  #explain({ row, attempt }: WishOutcome, end: number): Promise<ProblemError | undefined> {
    const { clock, explainRefusal } = this.#options;
    const { sku, amount, currency } = attempt;
    const choice = { sku, ...(amount !== null && { amount }) };
    return within(clock, end - clock.monotonic(), explainRefusal(row.order, choice, currency));
  }

  /** The link: from the answer to Activate, else from a reading, else from a repeated Activate. */
  async #linked({ row, attempt, answer }: WishOutcome, asking: Asking, end: number): Promise<Answer> {
    const { products } = this.#options;
    const known = answer && (await products.link(row, attempt, answer));
    if (known !== undefined) return { status: 200, order: { ...this.#shown(row, asking), url: known } };
    const read = await products.read(row, attempt);
    const shown = this.#shown(read.row, asking);
    // The link was opened meanwhile, or the order canceled: the order shows its new state.
    if (shown.state !== "activated") return { status: 200, order: shown };
    const url = await products.link(read.row, attempt, read.redemption);
    if (url !== undefined) return { status: 200, order: { ...shown, url } };
    const again = await this.#wish(
      asking,
      end,
      wantLink,
      ({ order }) => order.known.links === order.wanted.links,
    );
    const state = this.#shown(again.row, asking);
    if (state.state !== "activated") return { status: 200, order: state };
    if (!again.answer) throw new ProblemError("upstream_unavailable");
    const named = await products.link(again.row, again.attempt, again.answer);
    return {
      status: 200,
      order: { ...state, url: named ?? (await products.linkMissing(again.row, attempt)) },
    };
  }
}

/** For the audit: a confirmation by somebody else than the user. */
function confirmationOf({ site, order_id, confirmer }: Asking): Deed | undefined {
  if (!confirmer) return undefined;
  const by = { who: site, role: "site", actor: confirmer.actor, why: null, request_id: null } as const;
  return deedOf(by, "confirm", { site, order_id });
}

const NOT_FOR_STAFF =
  "The code is the customer's own: it is not shown to staff. The customer finds it on their own page.";

const statusOf = ({ phase }: Attempt): 200 | 202 => (phase === "confirmed" ? 202 : 200);

/** The row changed after the choice had needed no catalog check: the client has to ask again. */
function goneOn(): never {
  throw new ProblemError("order_processing");
}
