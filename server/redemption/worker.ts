/**
 * The worker of an order: whoever holds the row's lease takes one step at a time. Look at the row, make at most one call, store what
 * came back, look again. Nothing is stored without the lease, so that no answer is older than what is stored.
 * Source: docs/proof/course.md, "One worker an order"; docs/proof/rules.md, rules 1 and 11, I14, I19 and I20.
 */
import { type LeaseChange, type Ledger, RedemptionTaken } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import { ProblemError } from "../problems/problem.ts";
import type { Deed } from "../rows/audit.ts";
import { attemptOf, isLeased, keyText, type Order, type OrderKey, type Row } from "../rows/order.ts";
import {
  LEASE_RENEW_EVERY,
  LEAVE_WITHIN,
  LOOK_UP_INSIDE,
  POLL_AFTER,
  SWAP_TRIES,
  WAKE_WITHIN,
} from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import { randomUuid } from "../tools/random.ts";
import { stop } from "./answers.ts";
import { advance, type Heard, hear, type Next, type Step } from "./course.ts";
import { withDerived } from "./derived.ts";
import { eventsOf, type GrantBalance } from "./events.ts";
import { lookUpFrom } from "./look-up.ts";
import type { Perform } from "./perform.ts";
import type { Seen, Waiting } from "./waiting.ts";

type Work = Extract<Step, { kind: "call" | "ask" | "look_up" }>;

export interface WorkerOptions {
  readonly ledger: Ledger;
  readonly perform: Perform;
  readonly waiting: Waiting;
  readonly clock: Clock;
  readonly log: Log;
  readonly orderIdMax: number;
  /** Which sites have a webhook, and whom to tell that one has something to send. */
  readonly webhooks: { has(site: string): boolean; wake(site: string): void };
  /** The balance of an order's grant, with the row as it is about to be stored. */
  readonly balanceWith: (row: Row) => Promise<GrantBalance | undefined>;
  /** Called after a call's answer was stored with the value of a fixed-value reward. */
  readonly learnValue: (sku: string, value: { readonly amount: number; readonly currency?: string }) => void;
}

export class Worker {
  readonly #options: WorkerOptions;
  /** Steps under way: `stop` waits for them. */
  readonly #running = new Set<Promise<void>>();
  /** Orders that this process is looking at because they were due. */
  readonly #woken = new Set<string>();
  /** Takes back the wake-up of an order. */
  readonly #timers = new Map<string, () => void>();
  #isStopping = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** @throws ProblemError order_not_found */
  async read(key: OrderKey): Promise<Row> {
    const row = await this.#options.ledger.readOrder(key);
    if (!row) throw new ProblemError("order_not_found");
    return row;
  }

  /**
   * The same; after a lost ledger the order is looked up first (rule 16). Where that may be done by now it is done here, so that nobody
   * waits for the reconciler; what follows from it is the reconciler's: a view causes no changing call (I14).
   * @throws ProblemError order_not_found
   */
  async readLookedUp(key: OrderKey): Promise<Row> {
    const row = await this.read(key);
    const from = lookUpFrom(row);
    if (from === undefined || isLeased(row)) return row;
    const { due_at } = row.order;
    if (row.now < from)
      return due_at !== null && due_at <= from ? row : ((await this.note(row, row.order)) ?? row);
    const { waiting, clock } = this.#options;
    const watch = waiting.watch(key);
    try {
      this.#wake(key, true);
      const isTried = (newest: Row): boolean =>
        newest.order.known.look_up_since !== null || lookUpFrom(newest) === undefined;
      return (await waiting.until(key, watch, row, clock.monotonic() + LOOK_UP_INSIDE, isTried)).row;
    } finally {
      watch.end();
    }
  }

  /**
   * Stores a wish, and goes on as the order's worker where nobody is: wish, lease and announced call are one write.
   * @param decide returns the row with the wish, or the same order if there is nothing to wish for; throws a problem to refuse
   * @param leaveBy monotonic ms after which the call may not leave, because what the wish was checked against is too old
   * @param deed stored with the wish, if there is one
   * @returns the stored row
   */
  async wish(key: OrderKey, decide: (row: Row) => Order, deed?: Deed, leaveBy?: number): Promise<Row> {
    for (let tries = 0; tries < SWAP_TRIES; tries++) {
      const before = this.#leaveBy();
      const row = await this.read(key);
      const wanted = decide(row);
      if (wanted === row.order) {
        // Whoever worked on what the request waits for may have died.
        if (row.order.due_at !== null && row.order.due_at <= row.now) this.wake(key);
        return row;
      }
      const stored = isLeased(row)
        ? await this.#leave(row, wanted, deed)
        : await this.#begin(row, wanted, Math.min(leaveBy ?? before, before), deed);
      if (stored) return stored;
    }
    throw new ProblemError("order_processing", { retryAfterMs: POLL_AFTER });
  }

