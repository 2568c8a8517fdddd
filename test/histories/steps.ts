/** The choice of what happens next: a gate, an act of a person, a change of the world, time. */
import type { Course } from "./course.ts";
import type { Fleet } from "./fleet.ts";
import type { People } from "./people.ts";
import { MINUTE, SECOND, type Stage } from "./stage.ts";
import { PROVABLE_AFTER, type Style } from "./style.ts";
import type { Weather } from "./weather.ts";

/** Acts that are added when the ledger is lost. */
const AFTER_LOSS = 14;

export interface StepsOptions {
  readonly style: Style;
  readonly course: Course;
  readonly fleet: Fleet;
  readonly people: People;
  readonly weather: Weather;
  /** At most this many acts of people, and as many changes of the world. */
  readonly most: number | undefined;
}

export class Steps {
  /** Acts of people so far. */
  acted = 0;
  readonly #stage: Stage;
  readonly #options: StepsOptions;
  /** Acts of people after which the faults end. */
  #acts: number;
  #changed = 0;
  /** Until then time passes and nobody acts; history time, ms. */
  #rushUntil = 0;

  constructor(stage: Stage, options: StepsOptions) {
    this.#stage = stage;
    this.#options = options;
    this.#acts = this.#atMost(options.style.acts);
  }

  /** Whether everybody has acted as often as they do. */
  get isOver(): boolean {
    return this.acted >= this.#acts;
  }

  /** Does what the draws choose. */
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
    const { pace, weather } = this.#options.style;
    if (ready.length > 0) {
      if (roll < pace) this.#act();
      else if (roll < pace + weather) this.#change();
      else if (roll > 95) course.passTo(scheduler.now + draws.between(1, 3 * SECOND));
      else course.letThrough(ready);
      return;
    }
    if (roll < 55) this.#act();
    else if (roll < 60 + 3 * weather) this.#change();
    else course.passTo(scheduler.now + draws.one([SECOND, 5 * SECOND, 20 * SECOND, MINUTE]));
  }

  #act(): void {
    const { people, course } = this.#options;
    const { scheduler } = this.#stage;
    if (people.act()) this.acted++;
    // Everybody waits, or nothing is up.
    else if (scheduler.ready().length === 0) course.passTo(scheduler.now + SECOND);
  }

  /** The world changes: faults, deaths, the service's back office, jumps of time. */
  #change(): void {
    if (++this.#changed > this.#acts) return;
    const { scheduler, draws, evidence, say, count } = this.#stage;
    const { style, weather, fleet } = this.#options;
    const { isRestless, isSkewed, isLossy } = style;
    const what = draws.weighted({
      fault: 6 + 6 * style.weather,
      better: 2,
      meddle: 6,
      die: 2,
      pause: 2,
      jump: isRestless ? 25 : 5,
      skew: isSkewed ? 3 : 0,
      backup: isLossy ? 8 : 1,
      database: style.isBadDatabase ? 5 : 0,
      lose: isLossy && evidence.lives.length < 2 ? 6 : 0,
    });
    switch (what) {
      case "fault":
        weather.worsen();
        return;
      case "better":
        say(() => "the weather clears");
        weather.clear();
        return;
      case "meddle":
        weather.meddle();
        return;
      case "die": {
        const { up } = fleet;
        if (up.length > 0) fleet.die(draws.one(up), "between steps");
        return;
      }
      case "pause": {
        const ms = fleet.pause();
        if (ms !== undefined && draws.oneIn(2)) this.#rushUntil = scheduler.now + ms;
        return;
      }
      case "jump": {
        const ms = isRestless
          ? 31 * MINUTE
          : draws.one([2 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 11 * MINUTE, 31 * MINUTE]);
        say(() => `${ms / SECOND} s pass`);
        count("events", `jump of ${ms / SECOND} s`);
        this.#rushUntil = scheduler.now + ms;
        return;
      }
      case "skew":
        fleet.skew();
        return;
      case "database":
        fleet.breakLedger();
        return;
      case "backup":
        fleet.copyLedger();
        return;
      case "lose":
        fleet.loseLedger();
        // What follows is what this is about.
        this.#acts = this.#atMost(this.#acts + AFTER_LOSS);
        this.#rushUntil = Math.max(this.#rushUntil, fleet.downUntil);
        if (style.isProvenFirst) this.#rushUntil += PROVABLE_AFTER;
        return;
      default:
        what satisfies never;
    }
  }

  /** Shortened where the shortest history that breaks is looked for. */
  #atMost(acts: number): number {
    return Math.min(this.#options.most ?? Number.POSITIVE_INFINITY, acts);
  }
}
