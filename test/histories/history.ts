/**
 * One history: the real server in one or two processes on one ledger, the simulated service, people and weather, all
 * driven by one scheduler and one seed. It plays and collects evidence; the invariants judge.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { BackOffice } from "./back-office.ts";
import { Course } from "./course.ts";
import { drawsOf } from "./draws.ts";
import { playEnding } from "./ending.ts";
import {
  type Ask,
  CHANGES,
  CONFIRMING,
  type Departure,
  type Evidence,
  emailAt,
  isUserOf,
} from "./evidence.ts";
import { bed, Fleet } from "./fleet.ts";
import { Front } from "./front.ts";
import { API_SECRET, OPERATOR_KEY, SITES } from "./instance.ts";
import { BrokenInvariant, type Judge } from "./judge.ts";
import { LedgerFaults } from "./ledger-faults.ts";
import { Network } from "./network.ts";
import { count, type Outcome, outcomeOf } from "./outcome.ts";
import { People } from "./people.ts";
import { type Plan, planOrders } from "./plan.ts";
import { Party, Scheduler } from "./scheduler.ts";
import { START, serviceFor } from "./service.ts";
import { SECOND, type Stage } from "./stage.ts";
import { Steps } from "./steps.ts";
import { drawStyle, PROVABLE_AFTER, type Style } from "./style.ts";
import { describeCall } from "./upstream-call.ts";
import { Weather } from "./weather.ts";
import { callText, planText } from "./words.ts";

/** Draws that were added later have seeds of their own, which no history has. */
const LATER = 2 ** 31;

/** A confirmation that was sent without any lookup, as it is counted. */
const UNLOOKED = "confirmation without a lookup";

const causes = new AsyncLocalStorage<Ask>();

export interface HistoryOptions {
  readonly seed: number;
  readonly judge: (evidence: Evidence) => Judge;
  /** At most this many acts of people and weather: to find the shortest history that breaks. */
  readonly acts?: number;
  /** Told everything that happens, in order. */
  readonly tell?: (line: string) => void;
}

export class History {
  readonly #options: HistoryOptions;
  readonly #scheduler = new Scheduler();
  readonly #evidence: Evidence;
  readonly #stage: Stage;
  readonly #people: People;
  readonly #weather: Weather;
  readonly #network: Network;
  readonly #fleet: Fleet;
  readonly #course: Course;
  readonly #steps: Steps;
  readonly #style: Style;
  readonly #counts = { crashes: new Map<string, number>(), events: new Map<string, number>() };
  readonly #troubles = new Map<string, number>();

