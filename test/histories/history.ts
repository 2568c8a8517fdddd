/**
 * One history: the real server in one or two processes on one ledger, the simulated service, people and weather, all
 * driven by one scheduler and one seed. It plays and collects evidence; the invariants judge.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createFulfillment } from "../../demo/fulfillment/app.ts";
import type { TransportRequest } from "../../server/fulfillment/transport.ts";
import type { Order as Row } from "../../server/redemption/model.ts";
import { type Draws, drawsOf } from "./draws.ts";
import { type Answer, type Ask, CHANGES, type Departure, type Evidence, type Json } from "./evidence.ts";
import { API_SECRET, Instance, OPERATOR_KEY, SITES, TICK, UPSTREAM } from "./instance.ts";
import { BrokenInvariant, type Judge } from "./judge.ts";
import { type Copy, makeLedgerBed } from "./ledger-bed.ts";
import { Network } from "./network.ts";
import { People, type Request_, type Tab } from "./people.ts";
import { type Plan, planOrder } from "./plan.ts";
import { type Gate, Party, Scheduler } from "./scheduler.ts";
import { describeCall } from "./upstream-call.ts";
import { type Operation, Weather } from "./weather.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** 2026-11-20T12:00:00Z: refunds are a matter of the month, and no history leaves it. */
const START = Date.UTC(2026, 10, 20, 12);
/** The longest effect that weather.ts makes late. */
const LATEST_EFFECT = 5 * MINUTE;
/** The service's lists lag this long at most; a ledger that was lost goes into service later than that. */
const LISTS_LAG = 2 * MINUTE;
/** After this the budget of changing calls has refilled. */
const BUDGET = 10 * MINUTE;
/** I7's own number. */
const SOON = MINUTE;
/** Holds that nobody confirmed have run out, and every wait has ended. */
const REST = 45 * MINUTE;
/** So many times as often. */
const TELLING = 10;
/** Deaths at an await in one history: somebody must get on. */
const DEATHS_MAX = 12;
/** Acts that are added when the ledger is lost. */
const AFTER_LOSS = 10;
/** A step more than this in one history is a loop that never rests. */
const RELEASES_MAX = 60_000;

/** The machine's clock, which is the database's as well. */
let machineTime = (): number => START;
const bed = makeLedgerBed(() => machineTime());
const causes = new AsyncLocalStorage<Ask>();

/** One simulated service for each life of a token, put back to its beginning for every history. */
const services = { short: service(600), long: service(7200) };

function service(tokenLifetimeSeconds: number) {
  const time = { scheduler: new Scheduler(), party: new Party("service") };
  const { app, control } = createFulfillment({
    clock: { now: () => START + time.scheduler.now },
    publicUrl: UPSTREAM,
    apiKey: "key",
    apiSecret: API_SECRET,
    tokenLifetimeSeconds,
    sleep: async (ms) => {
      const { scheduler, party } = time;
      scheduler.busy--;
      await scheduler.wait(party, "service: slow", scheduler.now + ms);
      scheduler.busy++;
    },
  });
  return { app, control, time };
}

function serviceFor(scheduler: Scheduler, life: keyof typeof services) {
  const { app, control, time } = services[life];
  time.scheduler = scheduler;
  control.reset();
  return { app, control };
}

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

type Style = { readonly pace: number; readonly weather: number; readonly deaths: number };

export class History {
  readonly #options: HistoryOptions;
  readonly #draws: Draws;
  readonly #scheduler = new Scheduler();
  readonly #evidence: Evidence;
  readonly #judge: Judge;
  readonly #people: People;
  readonly #weather: Weather;
  readonly #network: Network;
  readonly #upstream: { fetch(request: Request): Response | Promise<Response> };
  readonly #slots: (Instance | undefined)[];
  readonly #style: Style;
  readonly #skewed: boolean;
  /** Whether the ledger gets lost. */
  readonly #isLossy: boolean;
  readonly #isRestless: boolean;
  readonly #copies: Copy[] = [];
  readonly #crashes = new Map<string, number>();
  readonly #events = new Map<string, number>();
  #acts: number;
  /** How far the machine's clock is off, ms. */
  #machineSkew = 0;
  #boots = 0;
  #life = 0;
  #acted = 0;
  #died = 0;
  #changed = 0;
  #released = 0;
  /** Until then time passes and nobody acts. */
  #rushUntil = 0;
  /** Nothing is started before. */
  #downUntil = 0;
  #rowsBefore = new Map<string, Row>();
  #isCalm = false;

