/**
 * One history: the real server in one or two processes on one ledger, the simulated service, users and faults, all driven by one
 * scheduler and one seed. A history plays and collects evidence; the invariants judge.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { BackOffice } from "./back-office.ts";
import { seedChance } from "./chance.ts";
import { bed, Cluster, presentOf } from "./cluster.ts";
import { Course } from "./course.ts";
import { drawsOf } from "./draws.ts";
import { playEnding } from "./ending.ts";
import { type Ask, CHANGES, type Evidence, isUserOf } from "./evidence.ts";
import { FaultInjector } from "./fault-injector.ts";
import { Front } from "./front.ts";
import { API_SECRET, OPERATOR_KEY, SITES } from "./instance.ts";
import { BrokenInvariant, type Judge } from "./judge.ts";
import { LedgerFaults } from "./ledger-faults.ts";
import { Network } from "./network.ts";
import { count, type Outcome, outcomeOf } from "./outcome.ts";
import { isOf, planOrders } from "./plan.ts";
import { Receivers } from "./receivers.ts";
import { type Gate, Party, Scheduler } from "./scheduler.ts";
import { START, serviceFor } from "./service.ts";
import { SECOND, type Stage } from "./stage.ts";
import { Steps } from "./steps.ts";
import { drawStyle, type Style } from "./style.ts";
import { describeCall } from "./upstream-call.ts";
import { Users } from "./users.ts";
import { callText, planText } from "./words.ts";

/** The operator acts once in this many acts. */
const SELDOM = 25;
const OFTEN = 6;
/** What a grant draws is of a stream of its own. */
const GRANTS = 0x6772;

const causes = new AsyncLocalStorage<Ask>();

export interface HistoryOptions {
  readonly seed: number;
  readonly judge: (evidence: Evidence) => Judge;
  /** At most this many acts of users: to find the shortest history that breaks. */
  readonly acts?: number;
  /** Called with each line of the report, in order. */
  readonly report?: (line: string) => void;
  /** Called with each gate that opens, in order. */
  readonly opened?: (gate: Gate) => void;
}