  /**
   * Stores a wish, and waits for what becomes of it, whichever process works on the order.
   * @param wanted.until monotonic ms: the row of then is returned, done or not
   * @param wanted.isDone whether a row answers the wish; `first` is the row with the wish
   */
  async wishAndWait(
    key: OrderKey,
    decide: (row: Row) => Order,
    wanted: {
      readonly until: number;
      readonly isDone: (row: Row, first: Row) => boolean;
      readonly leaveBy?: number;
      readonly deed?: Deed | undefined;
    },
  ): Promise<Seen> {
    const { waiting } = this.#options;
    const watch = waiting.watch(key);
    try {
      const first = await this.wish(key, decide, wanted.deed, wanted.leaveBy);
      return await waiting.until(key, watch, first, wanted.until, (row) => wanted.isDone(row, first));
    } finally {
      watch.end();
    }
  }

  /**
   * Stores what a reading without the lease showed: it counts only where the row still is the version under which it was asked, and
   * nobody works on the order. What follows from it is left to the reconciler: a view causes no changing call (I14).
   */
  async note(row: Row, order: Order): Promise<Row | undefined> {
    if (isLeased(row)) return undefined;
    const stored = await this.#store(
      row,
      { order, step: { kind: "wait", until: row.now } },
      { kind: "free" },
    );
    if (stored) this.#options.waiting.publish(stored);
    return stored;
  }

  /**
   * Adds to what is pinned, restores the address of a forgotten user, or keeps one that would be forgotten soon: changes neither what is
   * wanted nor what is known.
   * @param change returns undefined if the row is as it should be
   */
  async amend(key: OrderKey, change: (order: Order) => Order | undefined, deed?: Deed): Promise<void> {
    for (let tries = 0; tries < SWAP_TRIES; tries++) {
      const row = await this.read(key);
      const changed = change(row.order);
      if (!changed || (await this.#replace(row, changed, row.order.due_at, { kind: "leave" }, deed))) return;
    }
    throw new ProblemError("order_processing", { retryAfterMs: POLL_AFTER });
  }

  /** Works on an order where there is something to do and nobody does it. */
  wake(key: OrderKey): void {
    this.#wake(key, false);
  }

  #wake(key: OrderKey, isLookUpOnly: boolean): void {
    const name = keyText(key);
    if (this.#isStopping || this.#woken.has(name)) return;
    this.#woken.add(name);
    this.#run(key, async () => {
      try {
        const leaveBy = this.#leaveBy();
        const row = await this.#options.ledger.readOrder(key);
        if (row && !isLeased(row)) await this.#begin(row, row.order, leaveBy, undefined, isLookUpOnly);
      } finally {
        this.#woken.delete(name);
      }
    });
  }

  /** Starts nothing new and waits for the steps under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const takeBack of this.#timers.values()) takeBack();
    await Promise.allSettled(this.#running);
  }

  /** Until when a call may leave that is announced with a row read from now on: the row's time is that of the announcement. */
  #leaveBy(): number {
    return this.#options.clock.monotonic() + LEAVE_WITHIN;
  }

  /** The first write of a worker. @returns undefined if the row was changed meanwhile */
  async #begin(
    row: Row,
    order: Order,
    leaveBy: number,
    deed: Deed | undefined,
    isLookUpOnly = false,
  ): Promise<Row | undefined> {
    const { orderIdMax } = this.#options;
    const next = advance({ ...row, order }, orderIdMax);
    const { step } = next;
    if (isLookUpOnly && step.kind !== "look_up") return row;
    const isStored = next.order === row.order && !row.is_moved;
    if (!isWork(step) && isStored && dueAt(step, row.now) === row.order.due_at) {
      this.#schedule(row, step);
      return row;
    }
    const name = randomUuid();
    const lease: LeaseChange = isWork(step) ? { kind: "claim", name } : { kind: "free" };
    const stored = await this.#store(row, next, lease, deed);
    if (!stored) return undefined;
    this.#options.waiting.publish(stored);
    if (isWork(step)) this.#run(stored.order, () => this.#go(stored, step, name, leaveBy, isLookUpOnly));
    else this.#schedule(stored, step);
    return stored;
  }

  /** From step to step, until there is nothing to do now, or the lease is lost. */
  async #go(
    begun: Row,
    first: Work,
    name: string,
    firstLeaveBy: number,
    isLookUpOnly: boolean,
  ): Promise<void> {
    let [row, step, leaveBy] = [begun, first, firstLeaveBy];
    while (true) {
      const since = this.#options.clock.monotonic();
      const heard = await this.#perform(row.order, step, name, leaveBy);
      const now = row.now + Math.ceil(this.#options.clock.monotonic() - since);
      leaveBy = this.#leaveBy();
      const done = await this.#storeHeard({ ...row, now }, step, heard, name, isLookUpOnly);
      if (!done) return;
      this.#options.waiting.publish(done.row, heard);
      this.#learn(done.row.order, heard);
      if (!isWork(done.step)) return this.#schedule(done.row, done.step);
      [row, step] = [done.row, done.step];
    }
  }

  /** Stores what a step heard, beside a wish that came meanwhile. @returns undefined if the lease was lost */
  async #storeHeard(
    before: Row,
    step: Work,
    heard: Heard,
    name: string,
    isLast: boolean,
  ): Promise<{ row: Row; step: Step } | undefined> {
    const { ledger, log, orderIdMax } = this.#options;
    const { site, order_id } = before.order;
    let row = before;
    let order = hear(before.order, heard, before);
    for (;;) {
      // A process that ends, or only looked the order up, leaves the next step to whoever finds it due.
      const next: Next =
        this.#isStopping || isLast
          ? { order, step: { kind: "wait", until: row.now } }
          : advance({ ...row, order }, orderIdMax);
      try {
        const stored = await this.#store(row, next, { kind: isWork(next.step) ? "hold" : "drop", name });
        if (stored) return { row: stored, step: next.step };
      } catch (error) {
        if (!(error instanceof RedemptionTaken) || step.kind === "look_up") throw error;
        order = stop(row.order, step.n, "redemption_taken");
        continue;
      }
      const newest = await ledger.readOrder(before.order);
      if (!newest || newest.lease?.name !== name || !isLeased(newest)) {
        log.warn("an order's lease was lost: its next worker asks for the outcome", { site, order_id });
        return undefined;
      }
      row = newest;
      order = { ...newest.order, known: order.known };
    }
  }

  /** A wish beside somebody else's lease; its holder finds it with the next write. */
  async #leave(row: Row, order: Order, deed: Deed | undefined): Promise<Row | undefined> {
    const stored = await this.#replace(row, order, row.order.due_at ?? row.now, { kind: "leave" }, deed);
    if (stored) this.#options.waiting.publish(stored);
    return stored;
  }

  #store(before: Row, { order, step }: Next, lease: LeaseChange, deed?: Deed): Promise<Row | undefined> {
    return this.#replace(before, order, dueAt(step, before.now), lease, deed);
  }

  /** The row as it is stored, with the members that follow from the rest and the events that tell of the change. */
  async #replace(
    before: Row,
    order: Order,
    due_at: number | null,
    lease: LeaseChange,
    deed?: Deed,
  ): Promise<Row | undefined> {
    const { ledger, webhooks, balanceWith } = this.#options;
    const { now } = before;
    const changed = withDerived(before, { ...order, due_at, updated_at: now });
    let { order: told, events } = eventsOf({ ...before, order: changed }, newEventId);
    if (events.length > 0 && changed.grant) {
      const balance = await balanceWith({ ...before, order: changed });
      ({ order: told, events } = eventsOf({ ...before, order: changed }, newEventId, balance));
    }
    const next_try_at = webhooks.has(order.site) ? now : null;
    const stored = await ledger.replaceOrder(
      told,
      lease,
      events.map((event) => ({ ...event, next_try_at })),
      deed,
    );
    if (stored && events.length > 0) webhooks.wake(order.site);
    return stored;
  }

  /** Carries out a step, and keeps the lease while it takes. */
  async #perform(order: Order, step: Work, name: string, leaveBy: number): Promise<Heard> {
    const { ledger, perform, clock, log } = this.#options;
    const { site, order_id } = order;
    let takeBack = (): void => {};
    const renew = (): void => {
      takeBack = clock.after(LEASE_RENEW_EVERY, () => {
        renew();
        // Without the lease nothing is stored: a renewal that fails needs no other answer.
        ledger
          .renewLease(order, name)
          .catch((error) => log.warn("a lease was not renewed", { site, order_id, ...errorFields(error) }));
      });
    };
    renew();
    try {
      return await perform(order, step, leaveBy);
    } finally {
      takeBack();
    }
  }

  #learn(order: Order, heard: Heard): void {
    if (heard.kind !== "call" || heard.outcome.kind !== "answered") return;
    const attempt = attemptOf(order, heard.call.n);
    const { value } = heard.outcome.redemption;
    // The value of a free-value reward is the user's choice, not the reward's.
    if (attempt?.amount === null && value) this.#options.learnValue(attempt.sku, value);
  }

  /** A short wait is kept here; a longer one is the reconciler's, by the row's due time. */
  #schedule({ order, now }: Row, step: Step): void {
    const name = keyText(order);
    this.#timers.get(name)?.();
    this.#timers.delete(name);
    if (step.kind !== "wait" || step.until - now > WAKE_WITHIN || this.#isStopping) return;
    const takeBack = this.#options.clock.after(Math.max(1, step.until - now), () => {
      this.#timers.delete(name);
      this.wake(order);
    });
    this.#timers.set(name, takeBack);
  }

  #run({ site, order_id }: OrderKey, work: () => Promise<void>): void {
    const running = work()
      // The row is durable: the reconciler goes on with it when the lease has ended.
      .catch((error) => {
        this.#options.log.error("work on an order failed", { site, order_id, ...errorFields(error) });
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

const newEventId = (): string => `evt_${randomUuid().replaceAll("-", "")}`;

const isWork = (step: Step): step is Work =>
  step.kind === "call" || step.kind === "ask" || step.kind === "look_up";

/** When somebody should look at the row. While a step is under way its lease keeps others off. */
function dueAt(step: Step, now: number): number | null {
  switch (step.kind) {
    case "rest":
      return null;
    case "wait":
      return Math.ceil(step.until);
    case "call":
    case "ask":
    case "look_up":
      return now;
    default:
      return step satisfies never;
  }
}
