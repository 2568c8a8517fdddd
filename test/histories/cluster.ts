/**
 * The instances of the server and their ledger: they start, pause, are killed at any await and restart; the ledger is copied, lost
 * and restored.
 */
import type { Transport } from "../../server/fulfillment/transport.ts";
import type { Order as Row } from "../../server/rows/order.ts";
import { Instance } from "./instance.ts";
import { type Copy, makeLedgerBed } from "./ledger-bed.ts";
import type { LedgerFaults } from "./ledger-faults.ts";
import { SLOTS } from "./network.ts";
import type { Plan } from "./plan.ts";
import { Party } from "./scheduler.ts";
import { START } from "./service.ts";
import { MINUTE, SECOND, type Stage } from "./stage.ts";

/** The longest lag of the service's lists. */
export const LISTS_LAG = 2 * MINUTE;
/**
 * The ledger goes into service again after this time: an effect that comes later for an earlier call is the known rest of
 * docs/proof/rules.md, rule 16.
 */
const OUT_OF_SERVICE = 10 * MINUTE;

/** The machine's clock, which is the database's as well. */
let machineTime = (): number => START;
/** One bed for all histories of a process: emptying it costs less than making one. */
export const bed = makeLedgerBed(() => machineTime());

/** The orders that the ledger has; of a grant at least its first one, and each order that stands alone. */
export const presentOf = (plans: readonly Plan[]): Plan[] =>
  plans.filter(
    ({ site, order_id, grant }) =>
      grant === undefined || grant.k === 1 || bed.row(site, order_id) !== undefined,
  );

export interface ClusterOptions {
  readonly size: number;
  readonly transportOf: (party: Party) => Transport;
  readonly webhookTransportOf: (party: Party) => Transport;
  readonly ledgerFaults: LedgerFaults;
  /** An instance died; its requests are never answered. */
  readonly lost: (instance: Instance) => void;
}

export class Cluster {
  readonly slots: (Instance | undefined)[];
  /** No instance starts before this time, history time, ms. */
  downUntil = 0;
  readonly #stage: Stage;
  readonly #options: ClusterOptions;
  readonly #copies: Copy[] = [];
  #rowsBefore = new Map<string, Row>();
  #boots = 0;

  constructor(stage: Stage, options: ClusterOptions) {
    this.#stage = stage;
    this.#options = options;
    this.slots = Array.from({ length: options.size }, () => undefined);
    const { scheduler } = stage;
    machineTime = () => START + scheduler.now + scheduler.skew;
  }

  get up(): Instance[] {
    return this.slots.filter((each) => each !== undefined);
  }

  /** When the next instance starts, if one is down. */
  nextBoot(): number | undefined {
    const isWaited = this.slots.includes(undefined) && this.downUntil > this.#stage.scheduler.now;
    return isWaited ? this.downUntil : undefined;
  }

