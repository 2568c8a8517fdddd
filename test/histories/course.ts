/** Advances a history: opens one gate after another, kills instances at gates, moves time. */

import { CHANGES_EVERY, RECONCILE_EVERY } from "../../server/timing.ts";
import { bed, type Cluster } from "./cluster.ts";
import { CHANGES } from "./evidence.ts";
import { SLOW_TICK, TICK } from "./instance.ts";
import { BrokenInvariant } from "./judge.ts";
import type { Gate } from "./scheduler.ts";
import { START } from "./service.ts";
import { MINUTE, type Stage } from "./stage.ts";
import type { Style } from "./style.ts";

/** Between a write and a call a death is drawn this many times as often. */
const CRITICAL = 10;
/** In histories with lost ledgers, the ledger is copied at one of this many moments between a write and a call. */
const COPIES = 4;
/** The most deaths at an await in one history: with more, no order would end. */
const DEATHS_MAX = 12;
/** More steps than this in one minute of the history's time mean an endless loop. */
const STEPS_MAX = 10_000;

type CourseStyle = Pick<Style, "deaths" | "isLossy">;

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

  /** Runs all work that waits at no gate; ends the history if an invariant is broken. */
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

  /** Opens one of the ready gates, or kills its process there. */
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

  /** Moves time to the next waiting gate, or to `limit`. */
  passTo(limit: number): void {
    const { scheduler } = this.#stage;
    this.#skipIdleTicks(limit);
    const next = Math.min(limit, scheduler.nextAt() ?? limit, this.#cluster.nextBoot() ?? limit);
    scheduler.advance(next);
    this.#cluster.bootWhatIsDown();
  }

  /** Skips rounds that would find no due order and no due webhook. The sender and the reconciler have the same time between two. */
  #skipIdleTicks(limit: number): void {
    const { scheduler } = this.#stage;
    const isTick = (label: string): boolean => label === TICK || label === SLOW_TICK;
    const ticks = scheduler.waiting.filter(({ label, at }) => isTick(label) && at > scheduler.now);
    if (ticks.length === 0) return;
    const other = scheduler.waiting.filter(({ label }) => !isTick(label)).map(({ at }) => at);
    const inHistory = (at = Number.POSITIVE_INFINITY): number => at - START - scheduler.skew;
    const first = { [TICK]: inHistory(bed.firstDue()), [SLOW_TICK]: inHistory(bed.nextLook()) };
    const horizon = Math.min(limit, ...other, first[TICK], first[SLOW_TICK]);
    for (const tick of ticks) {
      const every = tick.label === TICK ? RECONCILE_EVERY : CHANGES_EVERY;
      const rounds = Math.floor((horizon - tick.at) / every);
      if (rounds > 0) tick.at += rounds * every;
    }
  }

  /** Runs all work until a moment, and then the ready gates. @param end history time, ms */
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

/** One death in this many draws; more often where a death matters most. */
const oddsOfDeath = (gate: Gate, deaths: number): number =>
  isCritical(gate) ? Math.ceil(deaths / CRITICAL) : deaths;

/** Whether the gate is between a write and a call. */
function isCritical({ label }: Gate): boolean {
  const [what = ""] = label.split(":");
  return CHANGES.has(what) || /^ledger\.(replaceOrder|createOrder|succeedOrder)$/.test(what);
}
