/**
 * The loop that works an order to an end: asks next.ts, does it, gives the answer to absorb.ts, stores, goes on.
 * It owns the effects; it decides nothing. Safe in several processes on one ledger: every change is a compare-and-swap,
 * and a call that somebody announced is not sent again while its claim lasts.
 */
import type { Clock } from "../clock.ts";
import type { Again, Leaving } from "../fulfillment/calls.ts";
import { UpstreamError } from "../fulfillment/client.ts";
import type { Outcome } from "../fulfillment/outcome.ts";
import { type Ledger, RedemptionTaken } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../log.ts";
import {
  CATALOG_BOOK_MARGIN,
  CLOCK_SPREAD,
  IDLE_TURN,
  PEER_POLL,
  SLEEP_IN_PLACE,
  SWAP_TRIES,
} from "../timing.ts";
import { absorb, type Observation } from "./absorb.ts";
import { isLast } from "./absorb-request.ts";
import { attentionOf } from "./attention.ts";
import { sight } from "./listed.ts";
import { Loops } from "./loops.ts";
import {
  type Attempt,
  currentAttempt,
  type Evidence,
  type Operation,
  type Order,
  type OrderKey,
  withAttempt,
} from "./model.ts";
import { ask, type Moment, next } from "./next.ts";
import { applyFindings, conflictsOf } from "./recovery-findings.ts";
import type { RecoveryGate } from "./recovery-gate.ts";
import { type LookupOptions, recoveryLookup } from "./recovery-lookup.ts";
import { sendOperation } from "./requests.ts";
import { announce, announceAgain, claim, leavesWithin } from "./sends.ts";
import { stamped } from "./stamp.ts";
import { Watchers } from "./watchers.ts";

export interface RunnerOptions extends LookupOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly gate: RecoveryGate;
  /** Hears that a row was stored. Default: nobody does. */
  readonly stored?: (order: Order) => void;
  /** Names this process in announcements; another one after every start. */
  readonly instance: string;
  /**
   * Whether an attempt's reward may still be had, on a promotion read at most a minute ago (I9); `unknown` where that
   * could not be read.
   */
  readonly isBookable: (order: Order, attempt: Attempt) => Promise<"yes" | "no" | "unknown">;
  /** Hears what a redemption of a reward with a fixed value is worth, once its row is stored. Default: nobody does. */
  readonly learnValue?: (sku: string, value: NonNullable<Evidence["value"]>) => void;
}