  bootWhatIsDown(): void {
    if (this.downUntil > this.#stage.scheduler.now) return;
    for (const [slot, instance] of this.slots.entries()) if (!instance) this.#boot(slot);
  }

  /** @returns how long an instance pauses, ms; undefined if none is up */
  pause(): number | undefined {
    const { scheduler, draws, evidence, say, count } = this.#stage;
    if (this.up.length === 0) return undefined;
    const { party } = draws.one(this.up);
    const ms = draws.one([20 * SECOND, 50 * SECOND, 3 * MINUTE, 11 * MINUTE, 31 * MINUTE]);
    party.pausedUntil = scheduler.now + ms;
    evidence.pauses.push({ instance: party.name, until: party.pausedUntil });
    count("events", `paused for ${ms / SECOND} s`);
    say(() => `${party.name} stands still for ${ms / SECOND} s`);
    return ms;
  }

  wake(): void {
    for (const { party } of this.up) party.pausedUntil = 0;
  }

  /** kill -9: writes stay, awaited answers never come. */
  die(instance: Instance, where: string): void {
    const { scheduler, draws, evidence, say, count } = this.#stage;
    evidence.deaths.push({ seq: ++scheduler.seq, at: scheduler.now, instance: instance.party.name });
    count("crashes", where);
    say(() => `${instance.party.name} is killed (${where})`);
    scheduler.kill(instance.party);
    this.slots[this.slots.indexOf(instance)] = undefined;
    this.#options.lost(instance);
    if (draws.oneIn(2)) this.downUntil = scheduler.now + draws.one([1, 7, 60]) * SECOND;
    this.bootWhatIsDown();
  }

  /** The ledger's database is locked, full or away for a while. */
  breakLedger(): void {
    const { evidence, scheduler, say, count } = this.#stage;
    const { fault, ms } = this.#options.ledgerFaults.begin();
    evidence.ledgerFaults.push({ at: scheduler.now, fault });
    count("events", `database ${fault}`);
    say(() => `the database is ${fault} for ${ms / SECOND} s`);
    if (fault === "away") for (const instance of this.up) instance.loseConnection();
  }

  /** The clock of the machines is set back or ahead. */
  setClock(): void {
    const { scheduler, draws, evidence, say, count } = this.#stage;
    const HOUR = 60 * MINUTE;
    const ms = draws.one([-HOUR, -HOUR, HOUR, -48 * HOUR, 48 * HOUR]);
    scheduler.skew += ms;
    evidence.leaps.push({ at: scheduler.now, ms });
    count("events", `clock set by ${ms / HOUR} h`);
    say(() => `the machines' clock is set by ${ms / HOUR} h`);
  }

  mendLedger(): void {
    this.#options.ledgerFaults.clear();
  }

  copyLedger(): void {
    this.#copies.push(bed.copy());
    this.#stage.say(() => "the ledger is copied");
  }

  /** The ledger is lost, or an older copy is restored; it is in service again when no earlier call can still take effect. */
  loseLedger(): void {
    const { scheduler, draws, evidence, say, count } = this.#stage;
    for (const instance of this.up) this.die(instance, "with the ledger");
    this.stop();
    this.slots.fill(undefined);
    const copy = this.#copies.length > 0 && draws.oneIn(2) ? draws.one(this.#copies) : undefined;
    // An empty ledger does not start unsaid; an older one does, and notices it.
    const isSaid = !copy || draws.oneIn(2);
    const kind = copy ? "restored" : "lost";
    const witness = bed.witness();
    bed.restore(copy);
    this.#rowsBefore = new Map(bed.rows().map((row) => [keyOf(row), row]));
    evidence.generations.push({ seq: ++scheduler.seq, at: scheduler.now, kind });
    count("events", `ledger ${kind}`);
    if (!isSaid) count("events", "ledger restored, and nobody said so");
    const down = OUT_OF_SERVICE + draws.one([1, 60, 600, 1900]) * SECOND;
    say(
      () =>
        `the ledger is ${kind}${isSaid ? "" : ", unsaid"}; it is in service again after ${down / SECOND} s`,
    );
    this.downUntil = scheduler.now + down;
    const at = START + this.downUntil + scheduler.skew;
    // The operator says so at the next start, or the start notices it.
    bed.noteIfOlder(witness, at, isSaid ? at : undefined);
  }

  stop(): void {
    for (const { party } of this.up) this.#stage.scheduler.kill(party);
  }

  #boot(slot: number): void {
    const { scheduler, evidence, judge, say } = this.#stage;
    const { transportOf, webhookTransportOf } = this.#options;
    const name = `${SLOTS[slot]}${++this.#boots}`;
    const party = new Party(name);
    const generation = evidence.generations.length;
    const instance: Instance = new Instance({
      party,
      scheduler,
      ledger: bed.ledger,
      meets: (method) => {
        const met = this.#options.ledgerFaults.meet(method);
        if (met) evidence.refusals.push({ at: scheduler.now, instance: name });
        return met;
      },
      transport: transportOf(party),
      webhookTransport: webhookTransportOf(party),
      start: START,
      log: (line) => {
        evidence.logs.push({ instance: name, line });
        judge.logged({ instance: name, line });
      },
      shared: () => evidence.shares.push({ seq: ++scheduler.seq, instance: name, generation }),
      wrote: ({ site, order_id }, lease) => {
        if (lease !== undefined) evidence.leases.set(lease, name);
        this.#wrote(bed.row(site, order_id), name, generation);
      },
    });
    this.slots[slot] = instance;
    evidence.boots.push({
      instance: name,
      seq: ++scheduler.seq,
      at: scheduler.now,
      generation,
    });
    say(() => `${name} starts`);
    instance.start().catch((error) => evidence.errors.push(`${name} could not start: ${error}`));
  }

  /** A row was stored: note how it changed. */
  #wrote(row: Row | undefined, instance: string, generation: number): void {
    if (!row) return;
    const { scheduler, evidence, judge } = this.#stage;
    const before = this.#rowsBefore.get(keyOf(row));
    this.#rowsBefore.set(keyOf(row), row);
    const write = { seq: ++scheduler.seq, at: scheduler.now, instance, generation, before, after: row };
    evidence.writes.push(write);
    // A release or an acknowledgement may be stored although its answer was lost.
    const asked = evidence.asks.filter(
      ({ as, plan, path }) =>
        as === "operator" &&
        plan?.site === row.site &&
        plan.order_id === row.order_id &&
        path.endsWith("/release"),
    );
    const isReleased = asked.some(({ body }) => body?.acknowledge !== true);
    for (const { n, phase, upstream_order_id } of row.known.attempts) {
      const was = before?.known.attempts.find((each) => each.n === n)?.phase;
      if (isReleased && was === "released" && phase === "over")
        evidence.released.set(upstream_order_id, scheduler.now);
      if (asked.length > 0 && row.wanted.acknowledged.some((mark) => mark.startsWith(`${n}:`)))
        evidence.acknowledged.set(upstream_order_id, scheduler.now);
    }
    judge.wrote(write);
  }
}

const keyOf = ({ site, order_id }: Row): string => `${site}/${order_id}`;