export class History {
  readonly #options: HistoryOptions;
  readonly #scheduler: Scheduler;
  readonly #evidence: Evidence;
  readonly #stage: Stage;
  readonly #users: Users;
  readonly #injector: FaultInjector;
  readonly #network: Network;
  readonly #cluster: Cluster;
  readonly #course: Course;
  readonly #steps: Steps;
  readonly #style: Style;
  readonly #counts = { crashes: new Map<string, number>(), events: new Map<string, number>() };
  readonly #troubles = new Map<string, number>();

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#scheduler = new Scheduler(options.opened);
    const draws = drawsOf(options.seed);
    seedChance(options.seed);
    const scheduler = this.#scheduler;
    bed.restore();
    const { app, control } = serviceFor(scheduler, draws.oneIn(3) ? "short" : "long");
    const plans = planOrders(draws, drawsOf(options.seed ^ GRANTS));
    const size = draws.one([1, 2, 2, 3]);
    const style = drawStyle(
      draws,
      plans.some(({ grant }) => grant),
    );
    this.#style = style;
    const { isRestless } = style;
    this.#evidence = {
      seed: options.seed,
      plans,
      departures: [],
      asks: [],
      writes: [],
      deliveries: [],
      authorizations: [],
      logs: [],
      boots: [],
      pauses: [],
      deaths: [],
      ledgerFaults: [],
      refusals: [],
      shares: [],
      leases: new Map(),
      generations: [],
      leaps: [],
      released: new Map(),
      acknowledged: new Map(),
      errors: [],
      control,
      bed,
      start: START,
      secrets: [
        API_SECRET,
        OPERATOR_KEY,
        ...Object.values(SITES).flatMap(({ key, webhook }) => [key, webhook.secret]),
        SITES.club.authorize.secret,
      ],
      now: () => scheduler.now,
      machine: () => START + scheduler.now + scheduler.skew,
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
    this.#injector = new FaultInjector({
      draws,
      control,
      plans: () => presentOf(plans),
      say: (what) => this.#say(what),
      nextCall: (plan) => backOffice.nextCall(plan),
      mayOpen: (id) => backOffice.mayOpen(id),
      elsewhere: (id, action) => void backOffice.end(id, action),
      otherEnvironment: (plan) => void backOffice.otherEnvironment(plan),
      style,
    });
    this.#network = new Network(new Party("network"), {
      scheduler,
      draws,
      upstream: app,
      causes,
      describe: (request) => describeCall(request, control),
      trouble: (operation) => {
        const met = this.#injector.trouble(operation);
        if (met) count(this.#troubles, `${operation} ${met.kind}`);
        return met;
      },
      secondDelivery: (operation) => this.#injector.secondDelivery(operation),
      generation: () => this.#evidence.generations.length,
      departed: (departure) => {
        this.#evidence.departures.push(departure);
        judge.departed(departure);
      },
      arrived: (departure) => judge.arrived(departure),
      answered: (departure) => {
        judge.heard(departure);
        if (CHANGES.has(departure.operation)) this.#say(() => callText(departure));
      },
    });
    const receivers = new Receivers(stage, () => this.#course.isCalm);
    const ledgerFaults = new LedgerFaults(draws, () => scheduler.now);
    this.#cluster = new Cluster(stage, {
      size,
      ledgerFaults,
      transportOf: (party) => this.#network.of(party),
      webhookTransportOf: (party) => receivers.of(party),
      lost: (instance) => front.lose(instance),
    });
    this.#users = new Users({
      draws,
      plans,
      isRestless,
      // A new choice after a loss is a hard case for the recovery lookup.
      isFickle: isRestless || style.isLossy,
      operatorOdds: style.isReleased ? OFTEN : SELDOM,
      send: (request, heard) => front.send(this.#cluster.up, request, heard),
      emailOf: ({ email }) => email,
      openLink: (plan) => this.#injector.openLink(plan),
    });
    this.#course = new Course(stage, this.#cluster, style);
    this.#steps = new Steps(stage, {
      style,
      course: this.#course,
      cluster: this.#cluster,
      users: this.#users,
      injector: this.#injector,
      most: options.acts,
    });
  }

  async play(): Promise<Outcome> {
    let broken: Outcome["broken"];
    try {
      this.#say(
        () => `${this.#cluster.slots.length} instance(s), ${this.#evidence.plans.map(planText).join("; ")}`,
      );
      this.#cluster.bootWhatIsDown();
      await this.#opening();
      await this.#mainPart();
      // The last fault of all: what is under way then must not become late.
      if (this.#style.isLeaping && this.#stage.draws.oneIn(2)) this.#cluster.setClock();
      await playEnding(this.#stage, {
        course: this.#course,
        cluster: this.#cluster,
        users: this.#users,
        injector: this.#injector,
        network: this.#network.party,
      });
    } catch (error) {
      if (!(error instanceof BrokenInvariant)) throw error;
      broken = { invariant: error.invariant, sentence: error.message };
    }
    this.#cluster.stop();
    this.#scheduler.kill(this.#network.party);
    return outcomeOf(this.#evidence, {
      acts: this.#steps.acted,
      lost: this.#stage.judge.codesLost,
      broken,
      troubles: this.#troubles,
      ...this.#counts,
    });
  }

  /** The sites open sessions for their users. No fault is drawn yet. */
  async #opening(): Promise<void> {
    await this.#course.until(this.#scheduler.now + SECOND, false);
    for (const tab of this.#users.tabs) if (tab.device.token === undefined) this.#users.letIn(tab);
    await this.#course.until(this.#scheduler.now + SECOND, false);
  }

  async #mainPart(): Promise<void> {
    while (!this.#steps.isOver) {
      await this.#course.settle();
      this.#steps.next();
    }
  }

  #say(what: () => string): void {
    const { report } = this.#options;
    if (!report) return;
    const seconds = (this.#scheduler.now / SECOND).toFixed(1).padStart(7);
    report(`${seconds} s  ${what()}`);
  }
}
