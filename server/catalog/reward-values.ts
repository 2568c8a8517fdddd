/**
 * The values of fixed-value rewards. The service's catalog lacks them, a redemption has them. They are learned from every reading
 * of an order's redemption, and kept in the ledger for all instances and later starts.
 * Source: docs/server/routes.md, "Limits of the choice"; openapi.json, GET /v1/catalog; docs/proof/interface.md, "Fields".
 */

import type { Ledger } from "../ledger/ledger.ts";
import { errorFields, type Log } from "../observing/log.ts";
import type { RewardValue } from "../rows/reward-value.ts";
import { VALUES_MAX_AGE } from "../timing.ts";
import type { Clock } from "../tools/clock.ts";
import type { KnownValue } from "./catalog.ts";

const CURRENCY = /^[A-Z]{3}$/;

export interface RewardValuesOptions {
  readonly ledger: Pick<Ledger, "rewardValues" | "storeRewardValue">;
  /** Values that are known beforehand; what a redemption shows takes their place. */
  readonly given: readonly RewardValue[];
  readonly clock: Clock;
  readonly log: Log;
}

export class RewardValues {
  readonly #options: RewardValuesOptions;
  #known: ReadonlyMap<string, KnownValue> = new Map();
  /** When the values of other instances were last read, monotonic ms; undefined before the first read. */
  #readAt: number | undefined;

  constructor(options: RewardValuesOptions) {
    this.#options = options;
    this.#note(options.given);
  }

  /** Known values by SKU; a new map only after a change. Values that other instances learned come within VALUES_MAX_AGE. */
  known(): ReadonlyMap<string, KnownValue> {
    const now = this.#options.clock.monotonic();
    if (this.#readAt === undefined || now - this.#readAt >= VALUES_MAX_AGE) void this.read();
    return this.#known;
  }

  /** Reads the ledger's values. Never rejects: without the ledger, the values known here are used. */
  async read(): Promise<void> {
    const { ledger, clock, log } = this.#options;
    this.#readAt = clock.monotonic();
    try {
      this.#note(await ledger.rewardValues());
    } catch (error) {
      log.warn("the values of rewards could not be read", errorFields(error));
    }
  }

  /** Learns the value of a fixed-value reward's redemption, and stores a new value. Never rejects. */
  async learn(sku: string, value: KnownValue): Promise<void> {
    const { ledger, log } = this.#options;
    // Browsers format money only by a three-letter code; any other currency is omitted rather than shown wrongly.
    const { amount, currency } = value;
    const learned = { sku, amount, ...(currency && CURRENCY.test(currency) && { currency }) };
    if (!(value.amount > 0) || !this.#note([learned])) return;
    try {
      await ledger.storeRewardValue(learned);
    } catch (error) {
      // The next redemption of the reward shows the value again.
      log.warn("the value of a reward could not be stored", errorFields(error));
    }
  }

  /** @returns whether a value is new */
  #note(values: readonly RewardValue[]): boolean {
    const fresh = values.filter(({ sku, amount, currency }) => {
      const before = this.#known.get(sku);
      return before?.amount !== amount || before.currency !== currency;
    });
    if (fresh.length === 0) return false;
    const known = new Map(this.#known);
    for (const { sku, amount, currency } of fresh)
      known.set(sku, { amount, ...(currency !== undefined && { currency }) });
    this.#known = known;
    return true;
  }
}