  constructor(options: HistoryOptions) {
    this.#options = options;
    const draws = drawsOf(options.seed);
    this.#draws = draws;
    const scheduler = this.#scheduler;
    bed.restore();
    machineTime = () => START + scheduler.now + this.#machineSkew;
    const { app, control } = serviceFor(scheduler, draws.oneIn(3) ? "short" : "long");
    this.#upstream = app;
    const plans = [planOrder(draws, "shop", 0)];
    if (draws.oneIn(3)) plans.push(planOrder(draws, draws.one(["shop", "portal"]), 1));
    if (plans[1]?.prefix === plans[0]?.prefix) plans.pop();
    this.#slots = Array.from({ length: draws.oneIn(3) ? 1 : 2 }, () => undefined);
    this.#style = {
      pace: draws.one([2, 5, 12, 30]),
      weather: draws.one([0, 1, 3, 6]),
      deaths: draws.one([0, 40, 150, 400]),
    };
    this.#isLossy = draws.oneIn(6);
    const isRestless = !this.#isLossy && draws.oneIn(8);
    this.#isRestless = isRestless;
    this.#skewed = draws.oneIn(4);
    this.#acts = Math.min(options.acts ?? Number.POSITIVE_INFINITY, draws.between(14, isRestless ? 60 : 36));
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
    this.#weather = new Weather({
      draws,
      control,
      plans,
      say: (what) => this.#say(what),
      nextCall: (plan) => this.#nextCall(plan),
      mayOpen: (id) => this.#mayOpen(id),
      elsewhere: (id, action) => void this.#backOffice(id, action),
    });
    this.#network = new Network(new Party("network"), {
      scheduler,
      draws,
      upstream: app,
      causes,
      describe: (request: TransportRequest) => describeCall(request, control),
      trouble: (operation) => this.#weather.trouble(operation),
      life: () => this.#life,
      departed: (departure) => {
        this.#evidence.departures.push(departure);
        this.#judge.departed(departure);
      },
      arrived: (departure) => this.#judge.arrived(departure),
      answered: (departure) => {
        this.#judge.heard(departure);
        this.#tellCall(departure);
      },
    });
    this.#people = new People({
      draws,
      plans,
      isRestless,
      send: (request, heard) => this.#send(request, heard),
      openLink: (plan) => this.#weather.openLink(plan),
    });
  }

  async play(): Promise<Outcome> {
    let broken: Outcome["broken"];
    try {
      this.#say(() => `${this.#slots.length} instance(s), ${this.#evidence.plans.map(nameOf).join("; ")}`);
      for (let slot = 0; slot < this.#slots.length; slot++) this.#boot(slot);
      await this.#opening();
      await this.#mainPart();
      await this.#ending();
    } catch (error) {
      if (!(error instanceof BrokenInvariant)) throw error;
      broken = { invariant: error.invariant, sentence: error.message };
    }
    for (const instance of this.#slots) if (instance) this.#scheduler.kill(instance.party);
    this.#scheduler.kill(this.#network.party);
    return this.#outcome(broken);
  }

  /* ── The main part ──────────────────────────────────────────────────────────────────────────────────────────── */

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
    if (++this.#released > RELEASES_MAX)
      throw new BrokenInvariant("no loop", "the history never comes to rest");
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
      const instance = this.#slots.find((each) => each?.party === gate.party);
      if (instance) {
        this.#died++;
        this.#die(instance, gate.label);
        return;
      }
    }
    this.#scheduler.release(gate);
  }

  /** Time passes to the next thing that waits, or to `limit`. */
  #passTo(limit: number): void {
    const scheduler = this.#scheduler;
    this.#skipIdleTicks(limit);
    const next = Math.min(limit, scheduler.nextAt() ?? limit, this.#nextBoot() ?? limit);
    scheduler.advance(next);
    this.#bootWhatIsDown();
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
    const { weather } = this.#style;
    const what = draws.weighted({
      fault: 6 + 6 * weather,
      better: 2,
      meddle: 6,
      die: 2,
      pause: 2,
      jump: this.#isRestless ? 25 : 5,
      skew: this.#skewed ? 3 : 0,
      backup: this.#isLossy ? 8 : 1,
      lose: this.#isLossy && this.#life < 2 ? 6 : 0,
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
        const up = this.#slots.filter((each) => each !== undefined);
        if (up.length > 0) this.#die(draws.one(up), "between steps");
        return;
      }
      case "pause":
        this.#pause();
        return;
      case "jump": {
        const ms = this.#isRestless
          ? 31 * MINUTE
          : draws.one([2 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 11 * MINUTE, 31 * MINUTE]);
        this.#say(() => `${ms / SECOND} s pass`);
        this.#count(this.#events, `jump of ${ms / SECOND} s`);
        this.#rushUntil = this.#scheduler.now + ms;
        return;
      }
      case "skew": {
        const instance = draws.one(this.#slots);
        if (!instance) return;
        if (draws.oneIn(3)) this.#machineSkew += draws.one([-90 * SECOND, 90 * SECOND, 45 * MINUTE]);
        instance.skew += draws.one([-HOUR, -90 * SECOND, 90 * SECOND, 45 * MINUTE, 26 * HOUR]);
        this.#count(this.#events, "wall clock jumps");
        this.#say(() => `the wall clock of ${instance.party.name} is off by ${instance.skew / SECOND} s`);
        return;
      }
      case "backup":
        this.#copies.push(bed.copy());
        this.#say(() => "the ledger is copied");
        return;
      case "lose":
        this.#loseLedger();
        return;
      default:
        what satisfies never;
    }
  }

  #pause(): void {
    const up = this.#slots.filter((each) => each !== undefined);
    if (up.length === 0) return;
    const instance = this.#draws.one(up);
    const ms = this.#draws.one([20 * SECOND, 50 * SECOND, 3 * MINUTE, 11 * MINUTE, 31 * MINUTE]);
    instance.party.pausedUntil = this.#scheduler.now + ms;
    this.#evidence.pauses.push({ instance: instance.party.name, until: instance.party.pausedUntil });
    this.#count(this.#events, `paused for ${ms / SECOND} s`);
    this.#say(() => `${instance.party.name} stands still for ${ms / SECOND} s`);
    if (this.#draws.oneIn(2)) this.#rushUntil = this.#scheduler.now + ms;
  }

  /** kill -9: what was written stays written, what it awaits never comes. */
  #die(instance: Instance, where: string): void {
    this.#count(this.#crashes, where);
    this.#say(() => `${instance.party.name} is killed (${where})`);
    this.#scheduler.kill(instance.party);
    this.#slots[this.#slots.indexOf(instance)] = undefined;
    for (const ask of this.#evidence.asks) {
      if (ask.instance === instance.party.name && !ask.answer && !ask.lost) {
        ask.lost = true;
        this.#heard.get(ask)?.(undefined);
      }
    }
    if (this.#draws.oneIn(2)) this.#downUntil = this.#scheduler.now + this.#draws.one([1, 7, 60]) * SECOND;
    this.#bootWhatIsDown();
  }

  #loseLedger(): void {
    const draws = this.#draws;
    for (const instance of [...this.#slots]) if (instance) this.#die(instance, "with the ledger");
    for (const instance of this.#slots) if (instance) this.#scheduler.kill(instance.party);
    this.#slots.fill(undefined);
    const copy = this.#copies.length > 0 && !draws.oneIn(3) ? draws.one(this.#copies) : undefined;
    const kind = copy ? "restored" : "lost";
    bed.restore(copy);
    this.#life++;
    this.#rowsBefore = new Map(bed.rows().map((row) => [`${row.site}/${row.order_id}`, row]));
    this.#evidence.lives.push({ seq: ++this.#scheduler.seq, at: this.#scheduler.now, kind });
    this.#count(this.#events, `ledger ${kind}`);
    const down = LISTS_LAG + draws.one([1, 60, 600, 1900]) * SECOND;
    this.#say(() => `the ledger is ${kind}; it is in service again after ${down / SECOND} s`);
    this.#downUntil = this.#scheduler.now + down;
    // What follows is what this is about.
    this.#acts = Math.min(this.#options.acts ?? Number.POSITIVE_INFINITY, this.#acts + AFTER_LOSS);
    this.#rushUntil = Math.max(this.#rushUntil, this.#downUntil);
  }

  /* ── Instances ──────────────────────────────────────────────────────────────────────────────────────────────── */

  #nextBoot(): number | undefined {
    return this.#slots.includes(undefined) && this.#downUntil > this.#scheduler.now
      ? this.#downUntil
      : undefined;
  }

  #bootWhatIsDown(): void {
    if (this.#downUntil > this.#scheduler.now) return;
    for (const [slot, instance] of this.#slots.entries()) if (!instance) this.#boot(slot);
  }

  #boot(slot: number): void {
    const scheduler = this.#scheduler;
    const name = `${"AB"[slot]}${++this.#boots}`;
    const party = new Party(name);
    const life = this.#life;
    const skew = this.#skewed ? this.#draws.one([0, 0, -90, 90, -2700, 2700, 86_400]) * SECOND : 0;
    const instance: Instance = new Instance({
      party,
      scheduler,
      ledger: bed.ledger,
      transport: this.#network.of(party),
      start: START,
      skew,
      log: (line) => {
        this.#evidence.logs.push({ instance: name, line });
        this.#judge.logged({ instance: name, line });
      },
      shared: () => this.#evidence.shares.push({ seq: ++scheduler.seq, instance: name, life }),
      wrote: ({ site, order_id }) => this.#wrote(bed.row(site, order_id), name, life),
    });
    this.#slots[slot] = instance;
    this.#evidence.boots.push({
      instance: name,
      seq: ++scheduler.seq,
      at: scheduler.now,
      life,
      trueClock: !this.#skewed,
    });
    this.#say(() => `${name} starts${skew === 0 ? "" : `, its wall clock off by ${skew / SECOND} s`}`);
    instance.start().catch((error) => this.#evidence.errors.push(`${name} could not start: ${error}`));
  }

  /** Something was stored: the rows are read beside the ledger's own code. */
  #wrote(row: Row | undefined, instance: string, life: number): void {
    if (!row) return;
    const key = `${row.site}/${row.order_id}`;
    const before = this.#rowsBefore.get(key);
    this.#rowsBefore.set(key, row);
    const write = { seq: ++this.#scheduler.seq, at: this.#scheduler.now, instance, life, before, after: row };
    this.#evidence.writes.push(write);
    this.#judge.wrote(write);
  }

  /* ── Requests ───────────────────────────────────────────────────────────────────────────────────────────────── */

  readonly #heard = new Map<Ask, (answer: Answer | undefined) => void>();

  #send(request: Request_, heard: (answer: Answer | undefined) => void): Ask | undefined {
    const scheduler = this.#scheduler;
    const up = this.#slots.filter((each) => each?.server !== undefined);
    const awake = up.filter((each) => each && each.party.pausedUntil <= scheduler.now);
    // A load balancer does not notice at once that one stands still.
    const instance = awake.length > 0 && !this.#draws.oneIn(8) ? this.#draws.one(awake) : this.#draws.one(up);
    const app = instance?.server?.app;
    if (!instance || !app) return undefined;
    const { who, as, plan, method, path, body, headers } = request;
    const ask: Ask = {
      seq: ++scheduler.seq,
      at: scheduler.now,
      who,
      as,
      plan,
      method,
      path,
      body,
      instance: instance.party.name,
      life: this.#life,
      stalledBefore: instance.party.stalled,
      hungUp: false,
      lost: false,
    };
    this.#evidence.asks.push(ask);
    this.#heard.set(ask, heard);
    this.#say(() => `${who} → ${ask.instance}: ${method} ${path}${body ? ` ${bodyText(body)}` : ""}`);
    const url = `https://rewards.example${path}`;
    const sent = new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    causes.run(ask, () => {
      Promise.resolve(app.fetch(sent))
        .then(async (response) => {
          const text = await response.text();
          if (instance.party.alive) this.#answered(ask, instance, response, text);
        })
        .catch((error) => this.#evidence.errors.push(`${method} ${path} threw: ${error}`));
    });
    return ask;
  }

  #answered(ask: Ask, instance: Instance, response: Response, text: string): void {
    const scheduler = this.#scheduler;
    const json = text.startsWith("{") ? (JSON.parse(text) as Json) : undefined;
    const answer: Answer = {
      seq: ++scheduler.seq,
      at: scheduler.now,
      status: response.status,
      text,
      data: json?.data as Json | undefined,
      code: typeof json?.code === "string" ? json.code : undefined,
      headers: response.headers,
      stalled: instance.party.stalled - ask.stalledBefore,
    };
    ask.answer = answer;
    const { upstream_order_id: released, done } = answer.data ?? {};
    if (typeof released === "string" && done !== undefined && done !== "nothing")
      this.#evidence.released.set(released, scheduler.now);
    this.#say(() => `${ask.who} ← ${answer.status} ${answer.code ?? outcomeText(answer.data)}`);
    this.#judge.answered(ask, answer);
    this.#heard.get(ask)?.(answer);
    this.#heard.delete(ask);
  }

  /* ── The service's side ─────────────────────────────────────────────────────────────────────────────────────── */

  /** By where the row stands: so that faults meet what is about to happen. */
  #nextCall(plan: Plan): Operation {
    const row = bed.row(plan.site, plan.order_id);
    const phase = row?.attempts.find(({ n }) => n === row.current)?.phase;
    const { draws, confirming } = { draws: this.#draws, confirming: CONFIRMING_CALL[plan.delivery] };
    switch (phase) {
      case "booking":
        return draws.one(["book", "list_redemptions", "get_promotion"]);
      case "booked":
        return draws.one([confirming, confirming, confirming, "list_redemptions", "book"]);
      case "redeeming":
      case "activating":
      case "creating":
        return draws.one([confirming, "get_redemption", "list_redemptions"]);
      case "redeemed":
        return draws.one(["get_redemption", "refund"]);
      case "activated":
      case "notified":
      case "stopped":
        return draws.one(["get_redemption", "refund", "cancel", "cancel"]);
      default:
        return draws.one([plan.delivery === "notify" ? "create" : "book", confirming, "list_rewards"]);
    }
  }

  /** Mailed at once; of an activation once the address was shown. */
  #mayOpen(id: string): boolean {
    const { control, asks } = this.#evidence;
    if (control.outbox().some(({ redemptionId }) => redemptionId === id)) return true;
    return asks.some(
      ({ answer, hungUp }) => !hungUp && String(answer?.data?.url ?? "").includes(`/flow/${id}`),
    );
  }

  async #backOffice(id: string, action: "refund" | "cancel"): Promise<void> {
    const { control } = this.#evidence;
    const url = `${UPSTREAM}/api/fulfillment/v2/redemptions/${id}/actions/${action}`;
    const headers = { "Api-Key": "key", "Api-Secret": API_SECRET };
    // Nothing that is in the way of others is in the way of the service itself.
    const faults = control.faults();
    control.clearFaults();
    this.#scheduler.busy++;
    try {
      await this.#upstream.fetch(new Request(url, { method: "POST", headers }));
    } finally {
      this.#scheduler.busy--;
      for (const { id: _, ...fault } of faults) control.fault(fault);
    }
  }

  /* ── The end ────────────────────────────────────────────────────────────────────────────────────────────────── */

  async #ending(): Promise<void> {
    const scheduler = this.#scheduler;
    this.#isCalm = true;
    this.#say(() => "the faults end");
    this.#weather.clear();
    for (const instance of this.#slots) if (instance) instance.party.pausedUntil = 0;
    this.#downUntil = Math.min(this.#downUntil, scheduler.now + LISTS_LAG);
    const { control } = this.#evidence;
    const onTheWay = scheduler.waiting
      .filter(({ party }) => party === this.#network.party)
      .map(({ at }) => at);
    const late = control.calls
      .filter(({ fault, effect }) => fault === "late" && effect === undefined)
      .map(({ at }) => at - START + LATEST_EFFECT);
    const calm = Math.max(scheduler.now, this.#downUntil, ...onTheWay, ...late);
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

  /* ── Telling ────────────────────────────────────────────────────────────────────────────────────────────────── */

  #say(what: () => string): void {
    const { tell } = this.#options;
    if (!tell) return;
    const seconds = (this.#scheduler.now / SECOND).toFixed(1).padStart(7);
    tell(`${seconds} s  ${what()}`);
  }

  #tellCall({ operation, instance, orderId, heard, status, text }: Departure): void {
    if (!CHANGES.has(operation) && !process.env.HISTORY_READS) return;
    this.#say(() => {
      const state = /"state":"(\w+)"/.exec(text ?? "")?.[1] ?? "";
      return `    ${instance} ${operation} ${orderId ?? ""}: heard ${heard}${status === heard ? ` ${state}` : ` (service: ${status ?? "nothing"} ${state})`}`;
    });
  }

  #count(counts: Map<string, number>, what: string): void {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }

  #outcome(broken: Outcome["broken"]): Outcome {
    const { control, plans, codesOf } = this.#evidence;
    const faults = new Map<string, number>();
    for (const { operation, fault } of control.calls) if (fault) this.#count(faults, `${operation} ${fault}`);
    const codes = plans.map((plan) => codesOf(plan).length);
    return {
      seed: this.#options.seed,
      acts: this.#acted,
      billed: codes.filter((count) => count > 0).length,
      doubled: codes.filter((count) => count > 1).length,
      lost: this.#judge.codesLost(),
      broken,
      faults,
      crashes: this.#crashes,
      events: this.#events,
    };
  }
}

