/**
 * One history: the real server in one or two processes on one ledger, the simulated service, people and weather, all
 * driven by one scheduler and one seed. It plays and collects evidence; the invariants judge.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { BackOffice } from "./back-office.ts";
import { type Draws, drawsOf } from "./draws.ts";
import { type Ask, CHANGES, type Evidence, wasTakenBack } from "./evidence.ts";
import { bed, Fleet, LISTS_LAG } from "./fleet.ts";
import { Front } from "./front.ts";
import { API_SECRET, OPERATOR_KEY, SITES, TICK } from "./instance.ts";
import { BrokenInvariant, type Judge } from "./judge.ts";
import { Network } from "./network.ts";
import { People, type Tab } from "./people.ts";
import { type Plan, planOrder } from "./plan.ts";
import { type Gate, Party, Scheduler } from "./scheduler.ts";
import { START, serviceFor } from "./service.ts";
import { MINUTE, SECOND, type Stage } from "./stage.ts";
import { describeCall } from "./upstream-call.ts";
import { Weather } from "./weather.ts";
import { callText, planText } from "./words.ts";

/** The longest effect that weather.ts makes late. */
const LATEST_EFFECT = 5 * MINUTE;
/** After this the budget of changing calls has refilled. */
const BUDGET = 10 * MINUTE;
/** I7's own number. */
const SOON = MINUTE;
/** Holds that nobody confirmed have run out, and every wait has ended. */
const REST = 45 * MINUTE;
/** Between a write and a call a death is drawn so many times as often. */
const TELLING = 10;
/** Deaths at an await in one history: somebody must get on. */
const DEATHS_MAX = 12;
/** Acts that are added when the ledger is lost. */
const AFTER_LOSS = 14;
/** A step more than this in one history is a loop that never rests. */
const RELEASES_MAX = 60_000;

const causes = new AsyncLocalStorage<Ask>();

export interface HistoryOptions {
  readonly seed: number;
  readonly judge: (evidence: Evidence) => Judge;
  /** At most this many acts of people and weather: to find the shortest history that breaks. */
  readonly acts?: number;
  /** Told everything that happens, in order. */
  readonly tell?: (line: string) => void;
}

/** What a history amounted to, for the counts. */
export interface Outcome {
  readonly seed: number;
  readonly acts: number;
  readonly billed: number;
  readonly doubled: number;
  readonly lost: number;
  readonly broken: { readonly invariant: string; readonly sentence: string } | undefined;
  /** By `operation fault`. */
  readonly faults: ReadonlyMap<string, number>;
  /** By the await at which an instance died. */
  readonly crashes: ReadonlyMap<string, number>;
  /** By what else happened. */
  readonly events: ReadonlyMap<string, number>;
}

/** What this history is like, out of how many it is drawn. */
interface Style {
  /** Acts of people, and changes of the world, in 100 steps while something is under way. */
  readonly pace: number;
  readonly weather: number;
  /** An instance dies at one of so many awaits; 0: at none. */
  readonly deaths: number;
  /** Whether the ledger gets lost. */
  readonly isLossy: boolean;
  /** Whether people choose and choose, over hours. */
  readonly isRestless: boolean;
  /** Whether wall clocks are wrong, and jump. */
  readonly isSkewed: boolean;
}

export class History {
  readonly #options: HistoryOptions;
  readonly #draws: Draws;
  readonly #scheduler = new Scheduler();
  readonly #evidence: Evidence;
  readonly #judge: Judge;
  readonly #people: People;
  readonly #weather: Weather;
  readonly #network: Network;
  readonly #fleet: Fleet;
  readonly #style: Style;
  readonly #counts = { crashes: new Map<string, number>(), events: new Map<string, number>() };
  /** Acts of people after which the faults end. */
  #acts: number;
  #acted = 0;
  #changed = 0;
  #died = 0;
  #steps = 0;
  /** Until then time passes and nobody acts. */
  #rushUntil = 0;
  #isCalm = false;

