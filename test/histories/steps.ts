/** Chooses the next step: a gate, an act of a user, a fault, or time. */

import type { Cluster } from "./cluster.ts";
import type { Course } from "./course.ts";
import type { FaultInjector } from "./fault-injector.ts";
import { MINUTE, SECOND, type Stage } from "./stage.ts";
import type { Style } from "./style.ts";
import type { Users } from "./users.ts";

/** Acts that are added when the ledger is lost. */
const AFTER_LOSS = 14;
/** A confirmation at this time may still be in doubt when its hold ends. */
const NEARLY_A_HOLD = 27 * MINUTE;

export interface StepsOptions {
  readonly style: Style;
  readonly course: Course;
  readonly cluster: Cluster;
  readonly users: Users;
  readonly injector: FaultInjector;
  /** At most this many acts of users, and as many faults. */
  readonly most: number | undefined;
}

export class Steps {
  /** Acts of users so far. */
  acted = 0;
  readonly #stage: Stage;
  readonly #options: StepsOptions;
  /** Acts of users after which the faults end. */
  #acts: number;
  #changed = 0;
  /** Until this time no user acts; history time, ms. */
  #rushUntil = 0;

  constructor(stage: Stage, options: StepsOptions) {
    this.#stage = stage;
    this.#options = options;
    this.#acts = this.#atMost(options.style.acts);
  }

  /** Whether the users have acted as often as their style says. */
  get isOver(): boolean {
    return this.acted >= this.#acts;
  }

  /** Makes one step, which the draws choose. */
  next(): void {
    const { scheduler, draws } = this.#stage;
    const { course } = this.#options;
    const ready = scheduler.ready();
    if (this.#rushUntil > scheduler.now) {
      if (ready.length > 0) course.letThrough(ready);
      else course.passTo(this.#rushUntil);
      return;
    }
    const roll = draws.below(100);
    const { pace, faultRate } = this.#options.style;
    if (ready.length > 0) {
      if (roll < pace) this.#act();
      else if (roll < pace + faultRate) this.#change();
      else if (roll > 95) course.passTo(scheduler.now + draws.between(1, 3 * SECOND));
      else course.letThrough(ready);
      return;
    }
    if (roll < 55) this.#act();
    else if (roll < 60 + 3 * faultRate) this.#change();
    else course.passTo(scheduler.now + draws.one([SECOND, 5 * SECOND, 20 * SECOND, MINUTE]));
  }

  #act(): void {
    const { users, course } = this.#options;
    const { scheduler } = this.#stage;
    if (users.act()) this.acted++;
    // All users wait for answers, or no process is up.
    else if (scheduler.ready().length === 0) course.passTo(scheduler.now + SECOND);
  }

  /** A fault begins: of the service, of the network, of a process, of the ledger or of a clock. */
  #change(): void {
    if (++this.#changed > this.#acts) return;
    const { scheduler, draws, evidence, say, count } = this.#stage;
    const { style, injector, cluster } = this.#options;
    const { isRestless, isLossy } = style;
    const what = draws.weighted({
      fault: 6 + 6 * style.faultRate,
      better: 2,
      meddle: 6,
      die: 2,
      pause: 2,
      jump: isRestless ? 25 : 5,
      backup: isLossy ? 8 : 1,
      database: style.isBadDatabase ? 5 : 0,
      clock: style.isLeaping ? 4 : 0,
      lose: isLossy && evidence.generations.length < 2 ? 6 : 0,
    });
    switch (what) {
      case "fault":
        injector.worsen();
        return;
      case "better":
        say(() => "the faults clear");
        injector.clear();
        return;
      case "meddle":
        injector.meddle();
        return;
      case "die": {
        const { up } = cluster;
        if (up.length > 0) cluster.die(draws.one(up), "between steps");
        return;
      }
      case "pause": {
        const ms = cluster.pause();
        if (ms !== undefined && draws.oneIn(2)) this.#rushUntil = scheduler.now + ms;
        return;
      }
      case "jump": {
        const ms = isRestless
          ? 31 * MINUTE
          : draws.one([2 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 11 * MINUTE, NEARLY_A_HOLD, 31 * MINUTE]);
        say(() => `${ms / SECOND} s pass`);
        count("events", `jump of ${ms / SECOND} s`);
        this.#rushUntil = scheduler.now + ms;
        return;
      }
      case "database":
        cluster.breakLedger();
        return;
      case "clock":
        cluster.setClock();
        return;
      case "backup":
        cluster.copyLedger();
        return;
      case "lose":
        cluster.loseLedger();
        // A loss needs further acts after it to show its effects.
        this.#acts = this.#atMost(this.#acts + AFTER_LOSS);
        this.#rushUntil = Math.max(this.#rushUntil, cluster.downUntil);
        return;
      default:
        what satisfies never;
    }
  }

  /** Limited during the search for the shortest broken history. */
  #atMost(acts: number): number {
    return Math.min(this.#options.most ?? Number.POSITIVE_INFINITY, acts);
  }
}
