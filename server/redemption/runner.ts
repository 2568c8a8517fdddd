/**
 * The loop of an order: does what next.ts says, gives what the service answers to absorb.ts, stores, and goes on until nothing is
 * left to do. Changing calls leave only here, each after its announcement is durable (integrity rule 1).
 */
import type { Again, Leaving } from "../fulfillment/calls.ts";
import { UpstreamError } from "../fulfillment/client.ts";
import { logOutcome } from "../fulfillment/log-outcome.ts";
import type { Outcome } from "../fulfillment/outcome.ts";
import type { Redemption } from "../fulfillment/schemas.ts";
import { errorFields, type Log } from "../log.ts";
import { CATALOG_BOOK_MARGIN, CLOCK_SPREAD, IDLE_TURN, SLEEP_IN_PLACE } from "../timing.ts";
import { absorb, type Observation } from "./absorb.ts";
import { isLast } from "./absorb-request.ts";
import { Loops } from "./loops.ts";
import { type Attempt, attemptOf, type Operation, type Order, type OrderKey, withAttempt } from "./model.ts";
import { listOrRead, next } from "./next.ts";
import { askedAs, observe, type Question } from "./observe.ts";
import type { Recovery, RecoveryOptions } from "./recovery.ts";
import { sendOperation } from "./send-operation.ts";
import { announce, announceAgain, claim, leavesWithin } from "./sends.ts";

export interface RunnerOptions extends Omit<RecoveryOptions, "orderIdMax"> {
  readonly recovery: Recovery;
  readonly log: Log;
  /** Names this process in announcements; another one after every start. */
  readonly instance: string;
  /**
   * Whether an attempt's reward may still be had, on a promotion read at most a minute ago (I9); `unknown` where that
   * could not be read.
   */
  readonly isBookable: (order: Order, attempt: Attempt) => Promise<"yes" | "no" | "unknown">;
}

/** A changing call under way. */
export interface Call {
  /** There before the row is changed and its watchers are told. */
  readonly outcome?: Outcome;
  /** Never rejects. */
  readonly done: Promise<void>;
}

export class Runner {
  readonly #options: RunnerOptions;
  /** The orders this process is working on. */
  readonly loops: Loops;
  /** Calls under way: stopping waits for them. */
  readonly #calls = new Set<Promise<unknown>>();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.loops = new Loops({ ...options, run: (...given) => this.#run(...given) });
  }

  /**
   * Sends the call that the row announces for attempt `n`, absorbs the outcome and goes on with the order.
   * @param leaveBy monotonic ms after which what the call rests on is too old for it to leave
   */
  perform(order: Order, n: number, operation: Operation, leaveBy = Number.POSITIVE_INFINITY): Call {
    const call: { outcome?: Outcome; done: Promise<void> } = { done: Promise.resolve() };
    const { clock, instance, fulfillment, rows, log } = this.#options;
    const attempt = attemptOf(order, n);
    if (!attempt) return call;
    const fields = { ...fieldsOf(order), attempt: n, operation };
    let asOf = attempt.evidence.revision;
    const leaving: Leaving = {
      by: Math.min(leaveBy, clock.monotonic() + leavesWithin(attempt, operation, instance, rows.now())),
      again: async (because) => {
        const announced = await this.#announceAgain(order, n, operation, because);
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
      // The row still says what was sent; the loop reads it and finds out what became of it.
      .catch((error) => log.error("outcome not stored", { ...fields, ...errorFields(error) }))
      .finally(() => {
        this.#calls.delete(call.done);
        this.loops.wake(order, stored);
      });
    this.#calls.add(call.done);
    return call;
  }

  /** Takes nothing new up and waits for the calls that are under way. */
  async stop(): Promise<void> {
    const ended = this.loops.stop();
    await Promise.allSettled([...this.#calls, ended]);
  }

  async #run(key: OrderKey, stopping: AbortSignal, stored: Order | undefined): Promise<void> {
    const { clock, rows, fulfillment } = this.#options;
    // Nothing is decided by this machine's clock: the reconciler comes back to the order.
    if (!(await fulfillment.learnTime())) return;
    let seen: number | undefined;
    let newest = stored;
    while (!stopping.aborted) {
      const order = await rows.newest(key, newest);
      newest = undefined;
      if (!order) return;
      // The last action changed nothing: the same again at once would be a loop without end.
      if (order.version === seen) {
        seen = undefined;
        await clock.sleep(IDLE_TURN, stopping);
        continue;
      }
      seen = order.version;
      const action = next(order, rows.moment(order));
      const askedAt = clock.monotonic();
      switch (action.do) {
        case "rest":
          return;
        case "wait": {
          const ms = action.until - rows.now();
          if (ms > SLEEP_IN_PLACE) {
            // A clock that was wrong may have scheduled it for much later, an earlier version for no time at all.
            const isLate = (order.due_at ?? Number.POSITIVE_INFINITY) > action.until + CLOCK_SPREAD;
            if (isLate) await rows.swap(order, (row) => ({ ...row }));
            return;
          }
          const told = rows.watchers.watch(key);
          await clock.sleep(Math.max(1, ms), AbortSignal.any([told.signal, stopping]));
          told.end();
          seen = undefined;
          break;
        }
        case "lapse":
          await this.#absorb(order, action.n, { kind: "lapsed" });
          break;
        case "list":
        case "read":
          await this.#absorb(order, action.n, await this.#observe(order, action), askedAt);
          break;
        case "recover":
          // A lookup that found nothing new leaves the row as it is: that is no reason to pause.
          if (await this.#recover(order, action.n)) seen = undefined;
          break;
        case "send":
          await this.#sendAgain(order, action.n, action.operation);
          break;
        default:
          action satisfies never;
      }
    }
  }

  /** Runs the recovery lookup. @returns whether the call that it was for may leave */
  async #recover(order: Order, n: number): Promise<boolean> {
    const { recovery, gate, clock } = this.#options;
    const askedAt = clock.monotonic();
    try {
      return await recovery.run(order);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const attempt = attemptOf(order, n);
      // For a cancel a reading may do as well: no attempt comes after one that still waits for its user.
      const observation: Observation =
        attempt?.request?.operation === "cancel"
          ? await this.#observe(order, listOrRead(attempt))
          : { kind: "unreadable" };
      if (observation.kind === "read" && isLast(observation.redemption)) gate.noteRecovered(order);
      await this.#absorb(order, n, observation, askedAt);
      return false;
    }
  }

  /** Announces a repeat and performs it, unless another process changed the row, or is sending. */
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

  /** @returns the attempt with the call announced a second time; undefined where the row does not allow it */
  async #announceAgain(
    key: OrderKey,
    n: number,
    operation: Operation,
    because: Again,
  ): Promise<Attempt | undefined> {
    const { rows, instance, log } = this.#options;
    try {
      const announced = await rows.swap(key, (row) => {
        const attempt = attemptOf(row, n);
        const again = attempt && announceAgain(attempt, { operation, by: instance, because }, rows.now());
        return again && withAttempt(row, n, again);
      });
      return announced && attemptOf(announced, n);
    } catch (error) {
      log.error("a repeat could not be announced", { ...fieldsOf(key), ...errorFields(error) });
      return undefined;
    }
  }

  /**
   * @param askedAt when the service was asked for what it listed, monotonic ms
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

/** The redemption as a call was answered; undefined where no readable answer is there. */
export const answerOf = (call: Call | undefined): Redemption | undefined =>
  call?.outcome?.kind === "answered" ? call.outcome.redemption : undefined;

const fieldsOf = ({ site, order_id }: OrderKey): { site: string; order_id: string } => ({ site, order_id });