  constructor(options: HistoryOptions) {
    this.#options = options;
    const draws = drawsOf(options.seed);
    this.#draws = draws;
    const scheduler = this.#scheduler;
    bed.restore();
    const { app, control } = serviceFor(scheduler, draws.oneIn(3) ? "short" : "long");
    const plans = planOrders(draws);
    const size = draws.oneIn(3) ? 1 : 2;
    this.#style = drawStyle(draws);
    const { isRestless, isSkewed } = this.#style;
    this.#acts = this.#atMost(draws.between(14, isRestless ? 60 : 36));
    this.#evidence = {
      seed: options.seed,
      plans,
      departures: [],
      asks: [],
      writes: [],
      logs: [],
      boots: [],
      pauses: [],
      shares: [],
      lives: [],
      released: new Map(),
      errors: [],
      control,
      bed,
      start: START,
      secrets: [API_SECRET, OPERATOR_KEY, ...Object.values(SITES).map(({ key }) => key)],
      now: () => scheduler.now,
      codesOf: (plan) => control.codes().filter(({ order_id }) => isOf(plan, order_id)),
    };
    this.#judge = options.judge(this.#evidence);
    const stage: Stage = {
      scheduler,
      draws,
      evidence: this.#evidence,
      judge: this.#judge,
      say: (what) => this.#say(what),
      count: (of, what) => count(this.#counts[of], what),
    };
    const backOffice = new BackOffice(stage, app);
    const front = new Front(stage, causes);
    this.#weather = new Weather({
      draws,
      control,
      plans,
      say: (what) => this.#say(what),
      nextCall: (plan) => backOffice.nextCall(plan),
      mayOpen: (id) => backOffice.mayOpen(id),
      elsewhere: (id, action) => void backOffice.end(id, action),
    });
    this.#network = new Network(new Party("network"), {
      scheduler,
      draws,
      upstream: app,
      causes,
      describe: (request) => describeCall(request, control),
      trouble: (operation) => this.#weather.trouble(operation),
      life: () => this.#evidence.lives.length,
      departed: (departure) => {
        this.#evidence.departures.push(departure);
        this.#judge.departed(departure);
      },
      arrived: (departure) => this.#judge.arrived(departure),
      answered: (departure) => {
        this.#judge.heard(departure);
        if (CHANGES.has(departure.operation)) this.#say(() => callText(departure));
      },
    });
    this.#fleet = new Fleet(stage, {
      size,
      isSkewed,
      transportOf: (party) => this.#network.of(party),
      lost: (instance) => front.lose(instance),
    });
    this.#people = new People({
      draws,
      plans,
      isRestless,
      // What is chosen anew after a loss is what the look behind a confirmation is for.
      isFickle: isRestless || this.#style.isLossy,
      send: (request, heard) => front.send(this.#fleet.up, request, heard),
      openLink: (plan) => this.#weather.openLink(plan),
    });
  }

  async play(): Promise<Outcome> {
    let broken: Outcome["broken"];
    try {
      this.#say(
        () => `${this.#fleet.slots.length} instance(s), ${this.#evidence.plans.map(planText).join("; ")}`,
      );
      this.#fleet.bootWhatIsDown();
      await this.#opening();
      await this.#mainPart();
      await this.#ending();
    } catch (error) {
      if (!(error instanceof BrokenInvariant)) throw error;
      broken = { invariant: error.invariant, sentence: error.message };
    }
    this.#fleet.stop();
    this.#scheduler.kill(this.#network.party);
    return this.#outcome(broken);
  }

  async #mainPart(): Promise<void> {
    while (this.#acted < this.#acts) {
      await this.#settle();
      this.#step();
    }
  }

  /** The site lets its users in, and nothing goes wrong yet. */
  async #opening(): Promise<void> {
    await this.#until(this.#scheduler.now + SECOND, false);
    for (const tab of this.#people.tabs) if (tab.device.token === undefined) this.#people.letIn(tab);
    await this.#until(this.#scheduler.now + SECOND, false);
  }

  async #settle(): Promise<void> {
    await this.#scheduler.settle();
    const [error] = this.#evidence.errors;
    if (error !== undefined) throw new BrokenInvariant("no surprise", error);
    if (this.#judge.broken) throw this.#judge.broken;
    if (++this.#steps > RELEASES_MAX) throw new BrokenInvariant("no loop", "the history never comes to rest");
  }

  #step(): void {
    const scheduler = this.#scheduler;
    const draws = this.#draws;
    const ready = scheduler.ready();
    if (this.#rushUntil > scheduler.now) {
      if (ready.length > 0) this.#letThrough(ready);
      else this.#passTo(this.#rushUntil);
      return;
    }
    const roll = draws.below(100);
    const { pace, weather } = this.#style;
    if (ready.length > 0) {
      if (roll < pace) this.#act();
      else if (roll < pace + weather) this.#change();
      else if (roll > 95) this.#passTo(scheduler.now + draws.between(1, 3 * SECOND));
      else this.#letThrough(ready);
      return;
    }
    if (roll < 55) this.#act();
    else if (roll < 60 + 3 * weather) this.#change();
    else this.#passTo(scheduler.now + draws.one([SECOND, 5 * SECOND, 20 * SECOND, MINUTE]));
  }

  #letThrough(ready: readonly Gate[]): void {
    const gate = this.#draws.one(ready);
    const { deaths } = this.#style;
    if (
      !this.#isCalm &&
      deaths > 0 &&
      this.#died < DEATHS_MAX &&
      this.#draws.oneIn(oddsOfDeath(gate, deaths))
    ) {
      const instance = this.#fleet.up.find(({ party }) => party === gate.party);
      if (instance) {
        this.#died++;
        this.#fleet.die(instance, gate.label);
        return;
      }
    }
    this.#scheduler.release(gate);
  }

  /** Time passes to the next thing that waits, or to `limit`. */
  #passTo(limit: number): void {
    const scheduler = this.#scheduler;
    this.#skipIdleTicks(limit);
    const next = Math.min(limit, scheduler.nextAt() ?? limit, this.#fleet.nextBoot() ?? limit);
    scheduler.advance(next);
    this.#fleet.bootWhatIsDown();
  }

  /** Rounds of the reconciler that would find nothing: the first one that finds something is the next. */
  #skipIdleTicks(limit: number): void {
    const scheduler = this.#scheduler;
    const ticks = scheduler.waiting.filter(({ label, at }) => label === TICK && at > scheduler.now);
    if (ticks.length === 0) return;
    const other = scheduler.waiting.filter(({ label }) => label !== TICK).map(({ at }) => at);
    const due = bed.firstDue();
    // A row may be due a little earlier by an instance's own reckoning of the service's time.
    const first = due === undefined ? Number.POSITIVE_INFINITY : due - START - 3 * SECOND;
    const horizon = Math.min(limit, first, ...other);
    for (const tick of ticks) {
      const rounds = Math.floor((horizon - tick.at) / (5 * SECOND));
      if (rounds > 0) tick.at += rounds * 5 * SECOND;
    }
  }

  #act(): void {
    if (this.#people.act()) this.#acted++;
    // Everybody waits, or nothing is up.
    else if (this.#scheduler.ready().length === 0) this.#passTo(this.#scheduler.now + SECOND);
  }

  /** The world changes: faults, deaths, the service's back office, jumps of time. */
  #change(): void {
    if (++this.#changed > this.#acts) return;
    const draws = this.#draws;
    const { weather, isRestless, isSkewed, isLossy } = this.#style;
    const what = draws.weighted({
      fault: 6 + 6 * weather,
      better: 2,
      meddle: 6,
      die: 2,
      pause: 2,
      jump: isRestless ? 25 : 5,
      skew: isSkewed ? 3 : 0,
      backup: isLossy ? 8 : 1,
      lose: isLossy && this.#evidence.lives.length < 2 ? 6 : 0,
    });
    switch (what) {
      case "fault":
        this.#weather.worsen();
        return;
      case "better":
        this.#say(() => "the weather clears");
        this.#weather.clear();
        return;
      case "meddle":
        this.#weather.meddle();
        return;
      case "die": {
        const { up } = this.#fleet;
        if (up.length > 0) this.#fleet.die(draws.one(up), "between steps");
        return;
      }
      case "pause": {
        const ms = this.#fleet.pause();
        if (ms !== undefined && draws.oneIn(2)) this.#rushUntil = this.#scheduler.now + ms;
        return;
      }
      case "jump": {
        const ms = isRestless
          ? 31 * MINUTE
          : draws.one([2 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 11 * MINUTE, 31 * MINUTE]);
        this.#say(() => `${ms / SECOND} s pass`);
        count(this.#counts.events, `jump of ${ms / SECOND} s`);
        this.#rushUntil = this.#scheduler.now + ms;
        return;
      }
      case "skew":
        this.#fleet.skew();
        return;
      case "backup":
        this.#fleet.copyLedger();
        return;
      case "lose":
        this.#fleet.loseLedger();
        // What follows is what this is about.
        this.#acts = this.#atMost(this.#acts + AFTER_LOSS);
        this.#rushUntil = Math.max(this.#rushUntil, this.#fleet.downUntil);
        return;
      default:
        what satisfies never;
    }
  }

  async #ending(): Promise<void> {
    const scheduler = this.#scheduler;
    this.#isCalm = true;
    this.#say(() => "the faults end");
    this.#weather.clear();
    const fleet = this.#fleet;
    fleet.wake();
    fleet.downUntil = Math.min(fleet.downUntil, scheduler.now + LISTS_LAG);
    const { control } = this.#evidence;
    const onTheWay = scheduler.waiting
      .filter(({ party }) => party === this.#network.party)
      .map(({ at }) => at);
    const late = control.calls
      .filter(({ fault, effect }) => fault === "late" && effect === undefined)
      .map(({ at }) => at - START + LATEST_EFFECT);
    const calm = Math.max(scheduler.now, fleet.downUntil, ...onTheWay, ...late);
    await this.#until(calm + SOON);
    this.#judge.soonAfter(calm);
    await this.#settle();
    await this.#until(calm + SOON + BUDGET);
    this.#judge.afterBudget();
    await this.#settle();
    await this.#until(calm + REST);
    await this.#lastVisits();
    this.#judge.ended();
    await this.#settle();
  }

  async #until(end: number, mayDie = true): Promise<void> {
    const scheduler = this.#scheduler;
    const was = this.#isCalm;
    this.#isCalm ||= !mayDie;
    while (scheduler.now < end) {
      await this.#settle();
      const ready = scheduler.ready();
      if (ready.length > 0) this.#letThrough(ready);
      else this.#passTo(end);
    }
    for (;;) {
      await this.#settle();
      const ready = scheduler.ready();
      if (ready.length === 0) break;
      this.#letThrough(ready);
    }
    this.#isCalm = was;
  }

  /** Everybody comes back once and gets what is theirs. */
  async #lastVisits(): Promise<void> {
    const first = new Map<Plan, Tab>();
    for (const tab of this.#people.tabs) if (!first.has(tab.plan)) first.set(tab.plan, tab);
    for (const tab of first.values()) {
      this.#people.letIn(tab);
      await this.#until(this.#scheduler.now + SECOND);
      this.#people.look(tab);
      await this.#until(this.#scheduler.now + 15 * SECOND);
      const { state } = tab.shown;
      if (state === "redeemed") this.#people.codes(tab);
      await this.#until(this.#scheduler.now + 15 * SECOND);
    }
  }

  #say(what: () => string): void {
    const { tell } = this.#options;
    if (!tell) return;
    const seconds = (this.#scheduler.now / SECOND).toFixed(1).padStart(7);
    tell(`${seconds} s  ${what()}`);
  }

  /** Shortened where the shortest history that breaks is looked for. */
  #atMost(acts: number): number {
    return Math.min(this.#options.acts ?? Number.POSITIVE_INFINITY, acts);
  }

  #outcome(broken: Outcome["broken"]): Outcome {
    const { control, plans, codesOf } = this.#evidence;
    const faults = new Map<string, number>();
    for (const { operation, fault } of control.calls) if (fault) count(faults, `${operation} ${fault}`);
    const codes = plans.map(
      (plan) => codesOf(plan).filter(({ redemption_id: id }) => !wasTakenBack({ control }, id)).length,
    );
    return {
      seed: this.#options.seed,
      acts: this.#acted,
      billed: codes.filter((count) => count > 0).length,
      doubled: codes.filter((count) => count > 1).length,
      lost: this.#judge.codesLost(),
      broken,
      faults,
      ...this.#counts,
    };
  }
}