  constructor(options: HistoryOptions) {
    this.#options = options;
    const draws = drawsOf(options.seed);
    const scheduler = this.#scheduler;
    bed.restore();
    const { app, control } = serviceFor(scheduler, draws.oneIn(3) ? "short" : "long");
    const plans = planOrders(draws);
    const size = draws.oneIn(3) ? 1 : 2;
    const later = drawsOf(options.seed + LATER);
    const style = drawStyle(draws, later);
    this.#style = style;
    const { isRestless, isSkewed } = style;
    this.#evidence = {
      seed: options.seed,
      plans,
      departures: [],
      asks: [],
      writes: [],
      logs: [],
      boots: [],
      pauses: [],
      deaths: [],
      ledgerFaults: [],
      shares: [],
      lives: [],
      released: new Map(),
      errors: [],
      control,
      bed,
      start: START,
      secrets: [API_SECRET, OPERATOR_KEY, ...Object.values(SITES).map(({ key }) => key)],
      now: () => scheduler.now,
      codesOf: (plan) =>
        control.codes().filter(({ order_id, email }) => isOf(plan, order_id) && isUserOf(plan, email)),
    };
    const judge = options.judge(this.#evidence);
    const stage: Stage = {
      scheduler,
      draws,
      evidence: this.#evidence,
      judge,
      say: (what) => this.#say(what),
      count: (of, what) => count(this.#counts[of], what),
    };
    this.#stage = stage;
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
      otherEnvironment: (plan) => void backOffice.otherEnvironment(plan),
      isShared: style.isShared,
      isSkewed,
    });
    this.#network = new Network(new Party("network"), {
      scheduler,
      draws,
      upstream: app,
      causes,
      describe: (request) => describeCall(request, control),
      trouble: (operation) => {
        const met = this.#weather.trouble(operation);
        if (met) count(this.#troubles, `${operation} ${met.kind}`);
        return met;
      },
      dates: () => {
        const met = this.#weather.dates();
        if (met) count(this.#troubles, `Date ${met.kind}`);
        return met;
      },
      life: () => this.#evidence.lives.length,
      departed: (departure) => {
        if (isUnlooked(this.#evidence, departure)) count(this.#counts.events, UNLOOKED);
        this.#evidence.departures.push(departure);
        judge.departed(departure);
      },
      arrived: (departure) => judge.arrived(departure),
      answered: (departure) => {
        judge.heard(departure);
        if (CHANGES.has(departure.operation)) this.#say(() => callText(departure));
      },
    });
    const ledgerFaults = new LedgerFaults(later, () => scheduler.now);
    this.#fleet = new Fleet(stage, {
      size,
      ledgerFaults,
      isSkewed,
      transportOf: (party) => this.#network.of(party),
      lost: (instance) => front.lose(instance),
    });
    this.#people = new People({
      draws,
      plans,
      isRestless,
      // What is chosen anew after a loss is what the look behind a confirmation is for.
      isFickle: isRestless || style.isLossy,
      send: (request, heard) => front.send(this.#fleet.up, request, heard),
      emailOf: (plan) => emailAt(this.#evidence, plan, this.#evidence.lives.length),
      openLink: (plan) => this.#weather.openLink(plan),
    });
    this.#course = new Course(stage, this.#fleet, style);
    this.#steps = new Steps(stage, {
      style,
      course: this.#course,
      fleet: this.#fleet,
      people: this.#people,
      weather: this.#weather,
      most: options.acts,
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
      await playEnding(this.#stage, {
        course: this.#course,
        fleet: this.#fleet,
        people: this.#people,
        weather: this.#weather,
        network: this.#network.party,
      });
    } catch (error) {
      if (!(error instanceof BrokenInvariant)) throw error;
      broken = { invariant: error.invariant, sentence: error.message };
    }
    this.#fleet.stop();
    this.#scheduler.kill(this.#network.party);
    return outcomeOf(this.#evidence, {
      acts: this.#steps.acted,
      lost: this.#stage.judge.codesLost,
      broken,
      troubles: this.#troubles,
      ...this.#counts,
    });
  }

  /** The site lets its users in, and nothing goes wrong yet. */
  async #opening(): Promise<void> {
    await this.#course.until(this.#scheduler.now + SECOND, false);
    for (const tab of this.#people.tabs) if (tab.device.token === undefined) this.#people.letIn(tab);
    await this.#course.until(this.#scheduler.now + SECOND, false);
    // From then on the first look at an order makes a process prove its ledger.
    if (this.#style.isProvenFirst) await this.#course.until(this.#scheduler.now + PROVABLE_AFTER, false);
  }

  async #mainPart(): Promise<void> {
    while (!this.#steps.isOver) {
      await this.#course.settle();
      this.#steps.next();
    }
  }

  #say(what: () => string): void {
    const { tell } = this.#options;
    if (!tell) return;
    const seconds = (this.#scheduler.now / SECOND).toFixed(1).padStart(7);
    tell(`${seconds} s  ${what()}`);
  }
}

/** Whether it is the first call of a confirmation in this life of the ledger, and nothing was looked up for its order before. */
function isUnlooked({ departures }: Evidence, { operation, orderId, life }: Departure): boolean {
  if (!CONFIRMING.has(operation)) return false;
  const isLookup = (each: Departure): boolean =>
    each.operation === "list_redemptions" && (each.orderId === orderId || each.url.includes("email="));
  return !departures.some(
    (each) =>
      each.life === life && (isLookup(each) || (each.orderId === orderId && CONFIRMING.has(each.operation))),
  );
}

function isOf({ prefix }: Plan, orderId: string): boolean {
  return orderId.slice(0, orderId.lastIndexOf(".") + 1) === prefix;
}
