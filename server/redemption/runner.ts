/**
 * The loop of an order: performs the action of next.ts, passes the service's answer to absorb.ts, stores the row, and continues
 * until nothing is left to do. Changing calls leave only by `perform`, each after its announcement is durable (integrity rule 1).
 */
import type { Leaving } from "../fulfillment/calls.ts";
import { UpstreamError } from "../fulfillment/client.ts";

import { logOutcome, type Outcome } from "../fulfillment/outcome.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { errorFields, type Log } from "../log.ts";
import { CATALOG_BOOK_MARGIN, CLOCK_SPREAD, IDLE_TURN, SLEEP_IN_PLACE } from "../timing.ts";
import { absorb, type Observation } from "./absorb.ts";
import { isLast } from "./absorb-request.ts";
import { Loops } from "./loops.ts";
import { type Attempt, attemptOf, type Operation, type Order, type OrderKey, withAttempt } from "./model.ts";
import { type Action, listOrRead, next } from "./next.ts";
import { askedAs, observe, type Question } from "./observe.ts";
import type { Recovery, RecoveryOptions } from "./recovery.ts";
import { sendOperation } from "./send-operation.ts";
import { announce, announceAgain, claim, leavesWithin } from "./sends.ts";

export interface RunnerOptions extends Omit<RecoveryOptions, "orderIdMax"> {
  readonly recovery: Recovery;
  readonly log: Log;
  /** Names this process in announcements; a new name after every start. */
  readonly instance: string;
  /**
   * Whether an attempt's reward is still available, by a promotion read at most a minute ago (I9); `unknown` if the promotion could
   * not be read.
   */
  readonly isBookable: (order: Order, attempt: Attempt) => Promise<"yes" | "no" | "unknown">;
}

/** A changing call under way. */
export interface Call {
  /** Set before the row is changed and its watchers are notified. */
  readonly outcome?: Outcome;
  /** Never rejects. */
  readonly done: Promise<void>;
}