/** Where a death matters most, between a write and a call, it is drawn more often: once in how many. */
function oddsOfDeath({ label }: Gate, deaths: number): number {
  const [what = ""] = label.split(":");
  const isTelling = CHANGES.has(what) || /^ledger\.(replaceOrder|createOrder)$/.test(what);
  return isTelling ? Math.ceil(deaths / TELLING) : deaths;
}

const HOUR = 60 * MINUTE;
const CONFIRMING_CALL = { redeem: "redeem", activate: "activate", notify: "create" } as const;

function isOf({ prefix }: Plan, orderId: string): boolean {
  return orderId.slice(0, orderId.lastIndexOf(".") + 1) === prefix;
}

const nameOf = ({ site, order_id, delivery, promotion }: Plan): string =>
  `${site}/${order_id} (${delivery}, promotion ${promotion})`;

function bodyText(body: Json): string {
  const { attempt, sku, amount } = body;
  return [attempt, sku, amount].filter((part) => part !== undefined).join(" ");
}

function outcomeText(data: Json | undefined): string {
  if (!data) return "";
  const { state, step, attempt, sku, codes, url, ended_attempt, refunded } = data;
  return [
    state,
    step,
    attempt !== undefined ? `attempt ${attempt}` : "",
    sku,
    codes ? "with codes" : "",
    url ? "with link" : "",
    ended_attempt !== undefined ? `ended ${ended_attempt}` : "",
    refunded === undefined ? "" : `refunded: ${refunded}`,
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");
}
