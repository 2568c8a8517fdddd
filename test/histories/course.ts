/** How a history goes on: one gate after another is let through, instances die at them, time passes. */

import { bed, type Cluster } from "./cluster.ts";
import { CHANGES } from "./evidence.ts";
import { TICK } from "./instance.ts";
import { BrokenInvariant } from "./judge.ts";
import type { Gate } from "./scheduler.ts";
import { START } from "./service.ts";
import { MINUTE, SECOND, type Stage } from "./stage.ts";
import type { Style } from "./style.ts";

/** Between a write and a call a death is drawn this many times as often. */
const CRITICAL = 10;
/** Where ledgers get lost, the ledger is copied at one of so many moments between a write and a call. */
const COPIES = 4;
/** Deaths at an await in one history: above it no order would come to an end. */
const DEATHS_MAX = 12;
/** Where an instance may reckon with another time than the history's, rounds are left out for no longer than this. */
const SKIPPED_MAX = 15 * SECOND;
/** A step more than this in one minute of the history's time is a loop that never rests. */
const STEPS_MAX = 10_000;

interface CourseStyle extends Pick<Style, "deaths" | "isLossy"> {
  /** Whether every `Date` until now was right, and each machine's clock is. */
  readonly isTimeTold: () => boolean;
}

export class Course {
  /** Whether no process dies at an await any more. */
  isCalm = false;
  readonly #stage: Stage;
  readonly #cluster: Cluster;
  readonly #style: CourseStyle;
  #died = 0;
  /** Steps of the minute that goes on. */
  #steps = 0;
  /** When that minute ends, history time, ms. */
  #minuteEnd = 0;

  constructor(stage: Stage, cluster: Cluster, style: CourseStyle) {
    this.#stage = stage;
    this.#cluster = cluster;
    this.#style = style;
  }

  /** Everything that waits at no gate is done; ends the history where it is broken. */
  async settle(): Promise<void> {
    const { scheduler, evidence, judge } = this.#stage;
    await scheduler.settle();
    const [error] = evidence.errors;
    if (error !== undefined) throw new BrokenInvariant("no surprise", error);
    if (judge.broken) throw judge.broken;
    if (scheduler.now >= this.#minuteEnd) {
      this.#minuteEnd = scheduler.now + MINUTE;
      this.#steps = 0;
    }
    if (++this.#steps > STEPS_MAX)
      throw new BrokenInvariant("no loop", "too many steps in one minute of the history");
  }

  /** One of the gates that are ready opens, or its process dies there. */
  letThrough(ready: readonly Gate[]): void {
    const { scheduler, draws } = this.#stage;
    const gate = draws.one(ready);
    const { deaths, isLossy } = this.#style;
    if (!this.isCalm && isLossy && isCritical(gate) && draws.oneIn(COPIES)) this.#cluster.copyLedger();
    if (!this.isCalm && deaths > 0 && this.#died < DEATHS_MAX && draws.oneIn(oddsOfDeath(gate, deaths))) {
      const instance = this.#cluster.up.find(({ party }) => party === gate.party);
      if (instance) {
        this.#died++;
        this.#cluster.die(instance, gate.label);
        return;
      }
    }
    scheduler.release(gate);
  }

  /** Time passes to the next thing that waits, or to `limit`. */
  passTo(limit: number): void {
    const { scheduler } = this.#stage;
    this.#skipIdleTicks(limit);
    const next = Math.min(limit, scheduler.nextAt() ?? limit, this.#cluster.nextBoot() ?? limit);
    scheduler.advance(next);
    this.#cluster.bootWhatIsDown();
  }

  /** Rounds of the reconciler that would find nothing: the first one that finds something is the next. */
  #skipIdleTicks(limit: number): void {
    const { scheduler } = this.#stage;
    const ticks = scheduler.waiting.filter(({ label, at }) => label === TICK && at > scheduler.now);
    if (ticks.length === 0) return;
    const other = scheduler.waiting.filter(({ label }) => label !== TICK).map(({ at }) => at);
    const due = bed.firstDue();
    // A row may be due a little earlier by an instance's own reckoning of the service's time.
    const first = due === undefined ? Number.POSITIVE_INFINITY : due - START - 3 * SECOND;
    const isTold = due === undefined || this.#style.isTimeTold();
    const longest = isTold ? Number.POSITIVE_INFINITY : scheduler.now + SKIPPED_MAX;
    const horizon = Math.min(limit, first, longest, ...other);
    for (const tick of ticks) {
      const rounds = Math.floor((horizon - tick.at) / (5 * SECOND));
      if (rounds > 0) tick.at += rounds * 5 * SECOND;
    }
  }

  /** Lets everything go on to a moment, and then whatever is ready. @param end history time, ms */
  async until(end: number, mayDie = true): Promise<void> {
    const { scheduler } = this.#stage;
    const was = this.isCalm;
    this.isCalm ||= !mayDie;
    while (scheduler.now < end) {
      await this.settle();
      const ready = scheduler.ready();
      if (ready.length > 0) this.letThrough(ready);
      else this.passTo(end);
    }
    for (;;) {
      await this.settle();
      const ready = scheduler.ready();
      if (ready.length === 0) break;
      this.letThrough(ready);
    }
    this.isCalm = was;
  }
}

/** Where a death matters most, it is drawn more often: once in how many. */
const oddsOfDeath = (gate: Gate, deaths: number): number =>
  isCritical(gate) ? Math.ceil(deaths / CRITICAL) : deaths;

/** Whether it stands between a write and a call. */
function isCritical({ label }: Gate): boolean {
  const [what = ""] = label.split(":");
  return CHANGES.has(what) || /^ledger\.(replaceOrder|createOrder)$/.test(what);
}