export class Runner {
  readonly #options: RunnerOptions;
  /** The orders this process is working on. */
  readonly loops: Loops;
  /** Calls under way: stopping waits for them. */
  readonly #calls = new Set<Promise<unknown>>();
  readonly #watchers = new Watchers();
  readonly gate: RecoveryGate;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.gate = options.gate;
    this.loops = new Loops({ ...options, run: (key, stopping) => this.#run(key, stopping) });
  }

  /** Service time, whole epoch milliseconds. */
  now(): number {
    return Math.floor(this.#options.fulfillment.serviceNow());
  }

  /**
   * Changes a row by compare-and-swap: `change` sees the newest row and returns the next one, or undefined to leave it.
   * A redemption that belongs to another attempt of the ledger is not taken: its row stops for a person.
   * @returns the stored row, or undefined when it was left or does not exist
   */
  async swap(key: OrderKey, change: (order: Order) => Order | undefined): Promise<Order | undefined> {
    let taker: number | undefined;
    try {
      return await this.#swap(key, (row) => {
        const changed = change(row);
        taker = changed && takerOf(row, changed);
        return changed;
      });
    } catch (error) {
      const n = taker;
      if (!(error instanceof RedemptionTaken) || n === undefined) throw error;
      return this.#swap(key, (row) => {
        const isKnown = row.attempts.some((each) => each.n === n);
        // What was to be added stays out where another attempt is in hand: that one stops.
        const kept = isKnown || row.current !== null ? row : (change(row) ?? row);
        const stopped = isKnown || row.current === null ? n : row.current;
        const taken = { phase: "stopped", stop: "redemption_taken" } as const;
        return withAttempt(kept, stopped, kept === row ? taken : { ...taken, redemption_id: null });
      });
    }
  }

  async #swap(key: OrderKey, change: (order: Order) => Order | undefined): Promise<Order | undefined> {
    const { ledger, clock } = this.#options;
    for (let tries = 0; tries < SWAP_TRIES; tries++) {
      const order = await ledger.readOrder(key);
      const changed = order && change(order);
      if (!order || !changed || changed === order) return undefined;
      const stored = await ledger.replaceOrder(stamped(order, this.#derived(changed), clock.now()));
      if (stored) {
        this.#watchers.tell(key);
        this.#options.stored?.(stored);
        this.#learnValues(order, stored);
        return stored;
      }
    }
    throw new Error("the row changes faster than it can be read");
  }

  /** An amount is given for free values only, so an attempt without one tells a fixed value. Source: contract, Amounts. */
  #learnValues(before: Order, after: Order): void {
    for (const { n, sku, amount, evidence } of after.attempts) {
      const { value } = evidence;
      if (amount !== null || value === null) continue;
      if (before.attempts.find((each) => each.n === n)?.evidence.value === value) continue;
      this.#options.learnValue?.(sku, value);
    }
  }

  /**
   * Sends the call that the row announces for attempt `n`, absorbs the outcome and goes on with the order.
   * Never rejects.
   * @param hear gets the outcome before the row is changed and its watchers are told
   * @param leaveBy monotonic ms after which what the call rests on is too old for it to leave
   */
  async perform(
    order: Order,
    n: number,
    operation: Operation,
    {
      hear = () => {},
      leaveBy = Number.POSITIVE_INFINITY,
    }: { readonly hear?: (outcome: Outcome) => void; readonly leaveBy?: number } = {},
  ): Promise<void> {
    const { clock, instance, fulfillment } = this.#options;
    const attempt = order.attempts.find((each) => each.n === n);
    if (!attempt) return;
    const left = leavesWithin(attempt, operation, instance, this.now());
    let asOf = attempt.evidence.revision;
    const leaving: Leaving = {
      by: Math.min(leaveBy, clock.monotonic() + left),
      again: async (because) => {
        const announced = await this.#announceAgain(order, n, operation, because);
        asOf = announced?.evidence.revision ?? asOf;
        return announced !== undefined;
      },
    };
    const call = sendOperation(fulfillment, order, attempt, operation, leaving).then(async (outcome) => {
      this.#note(order, attempt, operation, outcome);
      hear(outcome);
      await this.#absorb(order, n, { kind: "sent", operation, by: instance, outcome, asOf });
    });
    this.#calls.add(call);
    try {
      await call;
    } catch (error) {
      // The row still says what was sent; the loop reads it and finds out what became of it.
      this.#options.log.error("outcome not stored", {
        ...fieldsOf(order),
        attempt: n,
        operation,
        ...errorFields(error),
      });
    } finally {
      this.#calls.delete(call);
      this.loops.wake(order);
    }
  }

  /** Waits until the row is as wanted or `ms` have passed, whoever changes it; returns the newest row. */
  async waitFor(key: OrderKey, wanted: (order: Order) => boolean, ms: number): Promise<Order | undefined> {
    const { ledger, clock } = this.#options;
    const end = clock.monotonic() + ms;
    for (;;) {
      const told = this.#watchers.watch(key);
      try {
        const order = await ledger.readOrder(key);
        const left = end - clock.monotonic();
        if (!order || wanted(order) || left <= 0) return order;
        await clock.sleep(Math.min(left, PEER_POLL), told.signal);
      } finally {
        told.end();
      }
    }
  }

  /** Takes nothing new up and waits for the calls that are under way. */
  async stop(): Promise<void> {
    const ended = this.loops.stop();
    await Promise.allSettled([...this.#calls, ended]);
  }

  async #run(key: OrderKey, stopping: AbortSignal): Promise<void> {
    const { ledger, clock, instance, fulfillment } = this.#options;
    // Nothing is decided by this machine's clock: the reconciler comes back to the order.
    if (!(await fulfillment.learnTime())) return;
    let seen: number | undefined;
    while (!stopping.aborted) {
      const order = await ledger.readOrder(key);
      if (!order) return;
      // Whatever was done, nothing came of it: the same again at once would be a loop without end.
      if (order.version === seen) {
        seen = undefined;
        await clock.sleep(IDLE_TURN, stopping);
        continue;
      }
      seen = order.version;
      const action = next(order, this.#moment(order, instance));
      switch (action.do) {
        case "rest":
          return;
        case "wait": {
          const ms = action.until - this.now();
          if (ms > SLEEP_IN_PLACE) {
            // A clock that was wrong may have scheduled it for much later.
            const isLate = order.due_at !== null && order.due_at > action.until + CLOCK_SPREAD;
            if (isLate) await this.swap(order, (row) => ({ ...row }));
            return;
          }
          const told = this.#watchers.watch(key);
          await clock.sleep(Math.max(1, ms), AbortSignal.any([told.signal, stopping]));
          told.end();
          seen = undefined;
          break;
        }
        case "lapse":
          await this.#absorb(order, action.n, { kind: "lapsed" });
          break;
        case "look":
        case "read":
          await this.#absorb(order, action.n, await this.#ask(order, action));
          break;
        case "look_up":
          // Nothing may have come to light: that is no reason to pause.
          if (await this.#lookUp(order, action.n)) seen = undefined;
          break;
        case "send":
          await this.#sendAgain(order, action.n, action.operation);
          break;
        default:
          action satisfies never;
      }
    }
  }

  async #ask(
    order: Order,
    action: { do: "look"; n: number } | { do: "read"; n: number; redemptionId: string },
  ): Promise<Observation> {
    const { fulfillment } = this.#options;
    const { n } = action;
    const attempt = order.attempts.find((each) => each.n === n);
    const asOf = attempt?.evidence.revision;
    try {
      const isLookedUp = this.gate.isOpen(order);
      if (action.do === "read") {
        const redemption = await fulfillment.readRedemption(action.redemptionId);
        return { kind: "read", redemption, isLookedUp, asOf };
      }
      const orderId = attempt?.upstream_order_id ?? "";
      const askedAt = this.now();
      const promotionId = order.pins.promotion_id;
      const listed = await fulfillment.findRedemptions({ promotionId, orderId });
      const found = await sight(order, listed, this.#options);
      return { kind: "looked", found, askedAt, isLookedUp, asOf };
    } catch (error) {
      const isMissing = error instanceof UpstreamError && error.code === "not_found";
      return isMissing && action.do === "read" ? { kind: "missing", asOf } : { kind: "unreadable" };
    }
  }

  /** Runs the recovery lookup. @returns whether the call that it was for may leave */
  async #lookUp(order: Order, n: number): Promise<boolean> {
    try {
      const found = await recoveryLookup(order, this.#options);
      let isFree = true;
      await this.swap(order, (row) => {
        // What has a rival waits, or gives way: it is looked for again before anything of it is sent.
        const current = currentAttempt(row);
        isFree = current?.phase !== "confirmed" || conflictsOf(row, found).length === 0;
        return applyFindings(row, found, this.now());
      });
      if (!isFree) return false;
      this.gate.noteLookedUp(order);
      return true;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const attempt = order.attempts.find((each) => each.n === n);
      // For a cancel a reading may do as well: what still waits for its user has nothing after it.
      const observation: Observation =
        attempt?.request?.operation === "cancel"
          ? await this.#ask(order, ask(attempt))
          : { kind: "unreadable" };
      if (observation.kind === "read" && isLast(observation.redemption)) this.gate.noteLookedUp(order);
      await this.#absorb(order, n, observation);
      return false;
    }
  }

  /** Announces a repeat and performs it, unless somebody else did either in the meantime. */
  async #sendAgain(order: Order, n: number, operation: Operation): Promise<void> {
    const attempt = order.attempts.find((each) => each.n === n);
    if (!attempt) return;
    let leaveBy: number | undefined;
    if (operation === "book" || operation === "create") {
      const bookable = await this.#options.isBookable(order, attempt);
      if (bookable !== "yes") {
        await this.#absorb(order, n, { kind: bookable === "no" ? "unusable" : "unreadable" });
        return;
      }
      leaveBy = this.#options.clock.monotonic() + CATALOG_BOOK_MARGIN;
    }
    const now = this.now();
    const announced = await this.swap(order, (newest) => {
      if (newest.version !== order.version || claim(attempt, now)) return undefined;
      return withAttempt(newest, n, announce(attempt, operation, this.#options.instance, now));
    });
    if (announced) await this.perform(announced, n, operation, { leaveBy });
  }

  /** @returns the attempt with the call announced a second time; undefined where the row does not allow it */
  async #announceAgain(
    key: OrderKey,
    n: number,
    operation: Operation,
    because: Again,
  ): Promise<Attempt | undefined> {
    const { instance, log } = this.#options;
    try {
      const announced = await this.swap(key, (row) => {
        const attempt = row.attempts.find((each) => each.n === n);
        const again = attempt && announceAgain(attempt, { operation, by: instance, because }, this.now());
        return again && withAttempt(row, n, again);
      });
      return announced?.attempts.find((each) => each.n === n);
    } catch (error) {
      log.error("a repeat could not be announced", { ...fieldsOf(key), ...errorFields(error) });
      return undefined;
    }
  }

  async #absorb(key: OrderKey, n: number, observation: Observation): Promise<void> {
    const now = this.now();
    await this.swap(key, (order) => absorb(order, n, observation, now));
  }

  #moment(order: Order, instance: string): Moment {
    return {
      now: this.now(),
      instance,
      isOpen: this.gate.isOpen(order),
    };
  }

  /** What follows from the rest of the row: when it is due, and whether it needs a person. */
  #derived(order: Order): Order {
    // Asked as nobody: the reconciler of another instance must find the row also while this one works on it.
    const action = next(order, this.#moment(order, ""));
    const due_at = action.do === "rest" ? null : action.do === "wait" ? Math.ceil(action.until) : this.now();
    return { ...order, due_at, attention: attentionOf(order, this.now()) };
  }

  #note(order: Order, attempt: Attempt, operation: string, outcome: Outcome): void {
    const quiet = outcome.kind === "answered";
    this.#options.log[quiet ? "info" : "warn"]("changing call", {
      ...fieldsOf(order),
      attempt: attempt.n,
      operation,
      outcome: outcome.kind,
      ...(outcome.kind === "answered" && {
        state: outcome.redemption.state,
        reference: outcome.redemption.id,
      }),
      ...(outcome.kind === "refused" && { status: outcome.status, error_name: outcome.error }),
      ...(outcome.kind === "unknown" && { reason: outcome.cause }),
    });
    if (operation === "create" && outcome.kind === "answered" && outcome.redemption.notifies === false)
      this.#options.log.warn("nobody may be notified: the redemption names no channel", fieldsOf(order));
  }
}

/** The attempt that learns its redemption by a change. */
function takerOf(before: Order, after: Order): number | undefined {
  const isNew = ({ n, redemption_id }: Attempt): boolean =>
    redemption_id !== null && before.attempts.find((each) => each.n === n)?.redemption_id !== redemption_id;
  return after.attempts.find(isNew)?.n;
}

const fieldsOf = ({ site, order_id }: OrderKey): { site: string; order_id: string } => ({ site, order_id });
