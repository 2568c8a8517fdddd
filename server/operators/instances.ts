/**
 * The instances on one ledger as operators see them: each notes there that its reconciler finished a round. One that ended by itself
 * takes its note away; one that was killed, or hangs, is silent. Source: docs/operate/alerts.md, "The lamps".
 */
import { z } from "zod";
import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import { INSTANCE_FORGOTTEN_AFTER, INSTANCE_NOTED_EVERY, SWAP_TRIES } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";

const KEY = "instances";

const stored = z.record(
  z.string(),
  z.object({ name: z.string(), version: z.string(), since: z.number(), seen: z.number() }),
);
/** Times epoch ms. */
export type Instance = z.infer<typeof stored>[string];

export interface InstancesOptions {
  readonly ledger: Pick<Ledger, "get" | "swapValue">;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  readonly log: Log;
  /** Of this process, among all. */
  readonly id: string;
  /** For people: mostly the machine's. */
  readonly name: string;
  readonly version: string;
}

export class Instances {
  readonly #options: InstancesOptions;
  readonly #since: number;
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(options: InstancesOptions) {
    this.#options = options;
    this.#since = options.clock.now();
  }

  /** A round was finished. Written now and then. */
  async note(): Promise<void> {
    const { clock, id, name, version } = this.#options;
    const now = clock.monotonic();
    if (now - this.#notedAt < INSTANCE_NOTED_EVERY) return;
    this.#notedAt = now;
    await this.#change((all) => ({ ...all, [id]: { name, version, since: this.#since, seen: clock.now() } }));
  }

  /** This instance ends. */
  async leave(): Promise<void> {
    await this.#change(({ [this.#options.id]: _, ...others }) => others);
  }

  /** @returns those that were seen lately, by name; none if the ledger does not answer */
  async all(): Promise<Instance[]> {
    try {
      const all = Object.values(this.#parse(await this.#options.ledger.get(KEY)));
      return all.sort((a, b) => a.name.localeCompare(b.name) || a.since - b.since);
    } catch {
      // What is wrong with the ledger, its own lamp says.
      return [];
    }
  }

  /** Instances that have been silent for long are forgotten on the way. */
  async #change(of: (all: Record<string, Instance>) => Record<string, Instance>): Promise<void> {
    const { ledger, log } = this.#options;
    try {
      for (let tries = 0; tries < SWAP_TRIES; tries++) {
        const text = await ledger.get(KEY);
        if (await ledger.swapValue(KEY, text, JSON.stringify(of(this.#parse(text))))) return;
      }
    } catch (error) {
      log.warn("this instance could not be noted in the ledger", errorFields(error));
    }
  }

  #parse(text: string | undefined): Record<string, Instance> {
    // A later version may store something else.
    const all = stored.safeParse(JSON.parse(text ?? "{}")).data ?? {};
    const least = this.#options.clock.now() - INSTANCE_FORGOTTEN_AFTER;
    return Object.fromEntries(Object.entries(all).filter(([, { seen }]) => seen > least));
  }
}