function planOrders(draws: Draws): Plan[] {
  const first = planOrder(draws, "shop", 0);
  const second = draws.oneIn(3)
    ? planOrder(draws, draws.one(["shop", "portal"]), 1, draws.oneIn(2) ? first : undefined)
    : undefined;
  return second && second.prefix !== first.prefix ? [first, second] : [first];
}

function drawStyle(draws: Draws): Style {
  const pace = draws.one([2, 5, 12, 30]);
  const weather = draws.one([0, 1, 3, 6]);
  const deaths = draws.one([0, 40, 150, 400]);
  const isLossy = draws.oneIn(6);
  const isRestless = !isLossy && draws.oneIn(8);
  return { pace, weather, deaths, isLossy, isRestless, isSkewed: draws.oneIn(4) };
}

/** Where a death matters most, between a write and a call, it is drawn more often: once in how many. */
function oddsOfDeath({ label }: Gate, deaths: number): number {
  const [what = ""] = label.split(":");
  const isTelling = CHANGES.has(what) || /^ledger\.(replaceOrder|createOrder)$/.test(what);
  return isTelling ? Math.ceil(deaths / TELLING) : deaths;
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function isOf({ prefix }: Plan, orderId: string): boolean {
  return orderId.slice(0, orderId.lastIndexOf(".") + 1) === prefix;
}