export class Runner {
  readonly #options: RunnerOptions;
  /** The orders that this process works on. */
  readonly loops: Loops;
  /** Calls under way: `stop` waits for them. */
  readonly #calls = new Set<Promise<unknown>>();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.loops = new Loops({ ...options, run: (...given) => this.#run(...given) });
  }

  /**
   * Sends the call that the row announces for attempt `n`, absorbs the outcome and continues with the order.
   * @param leaveBy monotonic ms after which the call may not leave, because the data behind it is too old
   */
  perform(order: Order, n: number, operation: Operation, leaveBy = Number.POSITIVE_INFINITY): Call {
    const call: { outcome?: Outcome; done: Promise<void> } = { done: Promise.resolve() };
    const { clock, instance, fulfillment, rows, log } = this.#options;
    const attempt = attemptOf(order, n);
    if (!attempt) return call;
    const fields = { ...fieldsOf(order), attempt: n, operation };
    let asOf = attempt.evidence.revision;
    const leaving: Leaving = {
      leaveBy: Math.min(leaveBy, clock.monotonic() + leavesWithin(attempt, operation, instance, rows.now())),
      again: async () => {
        const announced = await this.#announceAgain(order, n, operation);
        asOf = announced?.evidence.revision ?? asOf;
        return announced !== undefined;
      },
    };
    let stored: Order | undefined;
    call.done = sendOperation(fulfillment, order, attempt, operation, leaving)
      .then(async (outcome) => {
        logOutcome(log, fields, outcome);
        call.outcome = outcome;
        stored = await this.#absorb(order, n, { kind: "sent", operation, by: instance, outcome, asOf });
      })
      // The row still has the announcement; the loop reads it and asks the service for the outcome.
      .catch((error) => log.error("outcome not stored", { ...fields, ...errorFields(error) }))
      .finally(() => {
        this.#calls.delete(call.done);
        this.loops.wake(order, stored);
      });
    this.#calls.add(call.done);
    return call;
  }

  /** Starts nothing new and waits for the calls under way. */
  async stop(): Promise<void> {
    const ended = this.loops.stop();
    await Promise.allSettled([...this.#calls, ended]);
  }

  async #run(key: OrderKey, stopping: AbortSignal, stored: Order | undefined): Promise<void> {
    const { clock, rows } = this.#options;
    let seen: number | undefined;
    let newest = stored;
    while (!stopping.aborted) {
      // The watch begins before the row is read: a change between the two ends the wait.
      const told = rows.watchers.watch(key);
      try {
        const order = await rows.newest(key, newest);
        newest = undefined;
        if (!order) return;
        // The last action changed nothing: repeating it at once would be an endless loop.
        if (order.version === seen) {
          seen = undefined;
          await clock.sleep(IDLE_TURN, stopping);
          continue;
        }
        seen = order.version;
        const action = next(order, rows.moment(order));
        if (action.do === "rest") return;
        if (action.do === "wait") {
          const ms = action.until - rows.now();
          if (ms > SLEEP_IN_PLACE) return await this.#leave(order, action.until);
          await clock.sleep(Math.max(1, ms), AbortSignal.any([told.signal, stopping]));
          seen = undefined;
        } else if (await this.#act(order, action)) seen = undefined;
      } finally {
        told.end();
      }
    }
  }

  /** Leaves the order to the reconciler until its due time. A wrong clock may have stored one far too late, an earlier version none. */
  async #leave(order: Order, until: number): Promise<void> {
    const isLate = (order.due_at ?? Number.POSITIVE_INFINITY) > until + CLOCK_SPREAD;
    if (isLate) await this.#options.rows.swap(order, (row) => ({ ...row }));
  }

  /** @returns whether no pause is needed although the row may be unchanged: a lookup without new findings does not change it */
  async #act(order: Order, action: Exclude<Action, { do: "rest" | "wait" }>): Promise<boolean> {
    switch (action.do) {
      case "lapse":
        await this.#absorb(order, action.n, { kind: "lapsed" });
        return false;
      case "list":
      case "read": {
        const askedAt = this.#options.clock.monotonic();
        await this.#absorb(order, action.n, await this.#observe(order, action), askedAt);
        return false;
      }
      case "recover":
        return this.#recover(order, action.n);
      case "send":
        await this.#sendAgain(order, action.n, action.operation);
        return false;
      default:
        return action satisfies never;
    }
  }

  /** Runs the recovery lookup. @returns whether the call that waited for the lookup may leave */
  async #recover(order: Order, n: number): Promise<boolean> {
    const { recovery, gate, clock } = this.#options;
    const askedAt = clock.monotonic();
    try {
      return await recovery.run(order);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const attempt = attemptOf(order, n);
      // For a cancel a reading may suffice: no attempt is opened after one whose link is unopened, or that was redeemed.
      const observation: Observation =
        attempt?.request?.operation === "cancel"
          ? await this.#observe(order, listOrRead(attempt))
          : { kind: "unreadable" };
      if (observation.kind === "read" && isLast(observation.redemption)) gate.noteRecovered(order);
      await this.#absorb(order, n, observation, askedAt);
      return false;
    }
  }

  /** Announces a call and performs it, unless another process changed the row, or is sending. */
  async #sendAgain(order: Order, n: number, operation: Operation): Promise<void> {
    const { rows, clock, instance, isBookable } = this.#options;
    const attempt = attemptOf(order, n);
    if (!attempt) return;
    let leaveBy: number | undefined;
    if (operation === "book" || operation === "create") {
      const bookable = await isBookable(order, attempt);
      if (bookable !== "yes") {
        const asOf = attempt.evidence.revision;
        await this.#absorb(order, n, bookable === "no" ? { kind: "unusable", asOf } : { kind: "unreadable" });
        return;
      }
      leaveBy = clock.monotonic() + CATALOG_BOOK_MARGIN;
    }
    const announced = await rows.swap(order, (newest) => {
      const now = rows.now();
      const waiting = newest.version === order.version ? attemptOf(newest, n) : undefined;
      if (!waiting || claim(waiting, now)) return undefined;
      return withAttempt(newest, n, announce(waiting, operation, instance, now));
    });
    if (announced) await this.perform(announced, n, operation, leaveBy).done;
  }

  /** @returns the attempt with the call announced a second time; undefined if the row does not allow it */
  async #announceAgain(key: OrderKey, n: number, operation: Operation): Promise<Attempt | undefined> {
    const { rows, instance, log } = this.#options;
    try {
      const announced = await rows.swap(key, (row) => {
        const attempt = attemptOf(row, n);
        const again = attempt && announceAgain(attempt, { operation, by: instance }, rows.now());
        return again && withAttempt(row, n, again);
      });
      return announced && attemptOf(announced, n);
    } catch (error) {
      log.error("a repeat could not be announced", { ...fieldsOf(key), ...errorFields(error) });
      return undefined;
    }
  }

  /**
   * @param askedAt when the service was asked, monotonic ms
   * @returns the row as it was stored; undefined where nothing changed
   */
  #absorb(
    known: Order,
    n: number,
    observation: Observation,
    askedAt = this.#options.clock.monotonic(),
  ): Promise<Order | undefined> {
    const { rows } = this.#options;
    const absorbing = (order: Order): Order =>
      absorb(order, n, askedAs(observation, rows.timeOf(askedAt)), rows.now());
    return rows.swap(known, absorbing, known);
  }

  #observe(order: Order, question: Question): Promise<Observation> {
    return observe(order, question, { ...this.#options, ...this.#options.rows.moment(order) });
  }
}

/** The redemption in the answer to a call; undefined without a readable answer. */
export const answerOf = (call: Call | undefined): Redemption | undefined =>
  call?.outcome?.kind === "answered" ? call.outcome.redemption : undefined;

const fieldsOf = ({ site, order_id }: OrderKey): { site: string; order_id: string } => ({ site, order_id });
